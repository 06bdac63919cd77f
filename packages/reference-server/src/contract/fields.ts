import type { Bounds } from "./bounds.ts";

/** The kinds of values in a row. An "integer" has no stated width: it may be of any size. */
export type Kind = "int32" | "int64" | "integer" | "double" | "string" | "date" | "date-time" | "email" | "boolean";

/** A field with one value. */
export interface ScalarField {
  readonly name: string;
  readonly kind: Kind;
  readonly required: boolean;
  /** What else the contract says of its values. */
  readonly bounds?: readonly Bounds[];
}

/** A nested object: the expanded form of the id in the field `idField`, or plain when it lies inside another object. */
export interface ObjectField {
  readonly name: string;
  readonly kind: "object";
  /** Name of the object's schema: what is known of an id is shared by all fields of the same schema. */
  readonly schema: string;
  readonly fields: readonly Field[];
  readonly idField: string | undefined;
}

export type Field = ScalarField | ObjectField;

/** What one kind of row looks like, in either interface. */
export interface RowType {
  readonly name: string;
  readonly fields: readonly Field[];
  /** Rows that the contract shows. */
  readonly examples: readonly Readonly<Record<string, unknown>>[];
}

export const isScalar = (field: Field): field is ScalarField => field.kind !== "object";
