/** What programs are answered, as JSON Schema. A test holds it against real answers. */
import { companyColumns } from "../store/company.ts";

const text = { type: "string" } as const;
const count = { type: "integer", minimum: 0 } as const;
const nullable = (type: string, description: string): object => ({ type: [type, "null"], description });
const ref = (name: string): object => ({ $ref: `#/components/schemas/${name}` });
const listOf = (items: object, description?: string): object => ({
  type: "array",
  items,
  ...(description === undefined ? {} : { description }),
});

/** An object with these fields and no others. */
const object = (properties: Readonly<Record<string, object>>, required = Object.keys(properties)): object => ({
  type: "object",
  required,
  properties,
  additionalProperties: false,
});

const mark = {
  generation: { type: "integer", minimum: 1, description: "The generation that this is from." },
  completed: { type: "string", format: "date-time", description: "When it was complete." },
};

const standing = {
  deleted: nullable("string", "`datum_brisanja`: the day it was deleted, as sent. Null while it is in the register."),
  insolvency: {
    type: "string",
    description:
      "The signs of insolvency that are there, with `; ` between: `postupak`, a row of that list; `stecajna_masa` and `likvidacijska_masa`, another value than 0. Empty if none is; `unknown` if none is, and a list that has some was not copied.",
  },
  procedures: listOf(ref("Row"), "Its insolvency procedures: its rows of `postupak`, as sent."),
  stecajna_masa: { description: "As sent: the contract does not say what it means. Null if it was not sent." },
  likvidacijska_masa: { description: "As sent: the contract does not say what it means. Null if it was not sent." },
};

const place = {
  sjediste: nullable("string", "Street, number and place of its seat; of several, with `; ` between."),
  zupanija: nullable("string", "The county of its seat."),
};

const subject = {
  mbs: nullable("string", "With all nine digits; null if the row is about no subject, as in code lists."),
  oib: nullable("string", "With all eleven digits."),
  naziv: nullable("string", "Its short name."),
  ...place,
  case: nullable("string", "The court case that the row is about, as `MARK@COURT`; null if it is about none."),
  note: nullable("string", "What the user has written down about the case, as of now; null if nothing."),
};

const shownLists = listOf(ref("ShownList"), "Every list that has rows of it.");

/** One of several schemas, or null. Each has a name: generators of clients make a type of it. */
const orNull = (name: string, description: string): object => ({ oneOf: [{ type: "null" }, ref(name)], description });

/** The schemas by their names. */
export const schemas: Readonly<Record<string, object>> = {
  Row: {
    type: "object",
    description:
      "A row of a list, its fields as the service sent them: an `mbs` or `oib` is mostly a number without its zeros.",
  },
  Subjects: object({
    number: { type: "string", description: "What was looked up, with all its digits." },
    kind: { enum: ["mbs", "oib"] },
    isValid: { type: "boolean", description: "Whether it can be right: the check digit of an OIB may be wrong." },
    ...mark,
    subjects: listOf(ref("Subject"), "Usually one. Those that are not deleted come first."),
    missing: listOf(text, "Lists about subjects that this copy does not have."),
  }),
  Subject: object({
    mbs: { type: "string", description: "With all nine digits." },
    oib: nullable("string", "With all eleven digits."),
    oibIsValid: nullable("boolean", "Whether its check digit is right."),
    name: nullable("string", "Its short name."),
    ...standing,
    company: orNull("Company", "The company as the view `company` has it; null if that has none."),
    lists: shownLists,
  }),
  Company: object(Object.fromEntries(companyColumns.map(({ name }) => [name, { type: ["string", "null"] }]))),
  ShownList: object({ list: text, about: text, rows: listOf(ref("ShownRow")) }),
  ShownRow: object({
    row: ref("Row"),
    meanings: {
      type: "object",
      additionalProperties: text,
      description: "What its codes mean, by field: the name of a court, for instance.",
    },
  }),
  Case: object({
    mark: text,
    court: { type: "integer" },
    courtName: nullable("string", "Name of its court, if the copy has it."),
    followed: orNull("FollowedCase", "What is recorded of it as of now; null if it is not followed any more."),
    ...mark,
    lists: shownLists,
  }),
  FollowedCase: object({
    mark: text,
    court: { type: "integer" },
    since: { type: "string", format: "date-time", description: "When it was followed." },
    asked: nullable("integer", "The newest generation that has what the service answered."),
    missing: nullable("string", "When the service first said that there is no such case; null if it did not."),
    problem: nullable("string", "Why its rows are those of an earlier generation; null if they are not."),
    note: nullable("string", "What the user has written down about it; null if nothing."),
  }),
  SearchPage: object({
    ...mark,
    found: listOf(ref("FoundSubject"), "The best first."),
    more: { type: "boolean", description: "Whether there are more after these." },
    total: { type: ["integer", "null"], minimum: 0, description: "How many there are in all. Null: more than 1,000." },
    next: nullable("string", "Path of the next page; null if this is the last."),
  }),
  FoundSubject: object({
    mbs: { type: "string", description: "With all nine digits." },
    oib: nullable("string", "With all eleven digits."),
    name: { type: "string", description: "The name that has the text in it." },
    list: { type: "string", description: "The list that has this name." },
    shortName: nullable("string", "Its short name."),
    ...place,
    ...standing,
  }),
  ChangesPage: object({
    from: object({
      generation: { ...count, description: "What was compared with; 0 if all rows count as new." },
      completed: { ...nullable("string", "When it was complete; null if it is not kept itself."), format: "date-time" },
    }),
    to: object(mark),
    isFirst: {
      type: "boolean",
      description: "Whether there is nothing to compare with: `from` is `to`, the first copy.",
    },
    changes: listOf(ref("Change")),
    next: nullable("string", "Path of the next page, of the same two generations; null if this is the last."),
  }),
  Change: { oneOf: [ref("RowCameOrWent"), ref("RowChanged")] },
  RowCameOrWent: object({ list: text, change: { enum: ["new", "gone"] }, ...subject, row: ref("Row") }),
  RowChanged: object({
    list: text,
    change: { const: "changed" },
    ...subject,
    key: listOf(text, "The fields by which the old row and the new one are known to be the same thing."),
    fields: listOf(ref("FieldChange"), "The fields whose values changed."),
    row: ref("Row"),
  }),
  FieldChange: object({ field: text, old: {}, new: {} }),
  Problem: object({
    type: { const: "about:blank" },
    title: text,
    status: { type: "integer" },
    detail: { type: "string", description: "What is wrong, and what to do." },
  }),
};
