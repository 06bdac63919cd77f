/** What programs may ask for, as OpenAPI. A test holds it against real answers. */
import { companyColumns } from "../store/company.ts";
import { version } from "../version.ts";

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

const shownLists = listOf(
  object({
    list: text,
    about: text,
    rows: listOf(
      object({
        row: ref("Row"),
        meanings: {
          type: "object",
          additionalProperties: text,
          description: "What its codes mean, by field: the name of a court, for instance.",
        },
      }),
    ),
  }),
  "Every list that has rows of it.",
);

const schemas = {
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
    company: {
      oneOf: [
        { type: "null" },
        object(Object.fromEntries(companyColumns.map(({ name }) => [name, { type: ["string", "null"] }]))),
      ],
      description: "The company as the view `company` has it; null if that has none.",
    },
    lists: shownLists,
  }),
  Case: object({
    mark: text,
    court: { type: "integer" },
    courtName: nullable("string", "Name of its court, if the copy has it."),
    followed: {
      oneOf: [
        { type: "null" },
        object({
          mark: text,
          court: { type: "integer" },
          since: { type: "string", format: "date-time", description: "When it was followed." },
          asked: nullable("integer", "The newest generation that has what the service answered."),
          missing: nullable("string", "When the service first said that there is no such case; null if it did not."),
          problem: nullable("string", "Why its rows are those of an earlier generation; null if they are not."),
          note: nullable("string", "What the user has written down about it; null if nothing."),
        }),
      ],
      description: "What is recorded of it as of now; null if it is not followed any more.",
    },
    ...mark,
    lists: shownLists,
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
  Change: {
    oneOf: [
      object({ list: text, change: { enum: ["new", "gone"] }, ...subject, row: ref("Row") }),
      object({
        list: text,
        change: { const: "changed" },
        ...subject,
        key: listOf(text, "The fields by which the old row and the new one are known to be the same thing."),
        fields: listOf(object({ field: text, old: {}, new: {} }), "The fields whose values changed."),
        row: ref("Row"),
      }),
    ],
  },
  Problem: object({
    type: { const: "about:blank" },
    title: text,
    status: { type: "integer" },
    detail: { type: "string", description: "What is wrong, and what to do." },
  }),
};

const problem = (description: string): object => ({
  description,
  content: { "application/problem+json": { schema: ref("Problem") } },
});

interface Parameter {
  name: string;
  in: "query" | "path";
  required?: true;
  description: string;
  schema: object;
}

const inQuery = (name: string, description: string, schema: object = text): Parameter => ({
  name,
  in: "query",
  description,
  schema,
});
const number: Parameter = {
  name: "number",
  in: "path",
  required: true,
  description: "OIB or MBS, with or without leading zeros.",
  schema: { type: "string", pattern: "^[0-9]{1,11}$" },
};
const caseParameter: Parameter = {
  name: "case",
  in: "path",
  required: true,
  description: "`MARK@COURT`, percent-encoded: the slash of a mark is `%2F`.",
  schema: text,
};
const inPlace = inQuery(
  "place",
  "Only subjects whose seat or county has these words, whole. Case, accents and punctuation do not matter.",
);
/** Parameters that ask for some of the changes. */
const narrowing = [
  inQuery("list", "Only these lists, with commas between, such as `subjekt,postupak`."),
  inQuery("about", "Only changes of insolvency: a sign of it came, went or became another.", { enum: ["insolvency"] }),
  inPlace,
];

function get(
  operationId: string,
  summary: string,
  parameters: readonly Parameter[],
  answer: Readonly<Record<string, object>>,
  others: Readonly<Record<string, object>> = {},
): object {
  return {
    get: {
      operationId,
      summary,
      parameters: [
        ...parameters,
        { name: "If-None-Match", in: "header", description: "The `ETag` of an earlier answer.", schema: text },
      ],
      responses: {
        200: { description: "It is here.", headers: { ETag: { schema: text } }, content: answer },
        304: { description: "It is the same as the answer with this `ETag`." },
        400: problem("The question is wrong."),
        503: problem("The copy cannot be read now. Ask again."),
        ...others,
      },
    },
  };
}

const json = (name: string): Readonly<Record<string, object>> => ({ "application/json": { schema: ref(name) } });
const atom = { "application/atom+xml": { schema: text } };
const noCase = { 404: problem("The copy does not know this case.") };
const nobody = { 404: problem("No subject has this number.") };

/** An OpenAPI document, as far as its readers here need it. */
interface OpenApiDocument {
  readonly openapi: "3.1.0";
  readonly info: Readonly<Record<"title" | "version" | "description", string>>;
  readonly servers: readonly { url: string }[];
  /** None: whoever reaches the server reads. */
  readonly security: readonly never[];
  readonly paths: Readonly<Record<string, object>>;
  readonly components: { readonly schemas: Readonly<Record<string, object>> };
}

/** The document. @param root - Where the server is found, if not at the root of where the document is. */
export const openApi = (root = "/"): OpenApiDocument => ({
  openapi: "3.1.0",
  info: {
    title: "A copy of the court register",
    version,
    description:
      "What `court-register-mirror serve` answers to programs: the words are those of its commands with `--json`. Programs may read it; no web page may, in a browser.",
  },
  servers: [{ url: root }],
  security: [],
  paths: {
    "/subject/{number}.json": get(
      "showSubject",
      "All that the register says of a subject",
      [number, inQuery("at", "How it was in this generation.", { type: "integer", minimum: 1 })],
      json("Subjects"),
      nobody,
    ),
    "/subject/{number}.atom": get("subjectFeed", "What each generation changed for a subject", [number], atom, nobody),
    "/case/{case}.json": get(
      "showCase",
      "All that the copy has of a court case",
      [caseParameter, inQuery("at", "How it was in this generation.", { type: "integer", minimum: 1 })],
      json("Case"),
      noCase,
    ),
    "/case/{case}.atom": get(
      "caseFeed",
      "What each generation changed for a court case",
      [caseParameter],
      atom,
      noCase,
    ),
    "/hearings.ics": get("hearings", "Hearings that are ahead, as iCalendar", [], {
      "text/calendar": { schema: text },
    }),
    "/search.json": get(
      "searchSubjects",
      "Subjects by a part of their name",
      [
        {
          ...inQuery("q", "A part of a name, or some of its words. Case, accents and punctuation do not matter."),
          required: true,
        },
        inPlace,
        inQuery("limit", "Subjects on a page.", { type: "integer", minimum: 1, maximum: 100, default: 20 }),
        inQuery("offset", "How many of the best to leave out.", { type: "integer", minimum: 0, default: 0 }),
      ],
      json("SearchPage"),
    ),
    "/changes.json": get(
      "listChanges",
      "What came, went and changed between two generations",
      [
        inQuery("since", "A generation; or a day or time, which stands for the last copy before it."),
        inQuery("until", "A generation; the newest, if not given.", { type: "integer", minimum: 1 }),
        ...narrowing,
        inQuery("mbs", "Only rows about the subject with this MBS."),
        inQuery("limit", "Changes on a page.", { type: "integer", minimum: 1, maximum: 5_000, default: 500 }),
        inQuery("after", "Where a page goes on: take it from `next`."),
      ],
      json("ChangesPage"),
    ),
    "/changes.atom": get("changesFeed", "What each generation changed, and for whom", narrowing, atom),
    "/generation/{generation}.csv": {
      get: {
        operationId: "generationAsCsv",
        summary: "What a generation changed, as CSV: a line for each field",
        parameters: [
          { name: "generation", in: "path", required: true, schema: { type: "integer", minimum: 1 } },
          ...narrowing,
        ],
        responses: {
          200: { description: "It is here.", content: { "text/csv": { schema: text } } },
          400: problem("The question is wrong."),
          404: problem("It is the first copy: there is nothing to compare it with."),
        },
      },
    },
    "/openapi.json": get("describeAnswers", "This document", [], {
      "application/json": { schema: { type: "object" } },
    }),
  },
  components: { schemas },
});
