/** What generated code calls by name, what the package exports by hand, and the name that stands for the type parameter. */
const taken = new Set([
  ...["Array", "BigInteger", "Promise"],
  ...["CallOptions", "CourtCasesClient", "CourtCasesClientOptions", "Document", "ErrorDetails", "ErrorKind"],
  ...[
    "GraphQLFailure",
    "HeaderValues",
    "IntegerOf",
    "Integers",
    "IntegersOption",
    "Limiter",
    "Lookup",
    "ManyOptions",
    "Operations",
    "RegisterError",
  ],
  ...["RequestEvent", "RequestLimits", "ResponseEvent"],
  ...["ReplaceNumbers", "RequestParameters", "WithIntegers"],
]);

/** Whether a type of the schema cannot be exported under its own name. All words of TypeScript, such as `null`, are in lower case. */
export const isTaken = (type: string): boolean => taken.has(type) || /^[a-z]+$/.test(type);
