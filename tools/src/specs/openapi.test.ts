import { expect, test } from "vitest";
import { type OpenApi, resolve, type Schema, serverPath } from "./openapi.ts";

const ref = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` });

test("a $ref is followed through others, to nothing if it is misspelt or in a circle", () => {
  const mbs: Schema = { type: "integer" };
  const document: OpenApi = { components: { schemas: { mbs, other: ref("mbs"), one: ref("two"), two: ref("one") } } };
  expect(resolve(document, mbs)).toBe(mbs);
  expect(resolve(document, ref("other"))).toBe(mbs);
  expect(resolve(document, ref("oher"))).toBe(undefined);
  expect(resolve(document, ref("one"))).toBe(undefined);
});

test.each([
  ["{base_url}/javni", "/javni"],
  ["{host}/a/b", "/a/b"],
  ["https://registar.primjer.hr/javni", "/javni"],
  ["https://registar.primjer.hr", ""],
  ["/javni", "/javni"],
])("the path of the server URL %s is %j", (url, path) => expect(serverPath(url)).toBe(path));
