/** All that a copy answers, as it is printed and served: to compare copies with one another. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { serve, status } from "../../src/index.ts";
import { answerOf, tools } from "../../src/mcp/tools.ts";
import { readCopy } from "../../src/store/snapshot.ts";
import { targetName } from "../../src/store/target-name.ts";
import { writeJson } from "../../src/wire/wire.ts";
import { runHere } from "./command.ts";
import { contents } from "./exported.ts";

/** What is asked of a copy, in all its generations. */
export interface Asked {
  /** OIBs and MBSs. */
  readonly numbers: readonly string[];
  /** Names of companies, or parts of some. */
  readonly names: readonly string[];
  /** Places where companies are, or parts of their names. */
  readonly places: readonly string[];
  /** Court cases as people write them. */
  readonly cases: readonly string[];
}

/** The same, with the generations that a copy has. */
interface AskedOfAll extends Asked {
  readonly generations: readonly number[];
}

/** Everything that a copy answers, by what was asked. */
export async function allAnswers(target: string, what: Asked): Promise<Record<string, string>> {
  const asked = { ...what, generations: (await status(target)).generations.map(({ generation }) => generation) };
  const folder = mkdtempSync(join(tmpdir(), "mirror-answers-"));
  try {
    const answers = {
      ...(await printed(target, folder, asked)),
      ...(await exported(target, folder, asked)),
      ...(await served(target, asked)),
      ...(await toldAssistants(target, asked)),
    };
    const withoutPlaces = (answer: string): string =>
      answer.replaceAll(targetName(target), "TARGET").replaceAll(target, "TARGET").replaceAll(folder, "FOLDER");
    return Object.fromEntries(Object.entries(answers).map(([what, answer]) => [what, withoutPlaces(answer)]));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

type Answers = Record<string, string>;

async function printed(
  target: string,
  folder: string,
  { generations, numbers, names, places, cases }: AskedOfAll,
): Promise<Answers> {
  const [companyList, caseList] = ["companies.csv", "cases.csv"].map((name) => join(folder, name)) as [string, string];
  writeFileSync(companyList, ["oib;naziv", ...numbers, ...names.map((name) => `"${name}"`)].join("\n"));
  writeFileSync(caseList, cases.join("\n"));
  const commands: string[][] = [
    ["status"],
    ["verify"],
    ["follow"],
    ["hearings"],
    ["changes"],
    ...numbers.map((number) => ["show", number]),
    ...cases.map((mark) => ["show", mark]),
    ...names.map((name) => ["search", name]),
    ["changes", "--since", "0"],
    ["changes", "--since", "0", "--about", "insolvency"],
    ...places.flatMap((place) => [
      ["changes", "--since", "0", "--place", place],
      ...names.map((name) => ["search", name, "--place", place]),
    ]),
    ["changes", "--since", "0", "--case", cases[0] ?? ""],
    ["check", companyList, "--column", "1"],
    ["check", caseList, "--cases"],
  ];
  const calls = [
    ...commands,
    ...commands.map((command) => [...command, "--json"]),
    ["hearings", "--ics"],
    ["hearings", "--format", "csv"],
    ["changes", "--since", "0", "--format", "csv"],
    ...names.map((name) => ["search", name, "--limit", "2", "--offset", "1"]),
    ...generations.map((generation) => ["show", numbers[0] ?? "", "--json", "--at", String(generation)]),
    ["show", "no number"],
    // All or none: the last one is no case, and nothing is followed.
    [
      "follow",
      ...cases.map((mark) => mark.toLowerCase()),
      ...cases.map((mark) => mark.replace(/@.*|$/, "@sud")),
      "none",
    ],
  ];
  const answers: Answers = {};
  for (const [command = "", ...rest] of calls) {
    const { code, output, errors } = await runHere(command, target, ...rest);
    answers[[command, ...rest].join(" ").replaceAll(folder, "FOLDER")] = `${code}\n${output}\n${errors}`;
  }
  return answers;
}

async function exported(target: string, folder: string, { generations }: AskedOfAll): Promise<Answers> {
  const answers: Answers = {};
  for (const format of ["csv", "ndjson", "parquet"])
    for (const generation of generations.slice(-2)) {
      const place = join(folder, format);
      const options = ["--format", format, "--generation", String(generation), "--changes", "--json"];
      const { code, output, errors } = await runHere("export", target, place, ...options);
      answers[`export ${format} ${generation}`] = `${code}\n${output}\n${errors}`;
      for (const [file, content] of Object.entries(contents(place))) answers[`${format}/${file}`] = content;
    }
  return answers;
}

async function served(target: string, { generations, numbers, names, places, cases }: AskedOfAll): Promise<Answers> {
  const subjects = numbers.map((number) => `/subject/${number}`);
  const marks = cases.map((mark) => `/case/${encodeURIComponent(mark)}`);
  const searches = names.map(encodeURIComponent);
  await using page = await serve(target, { port: 0 });
  const answers: Answers = {};
  const ask = async (path: string): Promise<string> => {
    answers[path] = await get(page.url, path);
    return answers[path];
  };
  for (const path of [
    "/",
    "/changes.atom",
    "/changes.atom?about=insolvency",
    "/changes.json?since=0&about=insolvency",
    ...places.map((place) => `/changes.atom?place=${encodeURIComponent(place)}`),
    "/hearings.ics",
    ...searches.flatMap((name) => [`/?q=${name}`, `/search.json?q=${name}&limit=2`]),
    ...[...subjects, ...marks].flatMap((path) => [path, `${path}.json`, `${path}.atom`]),
    ...subjects.slice(0, 1).map((path) => `${path}?at=${generations.at(-1)}`),
    ...generations.flatMap((one) => [`/generation/${one}`, `/generation/${one}.csv`]),
  ])
    await ask(path);
  for (let next = "/changes.json?since=0&limit=40"; next !== ""; )
    next = /"next":"([^"]*)"/.exec(await ask(next))?.[1] ?? "";
  return answers;
}

/** An answer with its entity tag. It is asked for by a host without a port, which links and tags are made of. */
async function get(url: string, path: string): Promise<string> {
  return await new Promise((resolve, reject) => {
    request(`${url}${path}`, { headers: { host: "localhost" } }, async (response) => {
      const { statusCode, headers } = response;
      resolve([statusCode, headers.location, headers.etag, await text(response)].join("\n"));
    })
      .on("error", reject)
      .end();
  });
}

async function toldAssistants(target: string, { numbers, names, cases }: AskedOfAll): Promise<Answers> {
  const questions: [tool: string, asked: object][] = [
    ...names.map((name): [string, object] => ["find_company", { name }]),
    ...numbers.flatMap((number): [string, object][] => [
      ["company_by_number", { number }],
      ["company_history", { number }],
    ]),
    ...cases.map((mark): [string, object] => ["court_case", { case: mark }]),
    ["changes_since", { since: "0" }],
    ["changes_since", { since: "0", companies: numbers }],
    ["check_companies", { companies: [...numbers, ...names] }],
  ];
  const answers: Answers = {};
  for (const [name, asked] of questions) {
    const tool = tools[name];
    if (!tool) throw new Error(`There is no tool ${name}.`);
    answers[`${name} ${JSON.stringify(asked)}`] = await readCopy(target, {}, (snapshot) =>
      answerOf(snapshot, tool, asked),
    ).then(writeJson, String);
  }
  return answers;
}
