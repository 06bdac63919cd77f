/** `follow --note`: what a user has written down about a case is wherever the case is, and is sent nowhere. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { changes, follow, followed, hearings, hearingsCalendar, serve, sync, verify } from "../src/index.ts";
import { CasesService } from "./support/cases-service.ts";
import { runHere } from "./support/command.ts";
import { inTarget, newTarget } from "./support/target.ts";

const now = (): number => Date.parse("2030-03-04T08:00:00Z");
const hearing = '{"plPocetak":"2099-03-06T09:00:00Z","plZavrsetak":"2099-03-06T10:30:00","vrstaRadnje":"rasprava"}';
const document = '{"vrsta":"podnesak","datum":"2030-03-05T08:00:00Z"}';

/** A target whose second copy brings a document into the first of two cases. */
async function copied(service: CasesService, name: string, note: string): Promise<void> {
  await follow(name, ["P-1/2020@3"], { now, note });
  await follow(name, ["P-2/2020@3"], { now });
  service.cases = {
    "P-1/2020@3": { own: "", parts: { rocista: [hearing] } },
    "P-2/2020@3": { own: "", parts: { rocista: [hearing] } },
  };
  const options = { graphqlUrl: service.url, only: "cases", now } as const;
  await sync(name, options);
  service.cases = { ...service.cases, "P-1/2020@3": { own: "", parts: { rocista: [hearing], pismena: [document] } } };
  service.state = "later";
  await sync(name, options);
}

test("a note is shown wherever its case is, and nowhere else", async () => {
  await using service = await CasesService.start();
  await using target = await newTarget();
  const note = "Čvor & <sin>, rok 5. 3.";
  await copied(service, target.name, note);

  expect((await followed(target.name)).map((one) => [one.mark, one.note])).toEqual([
    ["P-1/2020", note],
    ["P-2/2020", null],
  ]);
  const outputs = async (...argv: string[]): Promise<string> => (await runHere(...argv)).output;
  for (const argv of [
    ["follow", target.name],
    ["show", target.name, "P-1/2020@3"],
    ["hearings", target.name],
    ["hearings", target.name, "--format", "csv"],
    ["changes", target.name],
    ["changes", target.name, "--format", "csv"],
    ["hearings", target.name, "--case", "P-1/2020"],
  ])
    expect(await outputs(...argv), argv.join(" ")).toContain(note);
  for (const argv of [
    ["show", target.name, "P-2/2020@3"],
    ["hearings", target.name, "--case", "P-2/2020"],
  ])
    expect(await outputs(...argv)).not.toContain(note);

  expect(JSON.parse(await outputs("show", target.name, "P-1/2020@3", "--json"))).toMatchObject({ followed: { note } });
  expect(JSON.parse(await outputs("changes", target.name, "--json"))).toMatchObject({ case: "P-1/2020@3", note });
  const all = (await hearings(target.name, { now })).hearings;
  expect(all.map((one) => one.note)).toEqual([note, null]);
  const calendar = (await hearingsCalendar(target.name, { now })).replaceAll("\r\n ", "");
  expect(calendar.match(/DESCRIPTION:.*/g)).toEqual([`DESCRIPTION:${note.replaceAll(",", "\\,")}`]);

  await using page = await serve(target.name, { port: 0 });
  const read = async (path: string): Promise<string> => (await fetch(`${page.url}${path}`)).text();
  const path = `/case/${encodeURIComponent("P-1/2020@3")}`;
  for (const shown of ["/", path, "/generation/2"]) {
    expect(await read(shown), shown).toMatch(/<strong>Čvor &/);
    expect(await read(shown), shown).not.toContain("<sin>");
  }
  expect(await read(`${path}.atom`)).toContain("P-1/2020@3 · Čvor");
  expect(JSON.parse(await read("/changes.json"))).toMatchObject({ changes: [{ note }] });
  expect((await verify(target.name)).problems).toEqual([]);
});

test("a note is changed and removed by following again, at once and without a copy; another one is refused", async () => {
  await using service = await CasesService.start();
  await using target = await newTarget();
  await copied(service, target.name, "first");
  const notes = async (): Promise<unknown[]> => (await followed(target.name)).map(({ note }) => note);
  await using page = await serve(target.name, { port: 0 });
  const url = `${page.url}/case/${encodeURIComponent("P-1/2020@3")}.json`;
  const etag = (await fetch(url)).headers.get("etag") ?? "";

  const again = await runHere("follow", target.name, "p - 1/2020@3", "P-2/2020@3", "--note", "  second ");
  expect(again.output).toContain("has followed P-1/2020@3, P-2/2020@3 before, with this note now.");
  expect(await notes()).toEqual(["second", "second"]);
  expect((await fetch(url, { headers: { "if-none-match": etag } })).status).toBe(200);
  await follow(target.name, ["P-1/2020@3"]);
  expect(await notes()).toEqual(["second", "second"]);
  expect((await runHere("follow", target.name, "P-1/2020@3", "--note", "")).output).toContain("without a note now");
  expect(await notes()).toEqual([null, "second"]);

  for (const wrong of ["two\nlines", "x".repeat(201), "nul\0"])
    await expect(follow(target.name, ["P-1/2020@3"], { note: wrong })).rejects.toThrow(
      "A note is one line of up to 200",
    );
  expect(await runHere("follow", target.name, "--note", "of whom?")).toMatchObject({ code: 2 });
  expect(await notes()).toEqual([null, "second"]);

  await runHere("unfollow", target.name, "P-2/2020@3");
  await follow(target.name, ["P-2/2020@3"]);
  expect(await notes()).toEqual([null, null]);
  expect((await verify(target.name)).problems).toEqual([]);
  await inTarget(target.name, (database) =>
    database.write((writing) => writing.run("UPDATE mirror_followed SET note = 'of another program'")),
  );
  expect((await verify(target.name)).problems).not.toEqual([]);
});

test("a note is not posted, and changing it tells nothing again", async () => {
  await using service = await CasesService.start();
  await using target = await newTarget();
  await copied(service, target.name, "ours alone");
  const bodies: string[] = [];
  const receiver = createServer(async (request, response) => {
    bodies.push(await text(request));
    response.writeHead(204).end();
  });
  await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;
  const post = { url, secret: `whsec_${Buffer.alloc(32, 1).toString("base64")}` };
  await changes(target.name, { since: 1, post });
  await follow(target.name, ["P-1/2020@3"], { note: "another" });
  await changes(target.name, { since: 1, post });
  receiver.close();
  expect(bodies).toHaveLength(2);
  expect(bodies[0]).toBe(bodies[1]);
  expect(bodies[0]).toContain("podnesak");
  expect(bodies[0]).not.toMatch(/ours|another|note/);
});

test("hearings are told in the time of the court, with what was sent in JSON and CSV", async () => {
  await using service = await CasesService.start();
  await using target = await newTarget();
  await copied(service, target.name, "");
  const output = async (...argv: string[]): Promise<string> => (await runHere(...argv)).output;
  const told = await output("hearings", target.name, "--case", "P-1/2020@3");
  expect(told).toContain("2099-03-06 10:00–10:30 rasprava");
  expect(told).toContain("Times are those of Europe/Zagreb.");
  expect(await output("show", target.name, "P-1/2020@3")).toContain("2099-03-06 10:00–10:30 rasprava");
  expect(await output("follow", target.name)).toContain("2099-03-06 10:00");
  expect(await output("changes", target.name, "--since", "0", "--list", "rocista")).toContain("2099-03-06 10:00–10:30");
  const zone = ["--time-zone", "America/New_York"];
  for (const argv of [
    ["hearings", target.name],
    ["show", target.name, "P-1/2020@3"],
    ["changes", target.name, "--since", "0", "--list", "rocista"],
  ])
    expect(await output(...argv, ...zone), argv[0]).toContain("2099-03-06 04:00–10:30 rasprava");
  const { hearings: all, timeZone } = JSON.parse(await output("hearings", target.name, "--json", ...zone));
  expect([timeZone, all[0]]).toMatchObject([
    "America/New_York",
    {
      begins: "2099-03-06T04:00:00-05:00",
      ends: "2099-03-06T10:30:00-05:00",
      row: { plPocetak: "2099-03-06T09:00:00Z", plZavrsetak: "2099-03-06T10:30:00" },
    },
  ]);
  expect((await output("hearings", target.name, "--format", "csv")).split("\r\n")[1]).toContain(
    ",2099-03-06 10:00,2099-03-06 10:30,2099-03-06T09:00:00Z,2099-03-06T10:30:00,rasprava,",
  );
  expect(await runHere("hearings", target.name, "--time-zone", "Nowhere/Town")).toMatchObject({
    code: 2,
    errors: expect.stringContaining("There is no time zone Nowhere/Town"),
  });
  expect((await runHere("hearings", target.name, "--ics", "--case", "P-9/2020")).code).toBe(2);
  expect((await output("hearings", target.name, "--ics", "--case", "P-1/2020")).match(/BEGIN:VEVENT/g)).toHaveLength(1);
});
