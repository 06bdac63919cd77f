/** What the command prints on terminals of a width: no line is wider, also where a table or a help text has much to say. */
import { expect, test } from "vitest";
import { main } from "../src/cli/main.ts";
import { makeProgram } from "../src/cli/program.ts";
import { Run } from "../src/cli/screen.ts";
import { follow, sync } from "../src/index.ts";
import { CasesService } from "./support/cases-service.ts";
import { copyDay, firstDay, secondDay } from "./support/company.ts";
import { Register } from "./support/register.ts";
import { newTarget } from "./support/target.ts";

/** The lines that a command prints on a terminal. */
async function linesAt(columns: number, ...argv: string[]): Promise<string[]> {
  let text = "";
  const write = (some: string, done?: (error?: Error | null) => void): void => {
    text += some;
    done?.();
  };
  const output = { write, isTTY: true, columns };
  await main(argv, new Run(output, output));
  return text.trimEnd().split("\n");
}

const commands = makeProgram(new Run()).commands.map((command) => command.name());

test.each([[], ...commands.map((name) => [name])])("the help of %s is no wider than the terminal", async (...argv) => {
  for (const columns of [80, 60]) {
    const lines = await linesAt(columns, ...argv.filter(Boolean), "--help");
    expect(lines.length).toBeGreaterThan(8);
    expect(lines.filter(({ length }) => length > columns)).toEqual([]);
  }
});

test("status has a line for each generation and each list, and fits 80 and 60 columns", async () => {
  await using register = await Register.start();
  await using service = await CasesService.start();
  await using target = await newTarget();
  await copyDay(target, register, firstDay);
  await copyDay(target, register, secondDay);
  await follow(target.name, ["P-1/2020@3"]);
  await sync(target.name, { graphqlUrl: service.url, only: "cases" });
  for (const columns of [80, 60]) {
    const lines = await linesAt(columns, "status", target.name);
    expect(lines.filter(({ length }) => length > columns)).toEqual([]);
    expect(lines.filter((line) => /^ +\d+ {2}\d{4}-\d\d-\d\d \d\d:\d\d /.test(line))).toHaveLength(3);
    expect(lines.filter((line) => /^\w+ +[\d,]+ +\d+$/.test(line)).length).toBeGreaterThan(24);
    // A column that would be empty is left out.
    expect(lines.join("\n")).not.toContain("outside their type");
  }
});
