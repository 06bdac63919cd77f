/** Copies a register, killed on the way, and reads the database; then the register changes. */
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import type { Trial } from "../support/judge.ts";
import { startServiceOn, writeData } from "../support/service.ts";
import { CopiedDatabase } from "./copied-database.ts";
import { breakOff, type SlowPages, startSlowPages } from "./slow-pages.ts";
import { copyExample, expectAdvice, expectAll, stepsOf, type Workshop } from "./workshop.ts";

const example = "packages/axios/examples/database-copy";

type Register = Readonly<Record<string, readonly { readonly mbs: number }[]>>;

const subjects = Array.from({ length: 2_000 }, (_, index) => ({ mbs: 80_000_001 + index, status: 1 }));

/** Lists that are paged, one of them with a total; one that is fetched whole; and many that are empty. */
const old: Register = {
  subjekt: subjects,
  sjediste: subjects.slice(0, 450).map(({ mbs }) => ({ mbs, ulica: "Ulica šljiva", naziv_naselja: "Primjergrad" })),
  naziv_podruznice: [{ mbs: 80_000_001 }, { mbs: 80_000_002 }, { mbs: 80_000_002 }],
  postupak: [{ mbs: 80_000_007 }],
  temeljni_kapital: [{ mbs: 80_000_001 }],
};

/**
 * A day later: one more bankruptcy, no capital, one of two equal names of branches less, and the first subject is gone, so that
 * all others have moved.
 */
const renewed: Register = {
  ...old,
  naziv_podruznice: [{ mbs: 80_000_001 }, { mbs: 80_000_002 }],
  subjekt: subjects.slice(1),
  postupak: [{ mbs: 80_000_007 }, { mbs: 80_000_009 }],
  temeljni_kapital: [],
};

/** What the copy then notes. */
const dayLater = [
  { list: "naziv_podruznice", change: "gone", mbs: 80_000_002 },
  { list: "postupak", change: "new", mbs: 80_000_009 },
  { list: "subjekt", change: "gone", mbs: 80_000_001 },
  { list: "temeljni_kapital", change: "gone", mbs: 80_000_001 },
];

export async function databaseCopy(workshop: Workshop, resources: AsyncDisposableStack): Promise<Trial> {
  const place = await copyExample(example, workshop);
  const folder = `${workshop.folder}/register`;
  const service = resources.use(await startServiceOn(old, folder, workshop.key));
  const pages = resources.use(await startSlowPages(service.url));
  const stateless = resources.use(await startSlowPages(service.url, "hidden"));
  const careless = resources.use(await startSlowPages(service.url, "named"));
  const env = { COURT_REGISTER_BASE_URL: pages.url, COURT_REGISTER_KEY: workshop.key };
  const published = async (data: Readonly<Record<string, readonly object[]>>): Promise<void> => {
    const other = join(workshop.folder, `register-${crypto.randomUUID()}`);
    await writeData(data, other);
    await service.load({ data: other });
  };
  /** Publishes other data when the third page of subjects is requested. */
  const publishedMeanwhile = (by: SlowPages, data: Register): void =>
    by.watch(async (count) => {
      if (count === 3) await published(data);
    });

  const database = (file: string): CopiedDatabase => new CopiedDatabase(place.path, file);

  return stepsOf(example, {
    install: place.install,
    types: place.compile,
    "no key": () => place.refused([], { ...env, COURT_REGISTER_KEY: "" }, "COURT_REGISTER_KEY"),
    "a file that cannot be written": async () => {
      await mkdir(join(place.path, "mapa"));
      const nowhere = await place.refused(["nema/a.sqlite"], env, "nema/a.sqlite: ");
      return expectAdvice(nowhere) + expectAdvice(await place.refused(["mapa"], env, "mapa: "));
    },
    // While a page is being fetched, and at several moments while it is being stored.
    "kill -9": async () => {
      let output = "";
      for (const after of [undefined, 1, 5])
        output += await breakOff(place, ["a.sqlite"], env, pages, { signal: "SIGKILL", after });
      const { rows } = await database("a.sqlite").read();
      if (Object.keys(rows).length > 0) throw new Error("error: a partial copy is visible");
      return output;
    },
    "resumes with the state that it began with": async () => {
      publishedMeanwhile(pages, renewed);
      const output = await place.npmStart(["a.sqlite"], env);
      expectAll(output, "Resuming with state", "a.sqlite is a complete copy of state");
      if (Math.min(...pages.offsets) < 200) throw new Error(`error: it started over instead of resuming\n${output}`);
      await database("a.sqlite").expectCopy(old, []);
      return output;
    },
    "a day later": async () => {
      await database("a.sqlite").createOwn();
      const output = await place.npmStart(["a.sqlite"], env);
      expectAll(output, "postupak: 1 new", "subjekt: 1 gone");
      await database("a.sqlite").expectCopy(renewed, dayLater);
      const [seat, bankrupt, state] = await database("a.sqlite").ask();
      if (!isDeepStrictEqual([seat, bankrupt], [["Primjergrad", "Ulica šljiva"], [80_000_009]]) || state?.[0] == null)
        throw new Error(`error: the README's queries give ${JSON.stringify([seat, bankrupt, state])}`);
      expectAll(await database("a.sqlite").planOfOwn(), "towns_by_name");
      return output;
    },
    "an expired state": async () => {
      let output = await breakOff(place, ["a.sqlite"], env, pages, { signal: "SIGINT" });
      expectAll(output, "Stopped. Run it again to resume.");
      for (let day = 0; day < 3; day++) await published(old);
      output += await place.refused(["a.sqlite"], env, "The next run starts over.");
      output += await place.npmStart(["a.sqlite"], env);
      const back = dayLater.map((row) => ({ ...row, change: row.change === "new" ? "gone" : "new" }));
      await database("a.sqlite").expectCopy(old, back);
      return output;
    },
    "a change while copying": async () => {
      const other = { ...env, COURT_REGISTER_BASE_URL: stateless.url };
      publishedMeanwhile(stateless, renewed);
      let output = await place.refused(["b.sqlite"], other, "The next run starts over.");
      stateless.watch(() => {});
      output += await place.npmStart(["b.sqlite"], other);
      expectAll(output, "no named state");
      await database("b.sqlite").expectCopy(renewed, []);
      return output;
    },
    "a state that was not asked for": async () => {
      const other = { ...env, COURT_REGISTER_BASE_URL: careless.url };
      await published(old);
      // All pages of subjects join: only the name of the state shows it.
      publishedMeanwhile(careless, { ...old, temeljni_kapital: [] });
      return place.refused(["c.sqlite"], other, "The next run starts over.");
    },
    "another run meanwhile": async () => {
      await published(old);
      let later = "";
      pages.watch(async (count) => {
        if (count === 1) later = await place.npmStart(["d.sqlite"], env);
      });
      const output = await place.refused(["d.sqlite"], env, "A later run has taken this copy over.");
      pages.watch(() => {});
      expectAll(later, "d.sqlite is a complete copy");
      await database("d.sqlite").expectCopy(old, []);
      return output;
    },
    "another run meanwhile, both too late": async () => {
      const output = await breakOff(place, ["g.sqlite"], env, pages, { signal: "SIGINT" });
      for (let day = 0; day < 3; day++) await published(old);
      pages.watch(async (count) => {
        if (count === 1) await place.refused(["g.sqlite"], env, "The next run starts over.");
      });
      return output + (await place.refused(["g.sqlite"], env, "A later run has taken this copy over."));
    },
    "--anew": async () => {
      let output = await breakOff(place, ["f.sqlite"], env, pages, { signal: "SIGINT" });
      output += await place.npmStart(["f.sqlite", "--anew"], env);
      if (pages.offsets[0] !== 0) throw new Error(`error: it went on at ${pages.offsets[0]}\n${output}`);
      await database("f.sqlite").expectCopy(old, []);
      return output;
    },
    "another service": async () => {
      let output = await breakOff(place, ["e.sqlite"], env, pages, { signal: "SIGINT" });
      careless.watch(() => {});
      output += await place.npmStart(["e.sqlite"], { ...env, COURT_REGISTER_BASE_URL: careless.url });
      if (careless.offsets[0] !== 0) throw new Error(`error: it went on at ${careless.offsets[0]}\n${output}`);
      await database("e.sqlite").expectCopy(old, []);
      return output;
    },
    "an integer that a number cannot hold": async () => {
      await published({ jezik: [{ id: 9_007_199_254_740_993n, sifra: 7 }] });
      const output = await place.npmStart(["h.sqlite"], env);
      expectAll(await database("h.sqlite").languages(), '{"id":9007199254740993,"sifra":7}', "found: 1");
      await published(old);
      return output;
    },
    "the wrong key": () =>
      place.refused(["b.sqlite"], { ...env, COURT_REGISTER_KEY: "drugi" }, "refuses the key in COURT_REGISTER_KEY"),
  });
}
