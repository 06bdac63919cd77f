/** A service that takes access tokens alone, as everything of ours reaches it over HTTP. */
import { execFile } from "node:child_process";
import { mkdtempDisposable, readdir, readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { createRegisterClient as createAxiosClient } from "@court-register/axios";
import { clientCredentials as forAxios } from "@court-register/axios/client-credentials";
import { createRegisterClient } from "@court-register/fetch";
import { clientCredentials } from "@court-register/fetch/client-credentials";
import { createCourtCasesClient } from "@court-register/graphql";
import { clientCredentials as forGraphql } from "@court-register/graphql/client-credentials";
import { type RunningServer, startServer } from "@court-register/reference-server";
import { afterAll, beforeAll, expect, test } from "vitest";
import { root } from "../src/shared/repository.ts";

const secret = "tajna/7+c";
let server: RunningServer;
let tokenUrl: string;

beforeAll(async () => {
  // A token serves half a second: all of these go through several.
  server = await startServer({ rows: 300, client: "proba", clientSecret: secret, tokenSeconds: 1 });
  tokenUrl = `${server.url}/token`;
});
afterAll(() => server.close());

/** Runs a command of the repository, with the secret in its environment. */
async function run(cli: string, ...args: string[]): Promise<{ code: number; text: string }> {
  const env = { ...process.env, COURT_REGISTER_CLIENT_SECRET: secret, COURT_REGISTER_CLIENT_ID: "proba" };
  const command = ["--conditions=@court-register/source", join(root, cli), ...args];
  const given = ["--base-url", server.url, "--token-url", tokenUrl];
  return await promisify(execFile)(process.execPath, [...command, ...given], { env, cwd: tmpdir() }).then(
    ({ stdout, stderr }) => ({ code: 0, text: stdout + stderr }),
    ({ code, stdout, stderr }) => ({ code, text: stdout + stderr }),
  );
}

/** No text has a token of the server, which is 43 letters, or the secret. */
const expectNoSecret = (text: string): void => expect(text).not.toMatch(/Bearer [\w-]{43}|tajna/);

test("fetch and axios read it, walks included", async () => {
  const own = { tokenUrl, clientId: "proba", clientSecret: secret };
  const register = createRegisterClient({ baseUrl: server.url, credentials: clientCredentials(own) });
  const rows = await register.sjediste.all({ limit: 20 }, { prefetch: 3 }).toArray();
  expect(rows).toHaveLength(300);
  const other = createAxiosClient({ baseUrl: server.url, credentials: forAxios(own) });
  expect(await other.sjediste.all({ limit: 20 }, { prefetch: 3 }).toArray()).toEqual(rows);
  await expect(createRegisterClient({ baseUrl: server.url, subscriptionKey: "a-key" }).jezik.list()).rejects.toThrow(
    'wants one. It says: The header Authorization is missing. Send "Bearer" in it, and a token from POST /token. Check the option credentials. (',
  );
});

test("the GraphQL client sends a token, and renews one that is refused", async () => {
  const seen: (string | null)[] = [];
  const cases = createCourtCasesClient({
    url: `${server.url}/graphql`,
    credentials: forGraphql({ tokenUrl, clientId: "proba", clientSecret: secret }),
    fetch: async (url, init) => {
      seen.push(new Headers(init.headers).get("authorization"));
      return seen.length === 1 ? new Response(null, { status: 401 }) : await fetch(url, init);
    },
  });
  expect(await cases.sudovi()).not.toHaveLength(0);
  const [first, second] = seen;
  expect([first, second]).toEqual([expect.stringMatching(/^Bearer /), expect.stringMatching(/^Bearer /)]);
  expect(first).not.toBe(second);
});

test("the mirror copies it", async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), "tokens-"));
  const lists = ["sjediste", "sud", "gfi"].flatMap((list) => ["--list", list]);
  const { code, text } = await run(
    "packages/mirror/src/cli.ts",
    ...["sync", join(folder.path, "copy.sqlite"), "--limit", "20", ...lists],
  );
  expect([code, text]).toEqual([0, expect.stringContaining("is complete")]);
  expectNoSecret(text);
});

test("the suite says that it conforms, and writes no token", async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), "tokens-"));
  const [example] = server.exampleCases;
  const { code, text } = await run(
    "conformance/src/cli.ts",
    ...["--graphql-url", `${server.url}/graphql`, "--case", `${example?.oznakaBroj}@${example?.sud}`],
    ...["--report-dir", join(folder.path, "report"), "--record", join(folder.path, "recording")],
  );
  expect([code, text]).toEqual([0, expect.stringContaining("conforms")]);
  expectNoSecret(text);
  const files = await readdir(folder.path, { recursive: true, withFileTypes: true });
  const written = files.filter((one) => one.isFile()).map((one) => join(one.parentPath, one.name));
  expect(written).toHaveLength(4);
  for (const file of written) expectNoSecret(await readFile(file, "utf8"));
});
