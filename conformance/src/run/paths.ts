import type { Operation } from "../contract/shape/operation.ts";
import { type Datum, present } from "../evidence/datum.ts";
import type { Random } from "../shared/random.ts";

/** Values for the parameters in the path of an operation. */
export interface NamedPath {
  values: Readonly<Record<string, string>>;
  /** Why the service may not have what they name; undefined if a list of the same resource shows it. */
  doubtful?: string;
}

/** Rows of a list that are kept for each operation. */
const kept = 50;

/** The resource of an operation: its tag. */
const resourceOf = ({ id }: Operation): string => id.split(".", 1)[0] ?? id;

/** Learns from the rows of lists what can be looked up by parameters in the path. */
export class Paths {
  readonly #operations: readonly Operation[];
  /** By the id of the operation that looks up, then by that of the list. */
  readonly #found = new Map<string, Map<string, NamedPath["values"][]>>();
  /** The path of an operation stays the same for the whole run. */
  readonly #chosen = new Map<string, NamedPath>();

  constructor(operations: readonly Operation[]) {
    this.#operations = operations;
  }

  /** Keeps what the rows of a list have in the fields that other operations are looked up by. */
  learn(list: Operation, rows: readonly Datum[]): void {
    for (const operation of this.#operations.filter((one) => listsFor(one, [list]).length > 0)) {
      const names = operation.inPath.map(({ name }) => name);
      const values = rows
        .map((row) => valuesIn(row, names))
        .filter((one) => one !== undefined)
        .slice(0, kept);
      const found = this.#found.get(operation.id) ?? new Map();
      this.#found.set(operation.id, found.set(list.id, values));
    }
  }

  /** The list that most likely shows what can be looked up, if it was not asked so far: whatever else a run asks, it is the same one. */
  listToAsk(operation: Operation): Operation | undefined {
    const [list] = listsFor(operation, this.#operations);
    const isKnown = this.#chosen.has(operation.id) || this.#found.get(operation.id)?.has(list?.id ?? "") === true;
    return isKnown ? undefined : list;
  }

  /** What is sent for the parameters in the path; undefined if no list shows it, and the spec has no example. */
  of(operation: Operation, random: Random): NamedPath | undefined {
    const known = this.#chosen.get(operation.id) ?? this.#choose(operation, random);
    if (known !== undefined) this.#chosen.set(operation.id, known);
    return known;
  }

  #choose(operation: Operation, random: Random): NamedPath | undefined {
    const found = this.#found.get(operation.id);
    for (const list of listsFor(operation, this.#operations)) {
      const rows = found?.get(list.id) ?? [];
      const values = rows[random.integer(0, Math.max(0, rows.length - 1))];
      if (values === undefined) continue;
      const isOwn = resourceOf(list) === resourceOf(operation);
      return { values, ...(isOwn ? {} : { doubtful: `only ${list.name} shows such a row, another resource` }) };
    }
    const examples = operation.inPath.map(({ name, example }) => [name, example] as const);
    if (examples.some(([, example]) => example === undefined)) return undefined;
    return {
      values: Object.fromEntries(examples) as NamedPath["values"],
      doubtful: "no list shows such a row, and the service need not have the spec's example",
    };
  }
}

/** The lists that have the fields that an operation is looked up by, those of its own resource first. */
export function listsFor(operation: Operation, all: readonly Operation[]): Operation[] {
  const names = operation.inPath.map(({ name }) => name);
  const isOwn = (list: Operation): boolean => resourceOf(list) === resourceOf(operation);
  // Every resource has its own `id`.
  const has = (list: Operation): boolean =>
    names.every((name) => list.fields.some((field) => field.name === name) && (isOwn(list) || name !== "id"));
  if (names.length === 0) return [];
  const lists = all.filter((list) => list.answer === "list" && list.inPath.length === 0 && has(list));
  return [...lists.filter(isOwn), ...lists.filter((list) => !isOwn(list))];
}

/** The values of some fields of a row, as text; undefined if it does not have them all. */
export function valuesIn(row: Datum, names: readonly string[]): NamedPath["values"] | undefined {
  if (row.kind !== "object") return undefined;
  const values = names.map((name) => [name, textOf(present(row, name))] as const);
  return values.every(([, text]) => text !== undefined && text !== "")
    ? (Object.fromEntries(values) as NamedPath["values"])
    : undefined;
}

const textOf = (value: Datum | undefined): string | undefined =>
  value?.kind === "boolean" ? String(value.value) : value !== undefined && "text" in value ? value.text : undefined;
