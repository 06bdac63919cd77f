/** What the values of GraphQL's own scalars are. Int and Float are missing: the client takes every number for a BigInteger. */
export const ownScalars = { String: "string", Boolean: "boolean", ID: "string" } as const;
export type OwnScalar = keyof typeof ownScalars;
export const isOwnScalar = (name: string): name is OwnScalar => Object.hasOwn(ownScalars, name);
