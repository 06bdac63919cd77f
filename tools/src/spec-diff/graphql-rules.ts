/** What spec:diff says about a change of the GraphQL specs. `rules.md` shows it as tables, and says what the columns mean. */
import type { Rule, Section } from "./rule.ts";

const schema = {
  "sdl-field-added": {
    verdict: "safe",
    says: "The field `{subject}` (`{addedFieldReturnType}`) is new.",
    graphql: "Nothing; it is available to select.",
    servers: "Serve it.",
    foundAs: ["FIELD_ADDED"],
  },
  "sdl-field-removed": {
    verdict: "breaking (run)",
    says: "The field `{subject}` is gone.",
    graphql: "Remove it from your queries: a query that selects it is refused.",
    foundAs: ["FIELD_REMOVED"],
  },
  "sdl-field-removed renamed": {
    verdict: "breaking (run)",
    says: "The field `{subject}` is gone.",
    graphql: "Select {others} instead, if that is its new name: a query with the old one is refused.",
  },
  "sdl-field-type-changed": {
    verdict: "breaking (run)",
    says: "The field `{subject}` is now `{newFieldType}`, no longer `{oldFieldType}`.",
    graphql: "Read it in its new type.",
    servers: "Answer with `{newFieldType}`.",
    foundAs: ["FIELD_TYPE_CHANGED breaking"],
  },
  "sdl-field-never-null": {
    verdict: "risky",
    says: "The field `{subject}` is now `{newFieldType}`, no longer `{oldFieldType}`.",
    graphql:
      "Responses that you make yourself, such as test data, need it; a server that still has nulls there returns errors.",
    servers: "Never return null there.",
    foundAs: ["FIELD_TYPE_CHANGED"],
  },
  "sdl-argument-added": {
    verdict: "safe",
    says: "The optional argument `{subject}` is new.",
    graphql: "Nothing; it is available to use.",
    servers: "Accept it.",
    foundAs: ["FIELD_ARGUMENT_ADDED"],
  },
  "sdl-required-argument-added": {
    verdict: "breaking (run)",
    says: "The argument `{subject}` is new and required.",
    graphql: "Pass it in every query.",
    servers: "Accept it.",
    foundAs: ["FIELD_ARGUMENT_ADDED breaking"],
  },
  "sdl-argument-removed": {
    verdict: "breaking (run)",
    says: "The argument `{subject}` is gone.",
    graphql: "Stop passing it: a query that does is refused.",
    foundAs: ["FIELD_ARGUMENT_REMOVED"],
  },
  "sdl-argument-type-changed": {
    verdict: "breaking (run)",
    says: "The argument `{subject}` is now `{newArgumentType}`, no longer `{oldArgumentType}`.",
    graphql: "Pass `{newArgumentType}`: queries with a variable of the old type are refused.",
    servers: "Accept `{newArgumentType}`.",
    foundAs: ["FIELD_ARGUMENT_TYPE_CHANGED breaking"],
  },
  "sdl-argument-type-wider": {
    verdict: "safe",
    says: "The argument `{subject}` is now `{newArgumentType}`, no longer `{oldArgumentType}`.",
    graphql: "Nothing.",
    servers: "Accept `{newArgumentType}`.",
    foundAs: ["FIELD_ARGUMENT_TYPE_CHANGED"],
  },
  "sdl-default-added": {
    verdict: "risky",
    says: "The argument `{subject}` now has the default `{newDefaultValue}`.",
    graphql: "Pass it where you rely on its default.",
    servers: "Use the new default.",
  },
  "sdl-default-changed": {
    verdict: "breaking (run)",
    says: "The default of `{subject}` is now `{newDefaultValue}`, no longer `{oldDefaultValue}`.",
    graphql: "Pass it where you rely on its default.",
    servers: "Use the new default.",
    foundAs: ["FIELD_ARGUMENT_DEFAULT_CHANGED"],
  },
  "sdl-default-changed gone": {
    verdict: "breaking (run)",
    says: "The argument `{subject}` no longer has the default `{oldDefaultValue}`.",
    graphql: "Pass it where you rely on its default.",
    servers: "Use the new default.",
  },
  "sdl-type-added": {
    verdict: "safe",
    says: "The type `{subject}` is new.",
    graphql: "Nothing; it is available to use.",
    servers: "Serve it.",
    foundAs: ["TYPE_ADDED"],
  },
  "sdl-type-removed": {
    verdict: "breaking (run)",
    says: "The type `{subject}` is gone, or has another name.",
    graphql: "Remove it from your queries and code, or use what replaces it.",
    servers: "Serve the schema as it is now.",
    foundAs: ["TYPE_REMOVED"],
  },
  "sdl-enum-value-added": {
    verdict: "risky",
    says: "The value `{subject}` of an enum is new.",
    graphql: "Handle it where you read it in queries of your own.",
    servers: "Accept it, and send it where it holds.",
    foundAs: ["ENUM_VALUE_ADDED"],
  },
  "sdl-enum-value-added read": {
    verdict: "breaking (compile)",
    says: "The value `{subject}` of an enum is new.",
    graphql: "Handle the value that it did not have before.",
    servers: "Accept it, and send it where it holds.",
  },
  "sdl-enum-value-removed": {
    verdict: "breaking (run)",
    says: "The value `{subject}` of an enum is gone.",
    graphql: "Stop passing it, and comparing with it: a query that passes it is refused.",
    servers: "Send it no longer.",
    foundAs: ["ENUM_VALUE_REMOVED"],
  },
  "sdl-input-field-added": {
    verdict: "safe",
    says: "The optional field `{subject}` (`{addedInputFieldType}`) of an input is new.",
    graphql: "Nothing; it is available to pass.",
    servers: "Accept it.",
    foundAs: ["INPUT_FIELD_ADDED"],
  },
  "sdl-required-input-field-added": {
    verdict: "breaking (run)",
    says: "The field `{subject}` (`{addedInputFieldType}`) of an input is new and required.",
    graphql: "Pass it wherever you pass the input.",
    servers: "Accept it.",
    foundAs: ["INPUT_FIELD_ADDED breaking"],
  },
  "sdl-input-field-removed": {
    verdict: "breaking (run)",
    says: "The field `{subject}` of an input is gone.",
    graphql: "Stop passing it: a query that does is refused.",
    foundAs: ["INPUT_FIELD_REMOVED"],
  },
  "sdl-input-field-type-changed": {
    verdict: "breaking (run)",
    says: "The field `{subject}` of an input is now `{newInputFieldType}`, no longer `{oldInputFieldType}`.",
    graphql: "Pass it in its new type.",
    servers: "Accept `{newInputFieldType}`.",
    foundAs: ["INPUT_FIELD_TYPE_CHANGED breaking"],
  },
  "sdl-input-field-type-wider": {
    verdict: "safe",
    says: "The field `{subject}` of an input is now `{newInputFieldType}`, no longer `{oldInputFieldType}`.",
    graphql: "Nothing.",
    servers: "Accept `{newInputFieldType}`.",
    foundAs: ["INPUT_FIELD_TYPE_CHANGED"],
  },
  "sdl-interface-removed": {
    verdict: "breaking (run)",
    says: "`{objectTypeName}` no longer implements `{removedInterfaceName}`.",
    graphql: "Select by the type itself: a fragment on the interface no longer applies to it.",
    foundAs: ["OBJECT_TYPE_INTERFACE_REMOVED"],
  },
  "sdl-deprecated": {
    verdict: "safe",
    says: "`{subject}` is deprecated.",
    graphql: "Plan to stop using it.",
    foundAs: [
      "FIELD_DEPRECATION_ADDED",
      "ENUM_VALUE_DEPRECATION_REASON_ADDED",
      "DIRECTIVE_USAGE_ARGUMENT_DEFINITION_ADDED",
      "DIRECTIVE_USAGE_INPUT_FIELD_DEFINITION_ADDED",
    ],
  },
  "sdl-no-longer-deprecated": {
    verdict: "safe",
    says: "`{subject}` is no longer deprecated.",
    foundAs: [
      "FIELD_DEPRECATION_REMOVED",
      "ENUM_VALUE_DEPRECATION_REASON_REMOVED",
      "DIRECTIVE_USAGE_ARGUMENT_DEFINITION_REMOVED",
      "DIRECTIVE_USAGE_INPUT_FIELD_DEFINITION_REMOVED",
    ],
  },
  "sdl-directive-added": {
    verdict: "safe",
    says: "The directive `{subject}` is new.",
    graphql: "Nothing; it is available to use.",
    servers: "Accept it.",
  },
  "sdl-directive-used": { verdict: "safe", says: "The directives on `{subject}` changed; no query sees them." },
  "sdl-directive-apart": { verdict: "safe", says: "The directive `{subject}` changed or is new; no query can use it." },
  documentation: { verdict: "documentation", says: "The documentation of `{subject}` changed." },
} as const;

const unexplained = {
  breaking: {
    verdict: "breaking (run)",
    says: "`{subject}`: {message}",
    graphql: "Check your queries that use it.",
    servers: "Serve the schema as it is now.",
  },
  risky: {
    verdict: "risky",
    says: "`{subject}`: {message}",
    graphql: "Check your queries that use it.",
    servers: "Serve the schema as it is now.",
  },
  safe: {
    verdict: "safe",
    says: "`{subject}`: {message}",
    graphql: "Nothing.",
    servers: "Serve the schema as it is now.",
  },
} as const;

const documents = {
  "document-added": {
    verdict: "safe",
    says: "The operation `{subject}` is shipped.",
    graphql: "Nothing; it is available to call.",
  },
  "document-removed": {
    verdict: "breaking (compile)",
    says: "The operation `{subject}` is no longer shipped.",
    graphql: "Use your own document where you call it.",
  },
  "document-removed refused": {
    verdict: "breaking (compile)",
    says: "The operation `{subject}` is no longer shipped.",
    graphql: "Remove calls of it: any query of it is refused.",
  },
  "document-invalid": {
    verdict: "breaking",
    says: "The shipped operation `{subject}` is not valid against the schema: {message}",
    graphql: "Nothing yet: `specs/operations/{subject}.graphql` has to follow the schema before a release.",
  },
  "document-changed": {
    verdict: "risky",
    says: "The document `{subject}` changed, and no rule explains that.",
    graphql: "Review it by hand.",
  },
  "selection-added": {
    verdict: "risky",
    says: "`{subject}` is also selected (`{path}`).",
    graphql: "It is available to read; values that you create yourself, such as test data, need it.",
  },
  "new-field-selected": {
    verdict: "risky",
    says: "`{subject}` is also selected (`{path}`). A service that does not have the field yet refuses the whole query.",
    graphql: "Update when the service has the field.",
    servers: "Serve the field before clients with this release are in use.",
  },
  "new-argument-passed": {
    verdict: "risky",
    says: "`{subject}` is passed. A service that does not know the argument yet refuses the whole query.",
    graphql: "Update when the service knows the argument, even if you do not pass it.",
    servers: "Accept the argument before clients with this release are in use.",
  },
  "selection-removed": {
    verdict: "breaking (compile)",
    says: "`{subject}` is no longer selected (`{path}`).",
    graphql: "Use your own document where you read it.",
  },
  "selection-conditional": {
    verdict: "breaking (compile)",
    says: "`{subject}` is no longer always selected (`{path}`).",
    graphql: "Handle its absence.",
  },
  "selection-changed": {
    verdict: "risky",
    says: "`{subject}` is asked for in another way (`{path}`).",
    graphql: "Check what it returns.",
  },
  "selection-changed otherwise": {
    verdict: "breaking (compile)",
    says: "`{subject}` is asked for in another way (`{path}`).",
    graphql: "Check what it returns.",
  },
  "variable-added": {
    verdict: "safe",
    says: "The optional variable `{subject}` is new.",
    graphql: "Nothing; it is available to use.",
  },
  "first-variable-added": {
    verdict: "breaking (compile)",
    says: "The variable `{subject}` is new, and the first: the method now takes variables before its options.",
    graphql: "Pass an object of variables first; it may be empty.",
  },
  "required-variable-added": {
    verdict: "breaking (compile)",
    says: "The variable `{subject}` is new and required.",
    graphql: "Pass it.",
  },
  "variable-removed": {
    verdict: "breaking (compile)",
    says: "The variable `{subject}` is gone.",
    graphql: "Stop passing it, or pass it by its new name.",
  },
  "variable-type-wider": {
    verdict: "safe",
    says: "The variable `{subject}` is now `{to}`, no longer `{from}`.",
    graphql: "Nothing.",
  },
  "variable-type-changed": {
    verdict: "breaking (compile)",
    says: "The variable `{subject}` is now `{to}`, no longer `{from}`.",
    graphql: "Pass it in its new type.",
  },
  "variable-type-changed values": {
    verdict: "breaking (run)",
    says: "The variable `{subject}` is now `{to}`, no longer `{from}`.",
    graphql: "Check what you pass: some values may be refused now.",
  },
  "variable-default-changed added": {
    verdict: "risky",
    says: "The default of the variable `{subject}` is now {to}; it was {from}.",
    graphql: "Pass it where you rely on its default.",
  },
  "variable-default-changed": {
    verdict: "breaking (run)",
    says: "The default of the variable `{subject}` is now {to}; it was {from}.",
    graphql: "Pass it where you rely on its default.",
  },
  "variable-default-changed required": {
    verdict: "breaking (compile)",
    says: "The default of the variable `{subject}` is now {to}; it was {from}.",
    graphql: "Pass it where you rely on its default.",
  },
  "type-name-gone whole": {
    verdict: "breaking (compile)",
    says: "The type `{subject}` is no longer exported under that name: its operation does not select {left}.",
    graphql: "Import the type by its new name.",
    release: ["client names"],
  },
  "type-name-gone values": {
    verdict: "breaking (compile)",
    says: "The type `{subject}` is no longer exported: no operation that is shipped reads or passes it.",
    graphql: "Write the type yourself where you use it.",
    release: ["client names"],
  },
  "type-name-gone part": {
    verdict: "breaking (compile)",
    says: "The type `{subject}` is no longer exported under that name: its operation now selects something else there.",
    graphql: "Import the type by its new name.",
    release: ["client names"],
  },
  "type-parameter-added": {
    verdict: "breaking (compile)",
    says: "The type `{subject}` now holds integers, so it has a type parameter for them.",
    graphql: 'With `integers: "bigint"`, name it `{subject}<bigint>`; with numbers, nothing.',
  },
} as const;

export type GraphqlRule = keyof typeof schema | keyof typeof unexplained | keyof typeof documents;

export const graphqlRules: Readonly<Record<GraphqlRule, Rule>> = { ...schema, ...unexplained, ...documents };

export const graphqlSections: readonly Section[] = [
  {
    title: "The schema",
    about: `graphql-inspector knows most verdicts. Ours differ in three cases. It calls a new optional argument dangerous, but queries without it keep
their meaning. It calls a changed default dangerous, but a query without the argument is answered differently. It calls a field that is
never null any more safe, but on a server that still returns null, the whole parent fails. A removed or changed field breaks compilation
instead, if a document of the client selects it.`,
    rules: schema,
  },
  {
    title: "What no other rule explains",
    about: "The verdict and the words are graphql-inspector's, and so is the id of the rule in reports.",
    rules: unexplained,
  },
  {
    title: "The documents that the client ships",
    about: "Servers serve the same as before.",
    rules: documents,
  },
];
