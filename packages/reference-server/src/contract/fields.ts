import type { Bounds } from "./bounds.ts";

/** The kinds of single values in a row. An "integer" has no stated width: it may be of any size. */
export type FieldKind =
  | "int32"
  | "int64"
  | "integer"
  | "double"
  | "string"
  | "date"
  | "date-time"
  | "email"
  | "boolean";

interface Named {
  /** Empty for the items of a list. */
  readonly name: string;
  readonly required?: boolean;
  /** Whether the contract says that it may be null: it is then written as null, and not left out. */
  readonly nullable?: boolean;
}

/** A field with one value. */
export interface ScalarField extends Named {
  readonly kind: FieldKind;
  readonly required: boolean;
  /** What else the contract says of its values. */
  readonly bounds?: readonly Bounds[];
}

/** A nested object: the expanded form of the id in the field `idField`; without one, a value of its own. */
export interface ObjectField extends Named {
  readonly kind: "object";
  /** Name of the object's schema: what is known of an id is shared by all fields of the same schema. */
  readonly schema: string;
  readonly fields: readonly Field[];
  readonly idField: string | undefined;
}

/** A list of values or objects. In XML, it is an element for each of its items. */
export interface ListedField extends Named {
  readonly kind: "list";
  readonly items: Field;
}

export type Field = ScalarField | ObjectField | ListedField;

/** A field that is kept as text in both representations: a list, or an object without an id beside it. */
export type WholeField = ObjectField | ListedField;

/** What one kind of row looks like, in either interface. */
export interface RowType {
  readonly name: string;
  readonly fields: readonly Field[];
  /** Rows that the contract shows. */
  readonly examples: readonly Readonly<Record<string, unknown>>[];
}

export const isScalar = (field: Field): field is ScalarField => field.kind !== "object" && field.kind !== "list";

export const isWhole = (field: Field): field is WholeField =>
  field.kind === "list" || (field.kind === "object" && field.idField === undefined);

/** A nested object that an id beside it stands for. */
export const isExpanded = (field: Field): field is ObjectField =>
  field.kind === "object" && field.idField !== undefined;
