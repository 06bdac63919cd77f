/** What spec:diff says about a change of the OpenAPI document. `rules.md` shows it as tables, and says what the columns mean. */
import type { Rule, Section } from "./rule.ts";

const operations = {
  "operation-added": {
    verdict: "safe",
    says: "`{subject}` is new: `{request}`.",
    rest: "Nothing; it is available to call.",
    servers: "Serve it: the conformance suite asks for it.",
  },
  "operation-removed": {
    verdict: "breaking (compile)",
    says: "`{subject}` is gone: `{request}`.",
    rest: "Remove calls of `{subject}`. Stay on the last release while the service still has it.",
    release: ["suite names"],
  },
  "operation-removed renamed": {
    verdict: "breaking (compile)",
    says: "`{subject}` is gone: `{request}`.",
    rest: "If it was renamed, call {others}, whose rows have the same fields; otherwise remove calls of `{subject}`. Stay on the last release while the service still has it.",
    release: ["suite names"],
  },
  "operation-id-changed": {
    verdict: "breaking (compile)",
    says: "`{from}` is now called `{to}`.",
    rest: "Call it by its new name, which the type of its parameters follows. Requests are unchanged.",
    release: ["client names"],
  },
  "tag-changed": {
    verdict: "breaking (compile)",
    says: "`{subject}` is now under the tag `{to}`, so it is another property of the client.",
    rest: "Call it by its new name. Requests are unchanged.",
    release: ["client names", "suite names"],
  },
  "path-changed": {
    verdict: "breaking (run)",
    says: "The path `{from}` is now `{to}`{slash}.",
    rest: "Update the client together with the service: a released client asks for the old path.",
    servers: "Serve `{to}`; keep `{from}` while released clients are in use.",
  },
  "answer-changed": {
    verdict: "breaking (compile)",
    says: "`{subject}` now returns {to}, no longer {from}.",
    rest: "Change the code that calls it, and what reads its XML.",
    servers: "Send {to}.",
  },
  "server-path-changed": {
    verdict: "breaking (run)",
    says: "The service is published under {to}, no longer under {from}.",
    rest: "Update the client together with the service: a released client adds the old path to its base URL.",
    servers: "Publish under {to}; keep {from} while released clients are in use.",
  },
  "server-path-added": {
    verdict: "safe",
    says: "The service is also published under {to}.",
    rest: "Nothing.",
    servers: "Also publish under {to}.",
    release: ["optional"],
  },
  "server-address-changed": {
    verdict: "documentation",
    says: "The service address or its default changed in the document.",
  },
  "key-changed": {
    verdict: "breaking (run)",
    says: "Access is by the {to}, no longer by the {from}.",
    rest: "Update the client together with the service, and give it what the new access takes: a released client asks by the old one.",
    servers: "Accept the {to}, and the old access while released clients are in use.",
  },
  "key-changed required": {
    verdict: "breaking (run)",
    says: "Access is now by the {to}; it was free.",
    rest: "Update the client together with the service, and give it what the new access takes.",
    servers: "Accept the {to}, and requests without it while released clients are in use.",
  },
  "key-dropped": {
    verdict: "risky",
    says: "Access is free; it was by the {from}.",
    rest: "Nothing, unless it was there to keep others out.",
    servers: "Answer requests without it, too.",
  },
  "key-taken-otherwise-too": {
    verdict: "safe",
    says: "Access is also by the {to}.",
    rest: "Nothing.",
    servers: "Also accept the {to}.",
    release: ["optional"],
  },
} as const;

const parameters = {
  "parameter-added": {
    verdict: "safe",
    says: "The optional parameter `{subject}` is new.",
    rest: "Nothing; it is available to use.",
    servers: "Accept it.",
    release: ["optional"],
  },
  "required-parameter-added": {
    verdict: "breaking (compile)",
    says: "The parameter `{subject}` is new and required.",
    rest: "Pass `{subject}` in every call.",
    servers: "Accept it; requests without it may be refused.",
  },
  "required-parameter-added pages": {
    verdict: "breaking (compile)",
    says: "The parameter `{subject}` is new and required.",
    rest: "Pass `{subject}` in every call. It returns one page: for every row, walk with `.all()`.",
    servers: "Accept it; requests without it may be refused.",
  },
  "parameter-removed": {
    verdict: "breaking (compile)",
    says: "The parameter `{subject}` is gone.",
    rest: "Stop passing `{subject}`: the service no longer promises to respect it.",
  },
  "parameter-removed pages": {
    verdict: "breaking (compile)",
    says: "The parameter `{subject}` is gone.",
    rest: "Stop passing `{subject}`: the service no longer promises to respect it. The walks `.all()` and `.pages()` are gone, too.",
  },
  "parameter-became-required": {
    verdict: "breaking (compile)",
    says: "The parameter `{subject}` is now required.",
    rest: "Pass `{subject}` in every call.",
  },
  "parameter-became-optional": {
    verdict: "safe",
    says: "The parameter `{subject}` is now optional.",
    rest: "Nothing.",
    servers: "Answer requests without `{subject}`, too.",
  },
  "parameter-moved": {
    verdict: "breaking (run)",
    says: "The parameter `{subject}` moved from the {from} to the {to}.",
    rest: "Update the client together with the service: a released client sends it the old way.",
    servers: "Accept it the new way, and the old way while released clients are in use.",
  },
  "parameter-written-otherwise": {
    verdict: "breaking (run)",
    says: "The parameter `{subject}` is written another way in the URL (`{what}`).",
    rest: "Update the client together with the service: a released client sends it the old way.",
    servers: "Accept it the new way, and the old way while released clients are in use.",
  },
  "path-parameter-renamed": {
    verdict: "breaking (compile)",
    says: "The parameter `{from}` in the path is now called `{to}`.",
    rest: "Pass it by its new name. Requests are unchanged.",
    release: ["client names"],
  },
  "parameter-type-changed": {
    verdict: "breaking (compile)",
    says: "The parameter `{subject}` is now {to}, no longer {from}.",
    rest: "Pass `{subject}` in its new type.",
    servers: "Take `{subject}` in its new type.",
  },
  "parameter-type-wider": {
    verdict: "safe",
    says: "The parameter `{subject}` is now {to}, no longer {from}.",
    rest: "Nothing.",
    servers: "Accept the additional values.",
  },
  "parameter-type-narrower": {
    verdict: "breaking (run)",
    says: "The parameter `{subject}` is now {to}, no longer {from}.",
    rest: "Check what you pass as `{subject}`: some values may be refused now.",
  },
  "parameter-values-changed": {
    verdict: "breaking (run)",
    says: "The parameter `{subject}` is now {to}, no longer {from}.",
    rest: "Check what you pass as `{subject}`: some values may be refused now.",
    servers: "Accept {to}.",
  },
  "parameter-values-changed listed": {
    verdict: "breaking (compile)",
    says: "The parameter `{subject}` is now {to}, no longer {from}.",
    rest: "Pass a value that it has now: others no longer compile.",
    servers: "Accept {to}.",
  },
  "parameter-values-narrower": {
    verdict: "breaking (run)",
    says: "The parameter `{subject}` is now {to}, no longer {from}.",
    rest: "Check what you pass as `{subject}`: some values may be refused now.",
  },
  "parameter-values-narrower listed": {
    verdict: "breaking (compile)",
    says: "The parameter `{subject}` is now {to}, no longer {from}.",
    rest: "Pass a value that it has now: others no longer compile.",
  },
  "parameter-values-wider": {
    verdict: "safe",
    says: "The parameter `{subject}` is now {to}, no longer {from}.",
    rest: "Nothing.",
    servers: "Accept the additional values.",
  },
  "default-added": {
    verdict: "risky",
    says: "The parameter `{subject}` now has the default {to}.",
    rest: "Pass `{subject}` where you rely on its default.",
    servers: "Use the new default where a request has no `{subject}`.",
  },
  "default-changed": {
    verdict: "breaking (run)",
    says: "The default of the parameter `{subject}` is now {to}, no longer {from}.",
    rest: "Pass `{subject}` where you rely on its default.",
    servers: "Use the new default where a request has no `{subject}`.",
  },
  "default-changed gone": {
    verdict: "breaking (run)",
    says: "The parameter `{subject}` no longer has the default {from}.",
    rest: "Pass `{subject}` where you rely on its default.",
  },
} as const;

const responses = {
  "success-status-added": {
    verdict: "risky",
    says: "A response may now have the status `{subject}`.",
    rest: "Check what your code does with it.",
  },
  "success-status-removed": {
    verdict: "breaking (run)",
    says: "The status `{subject}` is gone.",
    rest: "Expect what the contract says now.",
    servers: "Respond with what the contract says now.",
  },
  "error-status-described": {
    verdict: "safe",
    says: "The status `{subject}` is now described.",
    rest: "Nothing; handle it if it helps.",
    servers: "Send it where the contract says.",
    release: ["optional"],
  },
  "error-status-gone": {
    verdict: "risky",
    says: "The status `{subject}` is no longer described.",
    rest: "Do not rely on it.",
  },
  "error-body-changed": {
    verdict: "risky",
    says: "The body of a response with the status `{subject}` changed.",
    rest: "Check what you read from it.",
    servers: "Send it in its new form.",
    release: ["optional"],
  },
  "representation-added": {
    verdict: "safe",
    says: "Responses are also available as `{subject}`.",
    rest: "Nothing; ask for it if it helps.",
    servers: "Serve it.",
  },
  "representation-removed": {
    verdict: "breaking (run)",
    says: "Responses are no longer available as `{subject}`.",
    rest: "Ask for another representation.",
  },
  "header-added": {
    verdict: "safe",
    says: "Responses now have the header `{subject}`.",
    rest: "Nothing; it is available to read.",
    servers: "Send it.",
  },
  "header-removed": {
    verdict: "breaking (run)",
    says: "Responses no longer have the header `{subject}`.",
    rest: "Stop using it.",
  },
  "header-removed total": {
    verdict: "breaking (compile)",
    says: "Responses no longer have the header `{subject}`.",
    rest: "Stop using it: the clients no longer have it.",
  },
  "header-became-required": {
    verdict: "safe",
    says: "Every response now has the header `{subject}`.",
    servers: "Always send it.",
  },
  "header-became-optional": {
    verdict: "risky",
    says: "The header `{subject}` may now be absent.",
    rest: "Handle its absence.",
  },
  "header-type-changed": {
    verdict: "breaking (run)",
    says: "The header `{subject}` is now {to}, no longer {from}.",
    rest: "Check where you read it.",
    servers: "Send {to}.",
  },
  "header-type-narrower": {
    verdict: "safe",
    says: "The header `{subject}` is now {to}, no longer {from}.",
    servers: "Send {to}.",
  },
  "header-type-wider": {
    verdict: "risky",
    says: "The header `{subject}` is now {to}, no longer {from}.",
    rest: "Check where you read it.",
  },
} as const;

const fields = {
  "field-added": {
    verdict: "safe",
    says: "The optional field `{subject}` ({type}) is new.",
    rest: "Nothing; it is available to read.",
    servers: "Send it when there is a value.",
    release: ["optional"],
  },
  "required-field-added": {
    verdict: "risky",
    says: "The required field `{subject}` ({type}) is new.",
    rest: "Rows that you create yourself, such as test data, need it; a server that does not send it yet breaks the type.",
    servers: "Send it in every row.",
  },
  "field-removed": {
    verdict: "breaking (compile)",
    says: "The {required}field `{subject}` ({type}) is gone.",
    rest: "Remove reads of `{name}`.",
    servers: "Leave it out.",
    release: ["optional"],
  },
  "field-removed renamed": {
    verdict: "breaking (compile)",
    says: "The {required}field `{subject}` ({type}) is gone.",
    rest: "Read {others} instead of `{name}`, if that is its new name.",
    servers: "Leave it out.",
    release: ["optional"],
  },
  "field-became-optional": {
    verdict: "breaking (compile)",
    says: "`{subject}` is now optional.",
    rest: "Handle its absence.",
  },
  "field-became-required": {
    verdict: "risky",
    says: "`{subject}` is now in every row.",
    rest: "Rows that you create yourself, such as test data, need it; a server that does not send it yet breaks the type.",
    servers: "Send it in every row.",
  },
  "field-may-be-null": {
    verdict: "breaking (compile)",
    says: "`{subject}` may now be null.",
    rest: "Handle null.",
  },
  "field-may-be-null optional": {
    verdict: "risky",
    says: "`{subject}` may now be null.",
    rest: "Check where you read it: its type had null before, so that no compiler notices.",
  },
  "field-never-null": {
    verdict: "risky",
    says: "`{subject}` is no longer null.",
    rest: "Rows that you create yourself, such as test data, must not have null there; a server that still sends it breaks the type.",
    servers: "Never send null there.",
  },
  "field-never-null optional": {
    verdict: "safe",
    says: "`{subject}` is no longer null.",
    servers: "Leave it out where it was null.",
  },
  "field-type-changed": {
    verdict: "breaking (compile)",
    says: "`{subject}` is now {to}, no longer {from}.",
    rest: "Read it as {type}.",
    servers: "Send {to}.",
  },
  "field-type-changed integer-to-number": {
    verdict: "breaking (compile)",
    says: "`{subject}` is now {to}, no longer {from}.",
    rest: "Read it as {type}.",
  },
  "field-type-changed to-bigint": {
    verdict: "breaking (compile)",
    says: "`{subject}` is now {to}, no longer {from}.",
    rest: 'With `integers: "bigint"`, read it as a bigint; with numbers, expect an error where a number cannot hold it.',
  },
  "field-type-changed from-bigint": {
    verdict: "breaking (compile)",
    says: "`{subject}` is now {to}, no longer {from}.",
    rest: 'With `integers: "bigint"`, read it as a number; with numbers, nothing.',
    servers: "Send {to}.",
  },
  "field-type-narrower": {
    verdict: "safe",
    says: "`{subject}` is now {to}, no longer {from}.",
    servers: "Send only {to}.",
  },
  "field-type-wider integer": {
    verdict: "risky",
    says: "`{subject}` is now {to}, no longer {from}.",
    rest: "Check where you store it: it may be larger than before.",
  },
  "field-type-wider text": {
    verdict: "risky",
    says: "`{subject}` is now {to}, no longer {from}.",
    rest: "Check where you parse it: it may be any text.",
  },
  "field-values-changed": {
    verdict: "breaking (run)",
    says: "`{subject}` is now {to}, no longer {from}.",
    rest: "Check where you read it: code compiles, but the values differ.",
    servers: "Send {to}.",
  },
  "field-values-changed listed": {
    verdict: "breaking (compile)",
    says: "`{subject}` is now {to}, no longer {from}.",
    rest: "Handle the other values; those that are gone can no longer be compared with it.",
    servers: "Send only {to}.",
  },
  "field-values-narrower": {
    verdict: "safe",
    says: "`{subject}` is now {to}, no longer {from}.",
    servers: "Send only {to}.",
  },
  "field-values-narrower listed": {
    verdict: "risky",
    says: "`{subject}` is now {to}, no longer {from}.",
    rest: "Comparisons with other values, and rows that you create yourself with them, no longer compile.",
    servers: "Send only {to}.",
  },
  "field-values-wider": {
    verdict: "risky",
    says: "`{subject}` is now {to}, no longer {from}.",
    rest: "Check where you store or parse it: it may be {to}.",
  },
  "field-values-wider listed": {
    verdict: "breaking (compile)",
    says: "`{subject}` is now {to}, no longer {from}.",
    rest: "Handle the values that it did not have before.",
  },
  "field-values-changed integer-to-number": {
    verdict: "breaking (run)",
    says: "`{subject}` is now {to}, no longer {from}.",
    rest: "Check where you read it: code compiles, but the values differ.",
  },
} as const;

const xml = {
  "xml-root-renamed": {
    verdict: "breaking (run)",
    says: "The XML root{where} is now `{to}`, no longer `{from}`.",
    rest: "Change the code that reads the XML; JSON is unchanged.",
    servers: "Send the XML in its new form.",
  },
  "xml-element-renamed": {
    verdict: "breaking (run)",
    says: "The XML element{where} is now `{to}`, no longer `{from}`.",
    rest: "Change the code that reads the XML; JSON is unchanged.",
    servers: "Send the XML in its new form.",
  },
  "xml-item-named": {
    verdict: "risky",
    says: "The element of a row is now named in the contract: `{to}`.",
    rest: "Change the code that reads the XML; JSON is unchanged.",
    servers: "Send the XML in its new form.",
  },
  "xml-form-changed": {
    verdict: "breaking (run)",
    says: "The XML form of `{subject}` (attribute, wrapping, namespace) is now `{to}`, no longer `{from}`.",
    rest: "Change the code that reads the XML; JSON is unchanged.",
    servers: "Send the XML in its new form.",
  },
} as const;

const types = {
  "type-name-gone": {
    verdict: "breaking (compile)",
    says: "The type of `{subject}` is no longer exported.",
    rest: "Remove it from your code.",
    release: ["client names"],
  },
  "type-name-gone alike": {
    verdict: "breaking (compile)",
    says: "The type of `{subject}` is no longer exported.",
    rest: "If it was renamed, import the type of {others}, which has the same fields; otherwise remove it from your code.",
    release: ["client names"],
  },
  "type-name-gone renamed": {
    verdict: "breaking (compile)",
    says: "The type of `{subject}` is no longer exported under that name.",
    rest: "Import the type by its new name, that of {others}.",
    release: ["client names"],
  },
  "type-parameter-added": {
    verdict: "breaking (compile)",
    says: "The type of `{subject}` now holds integers of 64 bits, so it has a type parameter for them.",
    rest: 'With `integers: "bigint"`, write `<bigint>` after its name; with numbers, nothing.',
  },
} as const;

const anywhere = {
  deprecated: { verdict: "safe", says: "{what} is deprecated.", rest: "Plan to stop using it." },
  "no-longer-deprecated": { verdict: "safe", says: "{what} is no longer deprecated." },
  documentation: { verdict: "documentation", says: "The documentation of {what} changed." },
  unknown: {
    verdict: "risky",
    says: "`{what}` of `{subject}` changed, and no rule explains that.",
    rest: "Review it by hand.",
    servers: "Review it by hand.",
  },
} as const;

export type RestRule =
  | keyof typeof operations
  | keyof typeof parameters
  | keyof typeof responses
  | keyof typeof fields
  | keyof typeof xml
  | keyof typeof types
  | keyof typeof anywhere;

export const restRules: Readonly<Record<RestRule, Rule>> = {
  ...operations,
  ...parameters,
  ...responses,
  ...fields,
  ...xml,
  ...types,
  ...anywhere,
};

export const restSections: readonly Section[] = [
  { title: "Operations, their address and the key", rules: operations },
  {
    title: "Parameters",
    about: `Values go from clients to servers, so a narrower contract breaks callers. A default that is new: nobody could rely on one, but a server may
have had another value. A default that is gone: any is allowed.`,
    rules: parameters,
  },
  {
    title: "Statuses, representations and headers",
    about: "The clients have a type for the header of the total alone; others are read from the raw response.",
    rules: responses,
  },
  {
    title: "Fields",
    about: `Values go from servers to clients, so a wider contract breaks readers. A new required field is risky: types promise what only servers that
follow the change can fulfil.`,
    rules: fields,
  },
  { title: "XML", about: "JSON and the types of the clients stay the same.", rules: xml },
  { title: "Types of the clients", rules: types },
  {
    title: "Anywhere",
    about: "No change of the contract goes unnoticed: what no other rule explains is `unknown`.",
    rules: anywhere,
  },
];
