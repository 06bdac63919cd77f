/** What the values of GraphQL's own scalars are, in JSON. No field is a Float: the client takes every number for an integer. */
export const ownScalars = { String: "string", Boolean: "boolean", ID: "string", Int: "number" } as const;
export type OwnScalar = keyof typeof ownScalars;
export const isOwnScalar = (name: string): name is OwnScalar => Object.hasOwn(ownScalars, name);
