/** The GraphQL client of the contract of a page: generated, compiled under every strict flag, and called on the service of that contract. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { graphqlClient } from "../src/generate/graphql/generate.ts";
import { mirrorLists } from "../src/generate/mirror-lists.ts";
import { readContract } from "../src/specs/contract.ts";
import { contractFolder } from "./contract/contract.ts";
import { Copy } from "./support/copy.ts";

/** Code of a user. What it prints are the values of the methods. */
const consumer = `
  import { createCourtCasesClient, type Odjel, RegisterError, type UvjetiOdjela, type VrstaOdjela } from "@court-register/graphql";
  import { expectTypeOf } from "vitest";
  import { caseLists } from "../../packages/mirror/src/generated/lists.ts";
  import { CasesSource } from "../../packages/mirror/src/sync/cases/cases-source.ts";
  import { serveContract } from "../../packages/reference-server/test/support/serve-contract.ts";
  import { courtCases, document } from "../test/contract/contract.ts";

  expectTypeOf<VrstaOdjela>().toEqualTypeOf<"GRADANSKI" | "KAZNENI" | "PREKRSAJNI">();
  expectTypeOf<Odjel<bigint>>().toEqualTypeOf<{
    vrsta: VrstaOdjela | null; poslovi: VrstaOdjela[]; znakovi: string[] | null; nadlezni: (bigint | null)[] | null;
    osnovan: string | null; sobe: bigint | null; javan: boolean | null;
  }>();
  expectTypeOf<UvjetiOdjela["nadlezni"]>().toEqualTypeOf<number | bigint | null | undefined>();
  // @ts-expect-error no value of the enum
  export const wrong: UvjetiOdjela = { vrsta: "UPRAVNI" };
  // @ts-expect-error no field of the input
  export const unknown: UvjetiOdjela = { naziv: "a" };
  // @ts-expect-error items are never null
  export const empty: UvjetiOdjela = { znakovi: [null] };

  await using service = await serveContract(document, "a-key-of-the-tests", courtCases);
  const options = { url: "http://127.0.0.1/graphql", fetch: service.fetch };
  const exact = createCourtCasesClient({ ...options, integers: "bigint" });
  const uvjeti: UvjetiOdjela = { vrsta: "KAZNENI", nadlezni: 9007199254740993n };
  const all = (await exact.odjeli()) ?? [];
  const found = (await exact.odjeli({ uvjeti })) ?? [];
  const many = await exact.odjeli.many([{ uvjeti }, { uvjeti: { znakovi: [] } }, {}]);
  const failure = await createCourtCasesClient(options).odjeli().catch((error: unknown) => error);
  const refused = await exact.odjeli({ uvjeti: { vrsta: "UPRAVNI" as VrstaOdjela } }).catch((error: unknown) => error);
  const source = new CasesSource({ graphqlUrl: options.url, fetch: service.fetch });
  const lists = caseLists.filter(({ name }) => ["odjeli", "sudovi"].includes(name));
  const copied = await Promise.all(lists.map(async (list) => (await source.list(list)).rows.length));
  console.log(JSON.stringify({
    copied, asked: source.requests,
    first: all[0],
    is: found.every((one) => one?.vrsta === "KAZNENI" && one.nadlezni?.includes(9007199254740993n)),
    found: found.length,
    many: many.map((one) => (one instanceof RegisterError ? one.kind : one?.length)),
    all: all.length,
    failure: failure instanceof RegisterError && [failure.kind, failure.path],
    refused: refused instanceof RegisterError && refused.kind,
  }, (_, value) => (typeof value === "bigint" ? value + "n" : value)));
`;

let copy: Copy;
beforeAll(async () => {
  copy = await Copy.make();
  const specs = `${contractFolder}specs`;
  for (const [path, text] of await graphqlClient(specs)) await copy.write(path, text);
  await copy.write("packages/mirror/src/generated/lists.ts", mirrorLists(readContract(specs)));
  await copy.write("tools/consumers/consumer.ts", consumer);
}, 60_000);
afterAll(() => copy[Symbol.asyncDispose]());

test("it compiles under every strict flag, and so does code that uses it", { timeout: 120_000 }, async () => {
  const config = { extends: "../../tsconfig.json", compilerOptions: { types: ["node"] }, include: ["."] };
  await copy.write("tools/consumers/tsconfig.json", JSON.stringify(config));
  // The sources of the client are in the program: packages have a condition for them.
  expect(await copy.run("tools/consumers", "tsc", "--pretty", "false")).toEqual({ code: 0, output: "" });
});

test("its methods return enums, lists, exact integers and a further scalar, and pass inputs", {
  timeout: 60_000,
}, async () => {
  const { code, output } = await copy.run(
    "tools",
    "node",
    "--conditions=@court-register/source",
    "consumers/consumer.ts",
  );
  expect([code, output]).toEqual([0, expect.stringMatching(/^\{.*\}$/m)]);
  const printed = JSON.parse(output.split("\n").find((line) => line.startsWith("{")) ?? "");
  const { found, all } = printed;
  expect(printed).toEqual({
    first: {
      ...{ vrsta: "KAZNENI", poslovi: ["KAZNENI", "PREKRSAJNI"], znakovi: ["prizemlje", "dizalo"] },
      ...{ nadlezni: ["7n", "9007199254740993n"], osnovan: "1993-10-31", sobe: "12n", javan: true },
    },
    // Courts come at once; departments in two pages, and one that is empty.
    ...{ copied: [expect.any(Number), all], asked: 4 },
    ...{ is: true, found: expect.any(Number), all: expect.any(Number), many: [found, 0, all] },
    failure: ["unsafe-integer", expect.stringMatching(/^odjeli\[\d+\]\.nadlezni\[\d\]$/)],
    refused: "graphql",
  });
  expect(found).toBeGreaterThan(0);
  expect(all).toBeGreaterThan(found);
});
