import { expect, test } from "vitest";
import { parse, stringify } from "yaml";
import { growDocuments, growSpec } from "./grown-spec.ts";

const operation = (id: string, tag: string) => ({ get: { operationId: id, tags: [tag], responses: { 200: {} } } });
const spec = stringify({
  tags: [
    { name: "sud", description: "Courts." },
    { name: "naziv", description: "Names." },
  ],
  paths: { "/sud": operation("sud.list", "sud"), "/naziv/get": operation("naziv.list", "naziv") },
});

test("a factor of one changes nothing", () => {
  expect(parse(growSpec(spec, 1))).toEqual(parse(spec));
});

test("further operations have their own paths, ids and tags, and are otherwise the same", () => {
  const { paths, tags } = parse(growSpec(spec, 2));
  expect(tags.map(({ name }: { name: string }) => name)).toEqual(["sud", "naziv", "sud_no2", "naziv_no2"]);
  expect(Object.keys(paths)).toEqual(["/sud", "/naziv/get", "/sud_no2", "/naziv_no2/get"]);
  expect(paths["/naziv_no2/get"].get).toEqual({
    operationId: "naziv_no2.list",
    tags: ["naziv_no2"],
    responses: { 200: {} },
  });
});

test("examples, which are files beside the spec, are left out", () => {
  expect(growSpec("paths: {}\ntags: []\nexamples: { rows: { externalValue: a.json } }", 1)).not.toContain("a.json");
});

test("further documents have their own names, and are otherwise the same", () => {
  const sudovi = "query sudovi { sudovi { id } }\n";
  expect(growDocuments({ sudovi }, 1)).toEqual({ sudovi });
  expect(growDocuments({ sudovi }, 2)).toEqual({ sudovi, sudoviNo2: "query sudoviNo2 { sudovi { id } }\n" });
});
