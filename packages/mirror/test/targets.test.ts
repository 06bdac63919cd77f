/** Targets that are not what the mirror expects: nothing is lost, and a sentence says what to do. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, truncateSync, writeFileSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { prune, status, sync, verify } from "../src/index.ts";
import { adopt } from "./support/contract.ts";
import { firstDay, nextDay, optionsFor, startRegister } from "./support/days.ts";
import { canonicalRows, inTarget, newTarget, rowsInView, sqliteTarget } from "./support/target.ts";

const script = fileURLToPath(new URL("./support/killed-sync.ts", import.meta.url));

test("a file that is no database is refused and left as it is", async () => {
  await using register = await startRegister(true);
  await using target = sqliteTarget();
  writeFileSync(target.name, "These are my notes, and not a register.\n".repeat(100));
  await expect(sync(target.name, optionsFor(register))).rejects.toMatchObject({ kind: "foreign", resumable: false });
  expect(readFileSync(target.name, "utf8")).toMatch(/^These are my notes/);
});

test("a database of another program is refused and left as it is", async () => {
  await using register = await startRegister(true);
  await using target = sqliteTarget();
  const database = new DatabaseSync(target.name);
  database.exec("CREATE TABLE sjediste (mine TEXT); INSERT INTO sjediste VALUES ('precious')");
  database.close();
  await expect(sync(target.name, optionsFor(register))).rejects.toMatchObject({ kind: "foreign", resumable: false });
  const again = new DatabaseSync(target.name);
  expect(again.prepare("SELECT mine FROM sjediste").get()).toEqual({ mine: "precious" });
  again.close();
});

test("a target of a newer version is refused", async () => {
  await using register = await startRegister(true);
  await using target = await newTarget();
  await sync(target.name, optionsFor(register));
  await inTarget(target.name, (database) =>
    database.write((writing) => writing.run("UPDATE mirror_format SET version = 99")),
  );
  await expect(sync(target.name, optionsFor(register))).rejects.toMatchObject({
    kind: "newer",
    message: expect.stringMatching(/Update @court-register\/mirror/),
  });
});

test("a copy gets an identity of its own, and keeps it", async () => {
  await using register = await startRegister(true);
  await using one = await newTarget();
  await using other = await newTarget();
  for (const { name } of [one, other]) await sync(name, optionsFor(register));
  const { copy } = await status(one.name);
  expect(copy).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
  expect((await status(other.name)).copy).not.toBe(copy);
  nextDay(register);
  await sync(one.name, optionsFor(register));
  await prune(one.name, { keep: 1 });
  expect((await status(one.name)).copy).toBe(copy);
});

test("a file whose end is lost is told as damaged", async () => {
  await using register = await startRegister(true);
  await using target = sqliteTarget();
  await sync(target.name, optionsFor(register));
  truncateSync(target.name, 20 * 4096);
  await expect(verify(target.name)).rejects.toMatchObject({ kind: "damaged", resumable: false });
});

test("a changed value is found, and the row is named", async () => {
  await using register = await startRegister(true);
  await using target = await newTarget();
  await sync(target.name, optionsFor(register));
  await inTarget(target.name, (database) =>
    database.write((writing) => writing.run("UPDATE subjekt_rows SET oib = 7 WHERE _row = 3")),
  );
  const { problems } = await verify(target.name);
  expect(problems).toEqual([
    { list: "subjekt", message: expect.stringMatching(/^row 3 is not what was copied.*"oib":7/) },
  ]);
});

test("a lost row is found by the counts", async () => {
  await using register = await startRegister(true);
  await using target = await newTarget();
  await sync(target.name, optionsFor(register));
  await inTarget(target.name, (database) =>
    database.write((writing) => writing.run("DELETE FROM subjekt_rows WHERE _row = 3")),
  );
  const messages = (await verify(target.name)).problems.map(({ message }) => message);
  expect(messages).toEqual(["generation 1 has 16 rows, 16 new and 0 gone, and was published with 17, 17 and 0"]);
});

test("a disk that is full ends the run; with more room, the next one goes on", async () => {
  await using register = await startRegister(true);
  await using target = sqliteTarget();
  await sync(target.name, optionsFor(register));
  nextDay(register);
  register.rows = {
    ...register.rows,
    subjekt: (firstDay.subjekt ?? []).flatMap((row) => Array<string>(400).fill(row)),
  };
  register.cap = 1_000;
  // The shell's limit stands in for the disk's: no file may grow beyond it, counted in blocks of 1 kB.
  const command = `ulimit -f 1000; trap '' XFSZ; exec "$0" "$@"`;
  const child = spawn(
    "bash",
    [
      "-c",
      command,
      process.execPath,
      "--conditions=@court-register/source",
      script,
      target.name,
      register.url,
      register.key,
    ],
    { stdio: ["ignore", "ignore", "pipe"] },
  );
  const [errors] = await Promise.all([text(child.stderr), once(child, "exit")]);
  expect(errors).toMatch(/cannot grow: the disk is full|cannot be read or written/);
  expect(await rowsInView(target.name, "sjediste")).toEqual(canonicalRows(firstDay.sjediste ?? []));
  await sync(target.name, optionsFor(register));
  expect(await rowsInView(target.name, "subjekt")).toHaveLength(17 * 400);
  expect((await verify(target.name)).problems).toEqual([]);
});

test("a column that the contract gets takes its values from extra, one that it loses stays, and neither is a change of a row", async () => {
  await using register = await startRegister(true);
  await using target = await newTarget();
  register.rows = { ...firstDay, sjediste: ['{"mbs":1,"novo":"x","ulica":"u"}', '{"mbs":2}'] };
  const options = { ...optionsFor(register), lists: ["sjediste"] };
  await sync(target.name, options);
  const rows = (): Promise<unknown[]> =>
    inTarget(target.name, (database) =>
      database.read((reading) => reading.all("SELECT ulica, novo, extra FROM sjediste ORDER BY mbs")),
    );
  await adopt(target.name, "sjediste", (columns) => [
    ...columns.filter(({ name }) => name !== "ulica"),
    { name: "novo", type: "text" },
  ]);
  const expected = [
    { ulica: "u", novo: "x", extra: null },
    { ulica: null, novo: null, extra: null },
  ];
  expect(await rows()).toEqual(expected);
  register.state = "the same rows";
  // The contract of this version comes back.
  expect((await sync(target.name, options)).changes).toEqual([
    { list: "sjediste", rows: 2, new: 0, gone: 0, misfits: 0 },
  ]);
  expect(await rows()).toEqual(expected);
  expect((await verify(target.name)).problems).toEqual([]);
});
