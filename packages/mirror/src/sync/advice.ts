import type { RegisterError } from "@court-register/fetch";
import type { Interface } from "../wire/list.ts";

/** Parts of the client's messages that are about its options, and what is true of the mirror. */
const ownWords: readonly (readonly [clients: string, ours: string])[] = [
  ["the option parse threw", "the response cannot be read:"],
  [
    "the option parse must return an array of objects, but returned",
    "the service must send an array of objects, but sent",
  ],
  [", the option maxBody", ""],
  [", one for each 8 bytes of the option maxBody", ""],
  ["without /javni: the client adds it", "without /javni, which is added"],
  ["the walk", "the copy"],
  ["configure the final URL", "give the final URL as baseUrl"],
  [" and how they are sent (authentication)", ""],
  ["configure the final one", "give the final one as baseUrl"],
];

/** A sentence about what only a program that calls the client can do. */
const clientsAdvice =
  / [A-Z][^.]*\b(?:maxWait|maxBody|asResponse|parse|parser|walk|signal|limit|timeout|headers that the client|body of this error)\b[^.]*\./g;

/** What the mirror's users can do instead, by the interface whose client it is. */
const advice: Readonly<Record<Interface, { readonly [Kind in RegisterError["kind"]]?: string }>> = {
  register: {
    authentication: " Check the option subscriptionKey.",
    "rate-limit": " Send fewer with the option rate, or try again later.",
    "too-large":
      " Raise the option maxBody; where the list has pages, asking for fewer rows with the option limit does as well.",
    timeout: " Raise the option timeout, or ask for fewer rows with the option limit.",
  },
  cases: {
    authentication: " Check the option graphqlHeaders.",
    "rate-limit": " Send fewer with the option rate, or try again later.",
    "too-large": " Raise the option maxBody.",
    timeout: " Raise the option timeout.",
  },
};

/** What to do about an error, beyond what its message says. */
function adviceOn({ kind, tokenUrl, headers }: RegisterError, of: Interface): string {
  // What is wrong with a token says the message alone.
  if (tokenUrl !== undefined) return "";
  if (kind === "authentication" && wantsToken(headers))
    return " Check the options tokenUrl and clientId, and COURT_REGISTER_CLIENT_SECRET.";
  return advice[of][kind] ?? "";
}

/** Whether a service wants an access token (RFC 6750, section 3). */
export const wantsToken = (headers: RegisterError["headers"]): boolean =>
  /\bbearer\b/i.test(headers?.["www-authenticate"] ?? "");

/** The message of an error of the client for users of the mirror: what they can do with it, and no options that it does not have. */
export function inOwnWords(error: RegisterError, of: Interface = "register"): string {
  const { message } = error;
  // What the service says and the place of the request stay as they are.
  const [said = ""] = /(?: The service says: .*)? \(\S+, attempt \d+\)$/s.exec(message) ?? [];
  const what = ownWords.reduce(
    (text, [clients, ours]) =>
      text.replaceAll(clients, of === "cases" ? ours.replaceAll("baseUrl", "graphqlUrl") : ours),
    message.slice(0, message.length - said.length).replaceAll(clientsAdvice, ""),
  );
  return `${what}${adviceOn(error, of)}${said}`;
}
