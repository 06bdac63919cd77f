/**
 * A GraphQL document: plain text that carries the types of its answer and of its variables.
 *
 * Integers of any size (`BigInteger`) are typed as `number` in `Result`; a client with `integers: "bigint"` answers with
 * `bigint` in their place.
 *
 * @example
 * ```ts
 * const marks = "{ sudovi { sudOznaka } }" as Document<{ sudovi: { sudOznaka: string | null }[] | null }>;
 * ```
 */
export type Document<Result, Variables = Record<string, never>> = string & {
  /** Never there at run time: it holds the types. */
  readonly "~types"?: (variables: Variables) => Result;
};
