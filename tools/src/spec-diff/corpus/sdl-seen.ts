import type { Case, Edit } from "./case.ts";

/** A query of which a shipped operation selects a part, and one which none selects. */
const offices: Edit[] = [
  {
    sdl: "type Query {",
    to: 'type Ured {\n  "Mark."\n  oznaka: String\n  "Name."\n  naziv: String\n}\n\ntype Upis {\n  "Name."\n  naziv: String\n  "Kind."\n  vrsta: String\n}\n\ntype Query {\n  "Offices."\n  uredi(oznake: [String!], razina: BigInteger): [Ured]\n  "Entries."\n  upisi: [Upis]',
  },
  { document: "uredi", text: "query uredi($oznake: [String!]) { uredi(oznake: $oznake) { naziv } }" },
];

/** Changes of the SDL that compilers see only where a shipped operation uses what changed. */
export const seenCases: Case[] = [
  {
    name: "field removed that no document selects",
    given: offices,
    edits: [{ sdl: /\n {2}"Kind."\n {2}vrsta: String(?=\n}\n\ntype Query)/, to: "" }],
    verdict: "breaking",
    who: ["graphql"],
    operations: [],
  },
  {
    name: "query field removed that no document selects",
    given: offices,
    edits: [{ sdl: '\n  "Entries."\n  upisi: [Upis]', to: "" }],
    verdict: "breaking",
    who: ["graphql"],
    operations: [],
  },
  {
    name: "type renamed of which a document selects a part",
    given: offices,
    edits: [{ sdl: /\bUred\b/, to: "Sluzba" }],
    verdict: "breaking",
    who: ["graphql", "servers"],
    operations: ["uredi"],
  },
  {
    name: "type replaced by one without a selected field",
    given: offices,
    edits: [
      { sdl: /type Ured {\n {2}"Mark."\n {2}oznaka: String\n {2}"Name."\n {2}naziv/, to: "type Sluzba {\n  ime" },
      { sdl: "[Ured]", to: "[Sluzba]" },
      { document: "uredi", replace: "naziv", to: "ime" },
    ],
    verdict: "breaking",
    who: ["graphql", "servers"],
    operations: ["uredi"],
  },
  {
    name: "argument removed that no document passes",
    given: offices,
    edits: [{ sdl: ", razina: BigInteger): [Ured]", to: "): [Ured]" }],
    verdict: "breaking",
    who: ["graphql"],
    operations: [],
  },
  {
    name: "items of a list variable may be null",
    given: offices,
    edits: [
      { sdl: "oznake: [String!]", to: "oznake: [String]" },
      { document: "uredi", replace: "[String!]", to: "[String]" },
    ],
    verdict: "safe",
    who: ["graphql", "servers"],
    operations: ["uredi"],
  },
  {
    name: "list variable became required",
    given: offices,
    edits: [{ document: "uredi", replace: "[String!]", to: "[String!]!" }],
    verdict: "breaking",
    who: ["graphql"],
    operations: ["uredi"],
  },
  {
    name: "variable that may be a list",
    given: [
      ...offices,
      { sdl: "oznake: [String!]", to: "oznake: String" },
      { document: "uredi", replace: "[String!]", to: "String" },
    ],
    edits: [
      { sdl: "oznake: String,", to: "oznake: [String]," },
      { document: "uredi", replace: "$oznake: String", to: "$oznake: [String]" },
    ],
    verdict: "breaking",
    who: ["graphql", "servers"],
    operations: ["uredi"],
  },
  {
    name: "scalar of a field changed to one of the same type",
    edits: [{ sdl: "  sudOznaka: String", to: "  sudOznaka: ID" }],
    verdict: "breaking",
    who: ["graphql", "servers"],
    operations: ["sudovi"],
  },
];
