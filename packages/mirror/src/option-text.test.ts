import fc from "fast-check";
import { expect, test } from "vitest";
import { MirrorError } from "./mirror-error.ts";
import { forCommands, forQueries, option, say, writeText } from "./option-text.ts";

test("a program, a command and a query name the options of one error, each with its own names", () => {
  const { message, text } = new MirrorError(
    "usage",
    say`Use ${option("since", 5)}, name ${option("lists")}, or check ${option("subscriptionKey")}.`,
  );
  expect(message).toBe("Use since: 5, name lists, or check subscriptionKey.");
  expect(writeText(text, forCommands)).toBe("Use --since 5, name --list, or check --key.");
  expect(writeText(text, forQueries)).toBe("Use since=5, name list, or check subscriptionKey.");
});

test("what is put into a text stays as it is, whatever it looks like", () => {
  fc.assert(
    fc.property(fc.string(), fc.integer(), (foreign, number) => {
      const inner = say`${foreign} and ${number}`;
      for (const write of [forCommands, forQueries])
        expect(writeText(say`It says ${inner}: ${foreign}.`, write)).toBe(
          `It says ${foreign} and ${number}: ${foreign}.`,
        );
    }),
  );
});
