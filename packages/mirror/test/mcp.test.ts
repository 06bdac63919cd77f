/** An assistant asks the copy, through the protocol's own client. */
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { InMemoryTransport } from "@modelcontextprotocol/server";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createMcpServer, show } from "../src/index.ts";
import { writeWire } from "../src/wire/wire.ts";
import { cli, runHere } from "./support/command.ts";
import { copyDay, firstDay, mbs, oib, secondDay } from "./support/company.ts";
import { Register } from "./support/register.ts";
import { newTarget, type Target } from "./support/target.ts";

/** A company with more rows than an answer holds, and long ones. */
const manyRows = 500;
const many = Array.from({ length: manyRows }, (_, row) =>
  JSON.stringify({ mbs: 80000004, djelatnost_rbr: row, djelatnost_tekst: "x".repeat(row < 60 ? 9 : 999) }),
);

let target: Target;
let client: Client;

beforeAll(async () => {
  await using register = await Register.start();
  target = await newTarget();
  await copyDay(target, register, firstDay);
  await copyDay(target, register, {
    ...secondDay,
    subjekt: (secondDay.subjekt ?? []).filter((row) => !row.includes('"mbs":80000005')),
    predmet_poslovanja: [...(secondDay.predmet_poslovanja ?? []), ...many],
  });
  const [ours, theirs] = InMemoryTransport.createLinkedPair();
  await (await createMcpServer(target.name)).connect(ours);
  client = new Client({ name: "test", version: "1.0.0" });
  await client.connect(theirs);
});
afterAll(async () => {
  await client.close();
  await target[Symbol.asyncDispose]();
});

/** The answer of a tool, as text and as what it says. */
async function ask(name: string, asked: Record<string, unknown>) {
  const { content, isError } = await client.callTool({ name, arguments: asked });
  const [answer] = content as { type: string; text: string }[];
  const text = String(answer?.text);
  return { text, isError: isError ?? false, says: isError ? undefined : JSON.parse(text) };
}

test("an assistant is told of tools that only read, and what each needs", async () => {
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toEqual([
    "find_company",
    "company_by_number",
    "court_case",
    "company_history",
    "changes_since",
    "check_companies",
  ]);
  for (const { description, inputSchema, annotations } of tools) {
    expect(description).toMatch(/^\w.{60}/);
    expect(inputSchema).toMatchObject({ type: "object", required: [expect.any(String)], additionalProperties: false });
    expect(annotations).toMatchObject({ readOnlyHint: true });
  }
  expect(client.getInstructions()).toContain("cite");
});

test("each answer says which copy it is from, and is what the command says", async () => {
  const { says } = await ask("find_company", { name: "đurđevački" });
  expect(says).toMatchObject({
    copy: {
      generation: 2,
      completed: expect.stringMatching(/^\d{4}-/),
      state: null,
      service: expect.any(String),
    },
    found: [{ mbs, oib }],
    total: 1,
  });
  const all = await ask("company_by_number", { number: `HR ${oib}` });
  const { copy, ...shown } = all.says;
  expect(copy).toEqual(says.copy);
  expect(JSON.stringify(shown)).toBe(JSON.stringify(JSON.parse(writeWire((await show(target.name, oib)) as never))));
});

test("a name is no number, and the answer says what to ask", async () => {
  for (const tool of ["company_by_number", "company_history"])
    expect(await ask(tool, { number: "Primjer 5 d.o.o." })).toMatchObject({
      isError: true,
      text: expect.stringMatching(/^Primjer 5 d\.o\.o\. is no number.*find_company/s),
    });
  expect(await ask("company_by_number", { number: "123456789012" })).toMatchObject({
    isError: true,
    text: expect.stringContaining("no number of a subject"),
  });
  expect(await ask("company_by_number", { nummer: oib })).toMatchObject({ isError: true });
});

test("what changed is told of one company, of some, and since a day", async () => {
  const history = (await ask("company_history", { number: mbs })).says;
  expect(history).toMatchObject({ number: mbs, kind: "mbs", since: { generation: 1 } });
  expect(history.companies).toMatchObject([{ mbs, oib, more: false, history: [{ generation: 2 }] }]);
  const changes = (await ask("changes_since", { since: "1", companies: [oib] })).says;
  expect(changes).toMatchObject({ from: { generation: 1 }, to: { generation: 2 }, more: false });
  const sorted = (all: readonly object[]): string[] => all.map((one) => JSON.stringify(one)).sort();
  expect(sorted(changes.changes)).toEqual(sorted(history.companies[0].history[0].changes));
  const gone = (await ask("company_history", { number: "080000005" })).says;
  expect(gone.companies).toMatchObject([
    { mbs: "080000005", gone: true, history: [{ changes: [{ change: "gone" }] }] },
  ]);
  expect((await ask("changes_since", { since: "2000-01-01" })).text).toMatch(/There is no copy from before.*since=0/);
  expect(await ask("changes_since", { since: "1", companies: [] })).toMatchObject({ isError: true });
});

test("no answer is longer than an assistant can take, and each says what it leaves out", async () => {
  const rowsOf = async (asked: object): Promise<{ rows: { row: { djelatnost_rbr: number } }[]; more?: number }> => {
    const { text, says } = await ask("company_by_number", { number: "080000004", ...asked });
    expect(text.length).toBeLessThan(65_000);
    return says.subjects[0].lists.find(({ list }: { list: string }) => list === "predmet_poslovanja");
  };
  const first = await rowsOf({});
  expect([first.rows.length, first.more]).toEqual([50, manyRows - 50]);
  const seen: number[] = [];
  for (let more = 1; more > 0; ) {
    const next = await rowsOf({ lists: ["predmet_poslovanja"], offset: seen.length });
    seen.push(...next.rows.map(({ row }) => row.djelatnost_rbr));
    more = next.more ?? 0;
    expect(more).toBe(manyRows - seen.length);
  }
  expect(seen).toEqual(many.map((_, row) => row));

  for (const [tool, asked] of [
    ["company_history", { number: "080000004" }],
    ["changes_since", { since: "1", lists: ["predmet_poslovanja"] }],
  ] as const) {
    const { text, says } = await ask(tool, asked);
    expect(text.length).toBeLessThan(65_000);
    expect(says.more ?? says.companies[0].more).toBe(true);
  }
  expect(await ask("company_by_number", { number: mbs, lists: ["nothing"] })).toMatchObject({ isError: true });
});

test("a list is checked, line by line", async () => {
  const { says } = await ask("check_companies", { companies: [oib, "12345678912", "nema takve"] });
  expect(says.companies).toMatchObject([
    { asked: oib, match: "found", company: { mbs, oib } },
    { asked: "12345678912", match: "wrong check digit", company: null },
    { asked: "nema takve", match: "none" },
  ]);
  expect(await ask("check_companies", { companies: Array(101).fill(oib) })).toMatchObject({ isError: true });
});

test("the command answers over standard input and output, and ends with its client", async () => {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: ["--conditions=@court-register/source", cli, "mcp", target.name],
    env: process.env as Record<string, string>,
  });
  const over = new Client({ name: "test", version: "1.0.0" }, { versionNegotiation: { mode: "auto" } });
  await over.connect(transport);
  expect(over.getServerVersion()).toMatchObject({ name: "court-register-mirror" });
  const { content } = await over.callTool({ name: "find_company", arguments: { name: "primjer" } });
  expect(content).toMatchObject([{ type: "text", text: expect.stringContaining(oib) }]);
  await over.close();
});

test("a target without a copy is refused before anyone can ask", async () => {
  await using empty = await newTarget();
  expect(await runHere("mcp", empty.name)).toMatchObject({
    code: 2,
    output: "",
    errors: expect.stringMatching(/Make the copy first: court-register-mirror sync /),
  });
});
