import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { access, open, readFile, writeFile } from "node:fs/promises";
import { type AddressInfo, connect, createServer } from "node:net";
import { DatabaseSync } from "node:sqlite";
import { fileURLToPath } from "node:url";
import { CommanderError } from "commander";
import { describe, expect, test, vi } from "vitest";
import { Screen } from "#kit/screen";
import { explainFailure } from "../src/cli/failures.ts";
import { readOptions } from "../src/cli/options.ts";
import { register } from "../src/contract/contract.ts";
import { DatabaseError, startServer } from "../src/index.ts";
import { accessArgs, accessEnv, accessHeader, accessOptions, headersOf, key, noKey } from "./support/access.ts";
import { makeData } from "./support/data.ts";
import { fromSources, type ServerProcess, startProcess } from "./support/process.ts";

const cli = fileURLToPath(new URL("../src/cli.ts", import.meta.url));

type Headers = Readonly<Record<string, string>>;

const ask = (url: string, path: string, headers: Headers): Promise<Response> =>
  fetch(`${url}/javni${path}`, { headers });

/** A server that `headersOf` gets into. */
const startOpen = (args: readonly string[], options: Parameters<typeof startProcess>[1] = {}): ServerProcess =>
  startProcess([...args, ...accessArgs], { ...options, env: { ...accessEnv, ...options.env } });

/** What it prints: nothing that the caller knows. */
const announced = (url: string): string =>
  `${noKey === undefined ? "" : `Token URL: ${url}/token\n`}Listening on ${url}\n`;

/** What a command's screen shows of a text. */
function shown(text: string): string {
  const printed: string[] = [];
  new Screen({ write: (part) => printed.push(part) }, {}).print(text);
  return printed.join("");
}

/** Why the server does not start, as the command prints it; that it ends then, and how, takes a process (`ended`). */
async function failure(...args: string[]): Promise<string> {
  const options = readOptions([process.execPath, cli, "--port", "0", ...args]);
  const error: unknown = await startServer(options).then(
    (server) => server.close(),
    (reason) => reason,
  );
  expect(error).toBeInstanceOf(Error);
  return shown(explainFailure(error, options));
}

/** Standard error of a process that does not start, and ends with this exit code. */
async function ended(code: number, args: readonly string[]): Promise<string> {
  await using server = startProcess(args);
  expect(await server.ended).toBe(code);
  expect(server.stdout()).toBe("");
  return server.stderr();
}

/** What the command prints instead of a start, and whether as an error, which would end it with exit code 2. */
function answered(...args: string[]): { isError: boolean; printed: string } {
  const streams = [process.stdout, process.stderr].map((one) => vi.spyOn(one, "write").mockReturnValue(true));
  try {
    readOptions([process.execPath, cli, ...args]);
  } catch (error) {
    expect(error).toBeInstanceOf(CommanderError);
    const printed = streams.flatMap(({ mock }) => mock.calls.map(([text]) => String(text))).join("");
    return { isError: (error as CommanderError).exitCode !== 0, printed };
  } finally {
    for (const stream of streams) stream.mockRestore();
  }
  throw new Error("The command starts.");
}

/** A list whose response is longer than what a connection buffers. */
const longList = Array.from({ length: 10_000 }, (_, mbs) => `{"mbs":${mbs},"ime":"${"x".repeat(800)}"}`);

/** Ends a server by a signal that comes during a long response: the response is whole, and the exit code is 0. */
async function stopsAfterResponse(server: ServerProcess, headers: Headers, signal: NodeJS.Signals): Promise<void> {
  const url = new URL(await server.ready());
  const socket = connect(Number(url.port), url.hostname);
  const access = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`GET /javni/naziv_podruznice/get HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${access.join("")}\r\n`);
  let text = "";
  socket.setEncoding("utf8").on("data", (part) => {
    text += part;
  });
  await once(socket, "data");
  server.child.kill(signal);
  await once(socket, "close");
  expect(text).toMatch(/\]\n\r\n0\r\n\r\n$/);
  expect(await server.ended).toBe(0);
}

test("without keys, prints the one that it generated, then its URL, and nothing else; Ctrl-C lets a response finish", async ({
  skip,
}) => {
  skip(noKey !== undefined, noKey);
  await using data = await makeData({ naziv_podruznice: longList });
  await using server = startProcess(["--data", data.path]);
  const url = await server.ready();
  const [, key = ""] =
    /^Subscription key: ([0-9a-f]{32})\nListening on http:\/\/127\.0\.0\.1:\d+\n$/.exec(server.stdout()) ?? [];
  const headers = { [register.keyHeader]: key };
  expect((await ask(url, "/jezik", headers)).status).toBe(200);
  expect(server.stderr()).toBe("");
  await stopsAfterResponse(server, headers, "SIGINT");
});

test("with keys, prints only its URL; SIGHUP loads the files again, a bad line is reported and changes nothing; SIGTERM lets a response finish", async () => {
  await using data = await makeData({ jezik: ['{"id":1}'], naziv_podruznice: longList });
  await using server = startOpen(["--data", data.path, "--key", "another-key"]);
  const url = await server.ready();
  expect(server.stdout()).toBe(announced(url));
  const headers = await headersOf({ fetch }, url);
  const read = async (): Promise<string> => (await ask(url, "/jezik", headers)).text();
  expect(await read()).toMatch(/^\[{"id":1\b.*]\n$/);
  await data.write("jezik", ['{"id":2}']);
  server.child.kill("SIGHUP");
  await expect.poll(read, { timeout: 10_000 }).toMatch(/^\[{"id":2\b.*]\n$/);
  await data.write("jezik", ["{"]);
  server.child.kill("SIGHUP");
  await expect.poll(server.stderr, { timeout: 10_000 }).toContain("jezik.ndjson, line 1: the line is not JSON");
  expect(await read()).toMatch(/^\[{"id":2\b.*]\n$/);
  await stopsAfterResponse(server, headers, "SIGTERM");
});

test("with a key in the environment, prints only its URL; on Windows, SIGHUP says that the console window is closed, and a response may finish", async () => {
  const asWindows = "data:text/javascript,Object.defineProperty(process,'platform',{value:'win32'})";
  await using data = await makeData({ naziv_podruznice: longList });
  const args = noKey === undefined ? [] : accessArgs;
  await using server = startProcess(["--data", data.path, ...args], {
    env: { NODE_OPTIONS: `--import=${asWindows}`, COURT_REGISTER_KEY: key, ...accessEnv },
  });
  const url = await server.ready();
  expect(server.stdout()).toBe(announced(url));
  await stopsAfterResponse(server, await headersOf({ fetch }, url), "SIGHUP");
});

test("with a client, prints a secret that it generated, and where tokens are, in place of a key", async () => {
  await using server = startProcess(["--rows", "1", "--client", "proba", "--token-seconds", "9"]);
  const url = await server.ready();
  const [, secret = "", tokenUrl = ""] =
    /^Client secret: ([0-9a-f]{32})\nToken URL: (\S+)\nListening on \S+\n$/.exec(server.stdout()) ?? [];
  expect(tokenUrl).toBe(`${url}/token`);
  const headers = { authorization: `Basic ${btoa(`proba:${secret}`)}` };
  const body = new URLSearchParams({ grant_type: "client_credentials" });
  const given = await (await fetch(tokenUrl, { method: "POST", headers, body })).json();
  expect(given.expires_in).toBe(9);
  const authorization = `Bearer ${given.access_token}`;
  expect((await fetch(`${url}/javni/jezik`, { headers: { authorization } })).status).toBe(200);
  await using other = startProcess(["--rows", "1", "--client", "proba"], {
    env: { COURT_REGISTER_CLIENT_SECRET: "tajna-proba" },
  });
  const otherUrl = await other.ready();
  expect(other.stdout()).toBe(`Token URL: ${otherUrl}/token\nListening on ${otherUrl}\n`);
});

test("SIGHUP generates the next day, where the data is generated; it stops when the parent that opened an IPC channel is gone", async () => {
  await using server = startProcess(["--rows", "1", "--day", "2", "--key", "k"], { ipc: true });
  const url = await server.ready();
  const query = encodeURIComponent('{ predmet(oznakaBroj: "Ovr-7/2025", sud: 5) { id } }');
  const read = async (): Promise<string> => (await fetch(`${url}/graphql?query=${query}`)).text();
  expect(await read()).toContain('{"data":{"predmet":{"id":');
  server.child.kill("SIGHUP");
  await expect.poll(read, { timeout: 10_000 }).toBe('{"data":{"predmet":null}}');
  server.child.disconnect();
  expect(await server.ended).toBe(0);
});

describe("starting", () => {
  test("says that a port is in use, and what to do", async () => {
    const holder = createServer().listen(0, "127.0.0.1");
    await once(holder, "listening");
    const port = String((holder.address() as AddressInfo).port);
    await using data = await makeData();
    const database = `${data.path}/never.db`;
    expect(await failure("--rows", "5", "--port", port, "--database", database)).toBe(
      `Port ${port} on 127.0.0.1 is already in use. Choose another with --port, or --port 0 for a free one.\n`,
    );
    // Nothing was loaded for it, which may take minutes and pushes out the oldest state.
    await expect(access(database)).rejects.toThrow();
    holder.close();
  });

  const says = (said: string, message: string): void => {
    expect(said).toContain(message);
    expect(said).not.toMatch(/at .*:\d+:\d+|a b|tajna/);
  };

  test.each([
    [["--host", "203.0.113.1"], "203.0.113.1 is not an address of this machine."],
    [["--data", "/nowhere/at/all"], "/nowhere/at/all cannot be read as a directory (ENOENT)."],
    [["--host", "fe80::1"], "fe80::1 is not an address of this machine."],
  ])("%s is refused with one clear line", async (args, message) => says(await failure(...args), message));

  test.each([
    [["--rows", "0"], "argument '0' is invalid. It must be an integer from 1"],
    [["--rate-limit", "0"], "argument '0' is invalid. It must be an integer from 1"],
    [["--key", ""], "--key or COURT_REGISTER_KEY is empty"],
    [["--kljuc=tajna"], "unknown option '--kljuc=…'"],
    [["--key", "a b"], "a key must be printable ASCII without spaces"],
    [["--client", "a b"], "--client must be printable ASCII without spaces"],
    [["--client", "a", "--token-seconds", "0"], "It must be an integer from 1 to 31536000."],
    // Node would listen on every address.
    [["--host", ""], "argument '' is invalid. It must be an address"],
    [["--data", "x", "--rows", "1"], "cannot be used with"],
    [["--nonsense"], "unknown option '--nonsense'"],
    [["--keytajna"], "unknown option '--key…'"],
    [["-ktajna"], "unknown option '-k…'"],
    [["-k"], "unknown option '-k'"],
    [["--key", "tajna", "tajna"], "too many arguments. Every setting is an --option"],
  ])("%s are wrong options, and one clear line says so", (args, message) => {
    const { isError, printed } = answered(...args);
    expect(isError).toBe(true);
    says(printed, message);
  });

  test("on a Node without SQLite, says which version is needed and how to get it", () => {
    const asOld = 'data:text/javascript,Object.defineProperty(process, "versions", { value: { node: "22.12.0" } })';
    const { stderr, status } = spawnSync(process.execPath, [fromSources, "--import", asOld, cli], { encoding: "utf8" });
    expect(stderr).toMatch(/^court-register-server needs Node 22\.16 or newer, .* npx -p node@24 .*\n$/);
    expect(status).toBe(1);
  });

  test("gives itself a small heap, unless sizes were chosen", () => {
    const sizes = (...chosen: string[]): string[] => {
      const NODE_OPTIONS = `${fromSources} --import=data:text/javascript,console.error(process.execArgv.join())`;
      const env = { ...process.env, NODE_OPTIONS };
      const { stderr } = spawnSync(process.execPath, [...chosen, cli, "--help"], { env, encoding: "utf8" });
      return stderr.trim().split("\n");
    };
    expect(sizes().at(-1)).toContain("--max-semi-space-size=8,--heap-growing-percent=30");
    expect(sizes("--max-semi-space-size=16")).toEqual(["--max-semi-space-size=16"]);
  });

  test("starts where Node may start no program, and names the flag for a thread", async () => {
    const permitted = (...flags: string[]): string[] => [
      "--permission",
      "--allow-fs-read=*",
      "--allow-fs-write=*",
      ...flags,
    ];
    const start = (flags: string[]): string => {
      const code = `import { createReferenceService } from ${JSON.stringify(new URL("../src/index.ts", import.meta.url).href)};
        import { tmpdir } from "node:os";
        const service = createReferenceService({ rows: 5, database: tmpdir() + "/" + process.pid + ".sqlite" });
        try { console.log((await service.fetch("https://registar.primjer.hr/")).status); } catch (error) { console.log(error.message); }
        await service.close();`;
      const options = [fromSources, "--eval", code];
      return spawnSync(process.execPath, [...flags, ...options], { encoding: "utf8" }).stdout;
    };
    expect(start(permitted())).toContain("give it --allow-worker. Nothing was changed.");
    expect(start(permitted("--allow-worker"))).toBe("200\n");
    const help = spawnSync(process.execPath, [...permitted(), fromSources, cli, "--help"]);
    expect([help.status, String(help.stderr)]).toEqual([0, ""]);
  });

  test("--version prints the package's version, which a bug report asks for", async () => {
    const manifest = await readFile(new URL("../package.json", import.meta.url), "utf8");
    const { version }: { version: string } = JSON.parse(manifest);
    expect(answered("--version")).toEqual({ isError: false, printed: `${version}\n` });
  });

  test("--help lists options, examples and signals", () => {
    const { isError, printed } = answered("--help");
    expect(isError).toBe(false);
    for (const word of [
      "--data",
      "--database",
      "--rate-limit",
      "Examples:",
      "SIGHUP",
      register.keyHeader || "Authorization",
    ]) {
      expect(printed).toContain(word);
    }
  });
});

// Once in about a hundred times, Node 24 runs out of memory again while it takes the thread down, and aborts the whole process.
test("a load that takes the memory of its thread fails alone: the server serves on, and loads again", {
  retry: 2,
}, async () => {
  await using data = await makeData({ jezik: ['{"id":1}'] });
  await using server = startOpen(["--data", data.path, "--database", `${data.path}/kept.db`], {
    // The heap of the server and that of the thread; the sizes keep the command line from replacing the process.
    env: { NODE_OPTIONS: "--max-old-space-size=48 --max-semi-space-size=8" },
  });
  const url = await server.ready();
  await data.write("predmet", [`{"id":1,"stranke":[${"{},".repeat(1_000_000)}{}]}`]);
  server.child.kill("SIGHUP");
  await expect
    .poll(server.stderr, { timeout: 20_000 })
    .toContain("\nThe load ran out of memory. Nothing was changed. Shorten the longest lines, or give Node more with");
  const headers = await headersOf({ fetch }, url);
  expect(await (await ask(url, "/jezik", headers)).text()).toMatch(/^\[{"id":1\b.*]\n$/);
  await data.write("predmet", []);
  await data.write("jezik", ['{"id":2}']);
  server.child.kill("SIGHUP");
  await expect
    .poll(async () => (await ask(url, "/jezik", headers)).text(), { timeout: 10_000 })
    .toMatch(/^\[{"id":2\b.*]\n$/);
});

test("the log has the routes of requests and where they came from, and never a key, wherever it was sent", async () => {
  await using server = startOpen(["--rows", "5", "--log-level", "debug"]);
  const url = await server.ready();
  const headers = await headersOf({ fetch }, url);
  await ask(url, `/jezik?subscription-key=${key}`, headers);
  await ask(url, `/${key}`, headers);
  await ask(url, `/sjediste?offset=${key}`, { [accessHeader]: "wrong-secret" });
  await fetch(`${url}/graphql?query={${key}}`, { headers: { authorization: key, ...headers } });
  await fetch(`${url}/%zz${key}`);
  await fetch(`${url}/graphql`, { method: "POST", body: key, headers: { "content-type": "application/json" } });
  await expect
    .poll(server.stderr, { timeout: 10_000 })
    .toContain('"req":{"method":"GET","route":"/javni/jezik","remoteAddress":"127.0.0.1"}');
  await expect
    .poll(() => server.stderr().split("request completed").length, { timeout: 10_000 })
    .toBeGreaterThanOrEqual(5);
  for (const line of server.stderr().trim().split("\n")) expect(JSON.parse(line)).toHaveProperty("level");
  for (const secret of ["wrong-secret", key, ...Object.values(headers)]) expect(server.stderr()).not.toContain(secret);
});

test("names of files, and what is in them, cannot steer the terminal", async () => {
  const wild = "\u001b[2J\u009b31m\u202e";
  await using data = await makeData({ sud: [], jezik: [`{"id":"${wild}"}`, `{"id":1,"${wild}":1}`] });
  await writeFile(`${data.path}/${wild}\nListening on http:`, "");
  const said = [await ended(1, ["--data", data.path]), await ended(2, [`--${wild}`])];
  await data.write("jezik", ['{"id":1}', `{"id":1,"${wild.slice(4)}":1}`]);
  said.push(await failure("--data", data.path));
  expect(said.join("")).toContain("\\u009b31m\\u202e");
  expect(said[0]).toContain("\\u001b[2J\\u009b31m\\u202e\\u000aListening");
  for (const text of said) expect(text).toMatch(/^([^\p{Cc}\p{Bidi_Control}]|\n)+$/u);
});

describe("the database", () => {
  test("keeps its earlier state when the server is killed during a load", async () => {
    await using data = await makeData();
    const database = `${data.path}/killed.db`;
    const { uuid } = await (async () => {
      await using before = await startServer({ rows: 40, database });
      return before.state;
    })();
    // The write-ahead log grows during the load, which is killed long before its end.
    await using loading = startProcess(["--rows", "200000", "--key", "k", "--database", database]);
    const size = async (): Promise<number> => {
      await using file = await open(`${database}-wal`);
      return (await file.stat()).size;
    };
    await expect.poll(() => size().catch(() => 0), { timeout: 60_000 }).toBeGreaterThan(1_000_000);
    loading.child.kill("SIGKILL");
    expect(await loading.ended).toBe("SIGKILL");
    expect(loading.stdout()).toBe("");

    {
      await using again = await startServer({ ...accessOptions, database });
      expect(again.state.uuid).toBe(uuid);
      const response = await ask(again.url, "/sjediste?offset=0", await headersOf(again));
      expect(response.headers.get("x-timestamp-id")).toBe(uuid);
      expect(await response.json()).toHaveLength(40);
    }
    using check = new DatabaseSync(database);
    expect(check.prepare("PRAGMA integrity_check").get()).toEqual({ integrity_check: "ok" });
    const tables = check.prepare("SELECT count(*) AS n FROM sqlite_schema WHERE name LIKE 's2%'").get();
    expect(tables).toEqual({ n: 0 });
  });

  test("is refused and left unchanged if it is not a database", async () => {
    await using data = await makeData();
    const file = `${data.path}/notes.txt`;
    await writeFile(file, "These are my notes, and not a database at all. ".repeat(50));
    const said = await failure("--rows", "40", "--database", file);
    expect(said).toBe(`The database ${file} is not a database. Give --database another file, or remove this one.\n`);
    expect(await readFile(file, "utf8")).toContain("These are my notes");
  });

  /** Why a server does not start with a database: the command prints it, as it does above. */
  async function refusal(database: string): Promise<string> {
    const error: unknown = await startServer({ database, keys: ["k"] }).then(
      (server) => server.close(),
      (reason) => reason,
    );
    expect(error).toBeInstanceOf(DatabaseError);
    return (error as DatabaseError).message;
  }

  // SQLite would make a database of its own for every connection.
  test.each(["", ":memory:", "file:x?mode=memory"])("is refused if its name is %j", async (name) => {
    expect(await refusal(name)).toBe(
      `The database name ${name || '""'} is reserved by SQLite. Give --database a path, such as ./data.db, or leave --database out to keep everything in memory.`,
    );
  });

  test("is refused and left unchanged if it belongs to another program", async () => {
    await using data = await makeData();
    const file = `${data.path}/other.db`;
    {
      using other = new DatabaseSync(file);
      other.exec("CREATE TABLE recipes (id INTEGER)");
    }
    expect(await refusal(file)).toContain(`${file} belongs to another program.`);
    using other = new DatabaseSync(file);
    expect(other.prepare("SELECT count(*) AS n FROM sqlite_schema").get()).toEqual({ n: 1 });
  });

  test("is refused with a clear line if it is damaged", async () => {
    await using data = await makeData();
    const file = `${data.path}/damaged.db`;
    await (await startServer({ rows: 400, database: file })).close();
    const bytes = await readFile(file);
    await writeFile(file, bytes.fill(0x5a, 4_096, bytes.length - 4_096));
    expect(await refusal(file)).toBe(
      `The database ${file} is damaged. Restore it from a backup, or remove it and load again.`,
    );
  });

  test("is refused for one changed bit where it shows: in a value that an index has too, and in JSON, but in no other", async () => {
    const marks = ["A", "B", "C", "D", "E", "Jedina"].map((mark, id) => `{"id":${id},"oznakaBroj":"${mark}-1/2020"}`);
    await using data = await makeData({ predmet: marks, jezik: ['{"id":1,"naziv":"primjerni"}'] });
    const file = `${data.path}/bit.db`;
    await (await startServer({ data: data.path, database: file })).close();
    const sound = await readFile(file);
    const row = sound.indexOf("Jedina");
    const index = sound.indexOf("Jedina", row + 1);
    expect(index).toBeGreaterThan(row);
    const change = (at: number): Promise<void> =>
      writeFile(
        file,
        sound.map((byte, place) => (place === at ? byte ^ 1 : byte)),
      );
    const json = sound.indexOf('":1,"');
    for (const at of [row, index, json]) {
      await change(at);
      expect(await refusal(file)).toContain(`${file} is damaged.`);
    }
    await change(sound.indexOf("primjerni"));
    await using server = await startServer({ ...accessOptions, database: file });
    expect(await (await ask(server.url, "/jezik", await headersOf(server))).text()).toContain('"naziv":"qrimjerni"');
  });

  test.each(["--database", "--data"])(
    "of another kind, by its URL, as %s is named without its password",
    async (option) => {
      await using server = startProcess([option, "postgres://proba:tajna-rijec@registar.primjer.hr/r"]);
      expect(await server.ended).toBe(1);
      expect(server.stderr()).toContain("postgres://proba:[redacted]@registar.primjer.hr/r cannot be");
    },
  );

  test("is refused with a clear line if its folder does not exist, or it is a folder itself", async () => {
    await using data = await makeData();
    const missing = `${data.path}/none/x.db`;
    expect(await refusal(missing)).toContain(`${missing} cannot be opened. Check that the folder`);
    expect(await refusal(data.path)).toContain(`${data.path} cannot be opened.`);
    await expect(access(missing)).rejects.toThrow();
  });
});
