/** What the command `changes` prints, and how it ends. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { run } from "./support/command.ts";
import { copyDay, firstDay, secondDay } from "./support/company.ts";
import { Register } from "./support/register.ts";
import { newTarget, type Target } from "./support/target.ts";

let target: Target;

beforeAll(async () => {
  await using register = await Register.start();
  target = await newTarget();
  await copyDay(target, register, firstDay);
  await copyDay(target, register, secondDay);
});
afterAll(() => target[Symbol.asyncDispose]());

test("prints each change with the old and the new value, then how many there are", async () => {
  const { code, output, errors } = await run("changes", target.name);
  expect({ code, errors }).toEqual({ code: 0, errors: "" });
  expect(output).toMatchInlineSnapshot(`
    "+ new     postupak MBS 080000001
        postupak 1 · datum_stjecaja 2026-01-02
    ~ changed subjekt MBS 080000001
        status: 1 → 3
    ~ changed sud id 3
        naziv: Trgovački sud u Bjelovaru → Sud u Bjelovaru
    - gone    naziv_podruznice MBS 080000001
        1  Podružnica Čakovec
    From generation 1 (2026-01-01T05:00:00.000Z) to generation 2 (2026-01-01T05:00:00.000Z):
      postupak: 1 new
      subjekt: 1 changed
      sud: 1 changed
      naziv_podruznice: 1 gone
    "
  `);
});

test("--json prints a change a line, with the numbers as they were sent", async () => {
  const { output } = await run("changes", target.name, "--json", "--since", "0", "--list", "temeljni_kapital,sud");
  expect(output).toContain('"iznos":12345678901234567890.10');
  const lines = output.trimEnd().split("\n");
  expect(lines.map((line) => JSON.parse(line).list)).toEqual(["temeljni_kapital", "sud"]);
  expect(JSON.parse((await run("changes", target.name, "--json", "--list", "sud")).output)).toEqual({
    list: "sud",
    change: "changed",
    key: ["id"],
    fields: [{ field: "naziv", old: "Trgovački sud u Bjelovaru", new: "Sud u Bjelovaru" }],
    row: { id: 3, sifra: 3, naziv: "Sud u Bjelovaru" },
  });
});

test("--exit-code ends with 3 if there is any change, and 0 if there is none; wrong use ends with 2", async () => {
  const code = async (...argv: string[]): Promise<number> => (await run("changes", target.name, ...argv)).code;
  expect(await code("--exit-code")).toBe(3);
  expect(await code("--exit-code", "--list", "jezik")).toBe(0);
  expect(await code("--exit-code", "--mbs", "80000002")).toBe(0);
  expect(await code("--exit-code", "--since", "9")).toBe(2);
  expect(await code("--list", "nothing")).toBe(2);
});
