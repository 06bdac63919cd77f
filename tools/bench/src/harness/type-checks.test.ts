import { expect, test } from "vitest";
import { styles } from "./consumers.ts";
import { ofDeclarations } from "./type-checks.ts";

const operation = { path: "/sud", tag: "sud", offset: undefined, field: "naziv" };

test("a consumer of declarations imports the compiled module, and is otherwise the same", () => {
  const style = styles["hey-api"];
  if (style === undefined) throw new Error("hey-api is gone.");
  const declared = ofDeclarations(style);
  expect(declared.head([operation])).toBe('import { sudList } from "../hey-api/index.js";\n');
  expect(declared.firstRow(operation)).toBe(style.firstRow(operation));
});

test("a client that already has declarations only stays as it is", () => {
  const style = styles["openapi-fetch"];
  if (style === undefined) throw new Error("openapi-fetch is gone.");
  expect(ofDeclarations(style).head([operation])).toBe(style.head([operation]));
});
