/** The generations that are complete, and their seals. */
import { hash } from "node:crypto";
import { followedIn } from "../cases/followed.ts";
import { caseLists } from "../generated/lists.ts";
import { MirrorError } from "../mirror-error.ts";
import { version } from "../version.ts";
import type { Interface } from "../wire/list.ts";
import { compareTexts, type Database, type Reading, type SqlRow, type Writing } from "./database.ts";
import { targetName } from "./target-name.ts";
import { formatIn, upgradesFrom } from "./upgrades.ts";

/** What a generation changed in a list. */
export interface ListChange {
  list: string;
  rows: number;
  new: number;
  gone: number;
  /** Values outside their type. */
  misfits: number;
}

/** A complete copy of the register, or of the court cases. */
export interface GenerationSummary {
  generation: number;
  /** What it is a copy of. */
  of: Interface;
  /** Base URL of the service that it is from. */
  service: string;
  /** The state that the service named; undefined if it names none. */
  state: string | undefined;
  /** How it is known that all rows are of one moment: `state` or `read again`. */
  proof: string;
  started: string;
  completed: string;
  /** The newest generation when the sync began that made it; 0 if there was none. A sync of both interfaces makes two generations. */
  before: number;
  /** What changed in the lists that were copied. */
  lists: ListChange[];
}

/** What is recorded of a list in a generation, pruned ones too. */
export interface ListRecord extends ListChange {
  /** Sum of the hashes of the rows that it has: the same for the same rows, whatever their history. */
  contentSum: string;
  /** Sum of the rows that it has, by `weigh`. */
  rowsSum: string;
  /** Sum of the rows that are gone in it. */
  goneSum: string;
  /** Whether its rows are kept, so that the sums can be computed again. */
  isKept: boolean;
}

/** What is recorded of a generation, pruned ones too. */
export interface GenerationRecord extends Omit<GenerationSummary, "lists" | "of"> {
  lists: ListRecord[];
  /** Whether readers can ask for it. */
  isKept: boolean;
  seal: string;
  /** Seals that it had before a court case was forgotten. */
  former: readonly string[];
  /** Seals that it had by earlier rules, for what it still has. */
  aliases: readonly string[];
}

/** What is sealed of a generation. */
type SealedPart = Omit<GenerationRecord, "seal" | "former" | "aliases" | "isKept">;

/** The number of the rule by which `sealOf`, `copySealIn`, `weigh` and `hashRow` seal. Another rule has another number. */
export const sealRule = 1;

/**
 * The part of a row in a sum that does not depend on the order in which rows are added: its hash, weighed by its number and by the
 * generation that brought it, so that no two rows can change places.
 */
export const weigh = (rowHash: string, row: number, first: number): bigint =>
  BigInt(`0x${rowHash}`) * ((BigInt(first) << 48n) + 2n * BigInt(row) + 1n);

/** Writes a sum as 32 hexadecimal digits. */
export const sumText = (sum: bigint): string => BigInt.asUintN(128, sum).toString(16).padStart(32, "0");

/** Reads a sum. */
export const sumOf = (text: string): bigint => BigInt(`0x${text}`);

/** The identity of a copy: a random UUID, made with its tables. Exports know by it whose they are. */
export async function identityIn(reading: Reading): Promise<string> {
  const [row] = await reading.all("SELECT copy_id FROM mirror_format");
  return String(row?.copy_id);
}

/** All records, the oldest first. */
export async function recordsIn(reading: Reading): Promise<GenerationRecord[]> {
  const rows = await reading.all("SELECT * FROM mirror_generations WHERE completed IS NOT NULL ORDER BY generation");
  const counts = new Map<number, ListRecord[]>(rows.map(({ generation }) => [Number(generation), []]));
  for (const row of (await reading.all("SELECT * FROM mirror_counts")).sort(byList))
    counts.get(Number(row.generation))?.push(listRecord(row));
  return rows.map((row) => ({
    generation: Number(row.generation),
    service: String(row.service),
    state: row.state == null ? undefined : String(row.state),
    proof: String(row.proof),
    started: String(row.started),
    completed: String(row.completed),
    before: Number(row.before),
    lists: counts.get(Number(row.generation)) ?? [],
    isKept: Number(row.kept) === 1,
    seal: String(row.seal),
    former: sealsIn(row.former),
    aliases: sealsIn(row.aliases),
  }));
}

const sealsIn = (text: unknown): string[] => (text == null ? [] : String(text).split(" "));

/** What a generation of these lists is a copy of. */
export const interfaceOf = (lists: readonly string[]): Interface =>
  lists.some((list) => caseLists.some(({ name }) => name === list)) ? "cases" : "register";

/** Orders rows of the mirror's tables by their lists. */
const byList = (one: SqlRow, other: SqlRow): number => compareTexts(String(one.list), String(other.list));

const listRecord = (row: SqlRow): ListRecord => ({
  list: String(row.list),
  rows: Number(row.row_count),
  new: Number(row.new_count),
  gone: Number(row.gone_count),
  misfits: Number(row.misfit_count),
  contentSum: String(row.content_sum),
  rowsSum: String(row.rows_sum),
  goneSum: String(row.gone_sum),
  isKept: Number(row.kept) === 1,
});

/** All generations of which something is kept, the oldest first. */
export const generations = (database: Database): Promise<GenerationSummary[]> => database.read(generationsIn);

/** The same, within a reading. */
export async function generationsIn(reading: Reading): Promise<GenerationSummary[]> {
  const all = await recordsIn(reading);
  return all.flatMap(({ isKept: _, seal: __, former: ___, aliases: ____, lists, ...generation }) => {
    const kept = lists.filter((list) => list.isKept);
    const of = interfaceOf(lists.map(({ list }) => list));
    return kept.length === 0 ? [] : [{ of, ...generation, lists: kept.map(changeOf) }];
  });
}

/** What users are told of a record. */
export const changeOf = ({ list, rows, new: fresh, gone, misfits }: ListRecord): ListChange => ({
  list,
  rows,
  new: fresh,
  gone,
  misfits,
});

/** The newest generation that has copied a list. */
export const latestOf = <Generation extends Pick<GenerationSummary, "lists">>(
  all: readonly Generation[],
  list: string,
): Generation | undefined => all.findLast(({ lists }) => lists.some((one) => one.list === list));

/**
 * The seal of a generation: one hash for all that is recorded of it, and for the generations before it.
 *
 * @param before - The seal of the generation before it; of the first one, the identity of the copy.
 */
function sealOf(before: string, generation: SealedPart): string {
  const { state = null, lists } = generation;
  const counts = lists
    .map((one) => [one.list, one.rows, one.new, one.gone, one.misfits, one.contentSum, one.rowsSum, one.goneSum])
    .sort(([one], [other]) => compareTexts(String(one), String(other)));
  const { generation: number, service, proof, started, completed } = generation;
  return sha256([before, number, service, state, proof, started, completed, generation.before, counts]);
}

/** The seal of a copy: one hash for the newest seal, what is kept, the columns of its lists, and the cases that it follows. */
async function copySealIn(reading: Reading, all: readonly GenerationRecord[], writtenBy: unknown): Promise<string> {
  const columns = await reading.all("SELECT list, position, name, type FROM mirror_columns ORDER BY position");
  const followed = await followedIn(reading);
  return sha256([
    all.at(-1)?.seal ?? "",
    all.map(({ isKept, former, aliases, lists }) => [
      isKept,
      former,
      aliases,
      lists.filter((list) => list.isKept).map(({ list }) => list),
    ]),
    columns.sort(byList).map(({ list, position, name, type }) => [list, Number(position), name, type]),
    followed.map((one) => [one.mark, one.court, one.since, one.asked, one.missing, one.problem, one.note]),
    writtenBy,
  ]);
}

export const sha256 = (value: unknown): string => hash("sha256", JSON.stringify(value, numberOrText), "hex");

/** JSON has null for what is no number: then a text that another program has put in its place would count as absent. */
const numberOrText = (_name: string, value: unknown): unknown =>
  typeof value === "number" && !Number.isFinite(value) ? String(value) : value;

/** Records and seals the generation that is being made: readers see it from then on. The copy is to be sealed after that. */
export async function publishGeneration(writing: Writing, generation: SealedPart): Promise<void> {
  const { generation: number, proof, completed, lists } = generation;
  await writing.insert(
    "mirror_counts",
    [
      ...["generation", "list", "row_count", "new_count", "gone_count", "misfit_count"],
      ...["content_sum", "rows_sum", "gone_sum", "kept"],
    ],
    lists.map((one) => [
      ...[number, one.list, one.rows, one.new, one.gone, one.misfits],
      ...[one.contentSum, one.rowsSum, one.goneSum, 1],
    ]),
  );
  const before = (await recordsIn(writing)).at(-1)?.seal ?? (await identityIn(writing));
  await writing.run(
    "UPDATE mirror_generations SET proof = $1, completed = $2, seal = $3 WHERE generation = $4",
    proof,
    completed,
    sealOf(before, generation),
    number,
  );
}

/**
 * Seals all generations anew. The copy is to be sealed after that.
 *
 * @param why - `forgotten`: a court case is not in them any more, and who knows an earlier seal may have it. `upgraded`: the rule is another
 * one, and what they have is the same.
 */
export async function resealGenerations(writing: Writing, why: "forgotten" | "upgraded"): Promise<void> {
  let before = await identityIn(writing);
  for (const record of await recordsIn(writing)) {
    before = sealOf(before, record);
    if (before === record.seal) continue;
    const { former, aliases, seal } = record;
    const [others, same] = why === "forgotten" ? [[...former, ...aliases, seal], []] : [former, [...aliases, seal]];
    await writing.run(
      "UPDATE mirror_generations SET seal = $1, former = $2, aliases = $3 WHERE generation = $4",
      before,
      others.join(" ") || null,
      same.join(" ") || null,
      record.generation,
    );
  }
}

/** Seals the copy anew, after a generation was published or pruned, a list has got columns, or a case is followed. */
export async function sealCopy(writing: Writing, writtenBy: string = version): Promise<void> {
  const seal = await copySealIn(writing, await recordsIn(writing), writtenBy);
  await writing.run("UPDATE mirror_format SET seal = $1, seal_rule = $2, written_by = $3", seal, sealRule, writtenBy);
}

/** Compares every seal with what is recorded, by the rule of the copy's format. Returns what is wrong, if anything. */
export async function brokenSeal(reading: Reading): Promise<string | undefined> {
  const { version: format } = await formatIn(reading);
  const changing = upgradesFrom(format).find((step) => step.brokenSeal);
  return await (changing?.brokenSeal ?? brokenSealOfThis)(reading);
}

async function brokenSealOfThis(reading: Reading): Promise<string | undefined> {
  const all = await recordsIn(reading);
  let before = await identityIn(reading);
  for (const [index, record] of all.entries()) {
    if (record.generation !== index + 1) return `generation ${index + 1} is missing`;
    if (sealOf(before, record) !== record.seal)
      return `what is recorded of generation ${record.generation} is not what was published`;
    before = record.seal;
  }
  const [copy] = await reading.all("SELECT seal, seal_rule, written_by FROM mirror_format");
  if (Number(copy?.seal_rule) !== sealRule) return `its seals are by rule ${copy?.seal_rule}, and not by ${sealRule}`;
  const isWhole = copy?.seal === (await copySealIn(reading, all, copy?.written_by));
  return isWhole
    ? undefined
    : "the newest generation, the columns of a list, the cases that are followed, what is kept, or the version that has written it, is not what the mirror has written";
}

/** @throws MirrorError of kind `damaged` if a seal is broken. What a run skips rests on these records. */
export const checkSeals = (database: Database, target: string): Promise<void> =>
  database.read((reading) => checkSealsIn(reading, target));

/** The same, within a reading. */
export async function checkSealsIn(reading: Reading, target: string): Promise<void> {
  const broken = await brokenSeal(reading);
  if (broken !== undefined)
    throw new MirrorError(
      "damaged",
      `${targetName(target)} is damaged: ${broken}. Restore it from a backup, or copy the register into another target. The command verify says more.`,
    );
}
