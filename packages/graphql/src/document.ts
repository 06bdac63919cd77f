/**
 * A GraphQL document: plain text with the types of its result and its variables.
 *
 * Type integers of any size (`BigInteger`) as `number`: a client with `integers: "bigint"` returns `bigint` instead, and as a
 * variable every client takes either.
 *
 * @example
 * ```ts
 * const marks = "{ sudovi { sudOznaka } }" as Document<{ sudovi: { sudOznaka: string | null }[] | null }>;
 * ```
 */
export type Document<Result, Variables = Record<string, never>> = string & {
  /**
   * Does not exist at run time: it only holds the types. Other GraphQL clients, code generators and `ResultOf` of
   * `@graphql-typed-document-node/core` know it by this name.
   */
  readonly __apiType?: (variables: Variables) => Result;
};
