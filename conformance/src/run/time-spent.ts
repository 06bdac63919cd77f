import { queryFields } from "../contract/cases.ts";

/** The subject of a request, by its id: an operation (`gfi.list?…`), a query field (`graphql sudovi`), a case, or the schema. */
function subjectOf(id: string): string {
  const [, query] = /^graphql (.*)/.exec(id) ?? [];
  if (query === undefined) return id.slice(0, id.indexOf("."));
  if (query.includes("case")) return "predmet";
  return queryFields.some(({ name }) => name === query) ? query : "schema";
}

/** Adds up how long the service took to respond about each subject. */
export class TimeSpent {
  readonly #spent = new Map<string, number>();

  add(id: string, milliseconds: number): void {
    this.#spent.set(subjectOf(id), this.of(subjectOf(id)) + milliseconds);
  }

  of(subject: string): number {
    return this.#spent.get(subject) ?? 0;
  }
}
