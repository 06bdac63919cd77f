/** The court cases, as a copy reads them: exact, and an error of one case is no error of the others. */
import {
  type CourtCasesClientOptions,
  createCourtCasesClient,
  type PredmetQueryVariables,
  RegisterError,
} from "@court-register/graphql";
import { requestLimiter } from "@court-register/graphql/limiter";
import type { CaseKey } from "../../cases/mark.ts";
import type { List } from "../../wire/list.ts";
import { parseWire, textOf, type WireObject, type WireValue } from "../../wire/wire.ts";
import { withOwnOptions } from "../advice.ts";
import { afterPage } from "../after-page.ts";
import { credentialsOf, defaultMaxBody, type TokenOptions } from "../source.ts";
import { type CaseAnswer, cases, readCase, readList } from "./case-answer.ts";

/** How the service of court cases is asked. */
export interface CasesSourceOptions extends TokenOptions {
  baseUrl?: string | undefined;
  graphqlUrl?: string | undefined;
  graphqlHeaders?: Readonly<Record<string, string>> | undefined;
  rate?: number | undefined;
  timeout?: number | undefined;
  maxBody?: number | undefined;
  fetch?: CourtCasesClientOptions["fetch"];
  random?: CourtCasesClientOptions["random"];
  signal?: AbortSignal | undefined;
}

/** Cases that a document asks for. */
export const perDocument = 20;

/** How many cases a document has, if more of them fail. */
const sizes = [5, 1];

/** A method of the client without variables, with what `parse` has made of the responses. */
type Method = (options: object) => Promise<WireValue>;

/** One with variables. */
interface LookUp {
  (variables: object, options: object): Promise<WireValue>;
  many(keys: readonly object[], options: object): Promise<(WireValue | RegisterError)[]>;
}

/** The methods of the client by name. */
interface Client {
  [name: string]: Method | LookUp;
}

/** Rows of a page of a list, at most. */
const perPage = 100;

/** Failures that are not about what was asked for: another document would fail too. */
const ofService: ReadonlySet<string> = new Set([
  "aborted",
  "authentication",
  "connection",
  "rate-limit",
  "redirect",
  "timeout",
]);

/** Whether the tokens are for the court cases too: a token goes to one origin, that of the register, and a header of the user comes first. */
function takesToken({ baseUrl, graphqlUrl, graphqlHeaders = {} }: CasesSourceOptions): boolean {
  const { COURT_REGISTER_BASE_URL, COURT_REGISTER_GRAPHQL_URL } = process.env;
  const [root, url] = [baseUrl || COURT_REGISTER_BASE_URL, graphqlUrl || COURT_REGISTER_GRAPHQL_URL];
  if (Object.keys(graphqlHeaders).some((name) => name.toLowerCase() === "authorization")) return false;
  return !root || originOf(root) === originOf(url);
}

const originOf = (url: string | undefined): string | undefined =>
  url && URL.canParse(url) ? new URL(url).origin : undefined;

/** Reads the court cases of a GraphQL endpoint. */
export class CasesSource {
  /** Where the service is. */
  readonly service: string;
  readonly #client: Client;
  readonly #signal: AbortSignal | undefined;
  requests = 0;
  /** Cases of a document, at most: fewer than {@link perDocument} if the service has refused so many, and has answered for all of them in smaller ones. */
  #most = perDocument;

  /** @throws TypeError if an option cannot work. */
  constructor(options: CasesSourceOptions) {
    const { graphqlUrl, graphqlHeaders, rate, timeout, maxBody = defaultMaxBody, fetch, random, signal } = options;
    this.#signal = signal;
    const clientOptions: CourtCasesClientOptions = {
      url: graphqlUrl,
      credentials: takesToken(options) ? credentialsOf(options, fetch) : undefined,
      headers: { "user-agent": "court-register-mirror", ...graphqlHeaders },
      timeout,
      maxBody,
      fetch,
      random,
      parse: parseWire,
      ...(rate === undefined ? {} : { limiter: requestLimiter({ perMinute: rate }) }),
      onResponse: () => {
        this.requests++;
      },
    };
    const client: unknown = withOwnOptions("cases", () => createCourtCasesClient(clientOptions));
    // What follows the path may be a secret.
    const { origin, pathname } = new URL(graphqlUrl ?? process.env.COURT_REGISTER_GRAPHQL_URL ?? "");
    this.service = `${origin}${pathname}`.replace(/\/$/, "");
    // `parse` makes other values than the types say, and lists are asked for by names that are data here.
    this.#client = client as Client;
  }

  /** When the service was last updated, as it says so; undefined if it does not. */
  async state(): Promise<string | undefined> {
    const time = await this.#ask("posljednjeAzuriranje");
    return time === null ? undefined : textOf(time);
  }

  /**
   * The rows of a list that is not about a case.
   *
   * @throws MirrorError of kind `service` if it is none.
   */
  async list({ name, pages }: List): Promise<{ rows: readonly WireObject[]; emptySign?: string }> {
    const ask = (offset: number) => this.#ask(name, pages && pageFrom(offset, pages));
    // Asked once more before it is believed.
    const sent = (await ask(0)) ?? (await ask(0));
    if (sent === null) return { rows: [], emptySign: "null" };
    let before = { offset: 0, page: readList(name, sent) };
    const rows = [...before.page];
    while (pages && before.page.length > 0) {
      const offset = rows.length;
      const page = readList(name, (await ask(offset)) ?? []);
      if (afterPage(name, offset, page, before) === "done") break;
      rows.push(...page);
      before = { offset, page };
    }
    return { rows };
  }

  /**
   * Asks for some cases, at most as many as one document takes. One that is answered with an error as a whole is asked again in smaller ones.
   *
   * @returns an answer for each, in their order.
   * @throws RegisterError if the service itself fails.
   */
  async cases(keys: readonly CaseKey[]): Promise<CaseAnswer[]> {
    const answers = await this.#askIn(keys, this.#most);
    // What each of them fails with is about the service.
    const [first] = answers;
    if (keys.length > 1 && isFailure(first) && answers.every((one) => isFailure(one) && one.kind === "http"))
      throw first;
    return this.#read(keys, answers);
  }

  /** Asks in documents of so many cases. Services limit what one document may ask for, and one case may fail a whole one. */
  async #askIn(keys: readonly CaseKey[], size: number): Promise<(WireValue | RegisterError)[]> {
    const answers: (WireValue | RegisterError)[] = [];
    for (let place = 0; place < keys.length; place += size) {
      const some = keys.slice(place, place + size);
      const sent = await this.#askFor(some);
      const smaller = sizes.find((one) => one < some.length);
      if (smaller === undefined || !sent.every(isFailure)) {
        answers.push(...sent);
        continue;
      }
      const again = await this.#askIn(some, smaller);
      if (!again.some(isFailure)) this.#most = Math.min(this.#most, smaller);
      answers.push(...again);
    }
    return answers;
  }

  #read(keys: readonly CaseKey[], answers: readonly (WireValue | RegisterError)[]): CaseAnswer[] {
    return answers.map((answer, index) =>
      isFailure(answer) ? { problem: problemOf(answer) } : readCase(answer, keys[index] as CaseKey),
    );
  }

  async #askFor(keys: readonly CaseKey[]): Promise<(WireValue | RegisterError)[]> {
    const asked = keys.map(({ mark, court }) => ({ oznakaBroj: mark, sud: court }) satisfies PredmetQueryVariables);
    const answers = await (this.#client[cases.name] as LookUp).many(asked, { signal: this.#signal });
    const failure = answers.find((one) => one instanceof RegisterError && ofService.has(one.kind));
    if (failure) throw failure;
    return answers;
  }

  /** Calls a method. The contract decides whether it has variables: all of them are optional. */
  #ask(name: string, variables: object = {}): Promise<WireValue> {
    const options = { signal: this.#signal };
    const method = this.#client[name] as Client[string];
    return "many" in method ? method(variables, options) : method(options);
  }
}

/** The variables for a page. */
const pageFrom = (from: number, { offset, limit }: NonNullable<List["pages"]>): object =>
  withValue(withValue({}, offset, from), limit, perPage);

/** An object with a value at a path in it. */
const withValue = (
  object: Readonly<Record<string, unknown>>,
  [name = "", ...rest]: readonly string[],
  value: unknown,
): Record<string, unknown> => ({
  ...object,
  [name]: rest.length === 0 ? value : withValue({ ...(object[name] as object | undefined) }, rest, value),
});

const isFailure = (answer: unknown): answer is RegisterError => answer instanceof RegisterError;

/** What is wrong with the answer for a case, without the place of the request, which is the same for all. */
const problemOf = ({ operation, problem }: RegisterError): string => `${operation}: ${problem}`;
