import fc from "fast-check";
import { expect, it } from "vitest";
import { placeParameters } from "./path.ts";

it("a parameter is one part of the path, whatever it is, or it is refused by its name", () => {
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: "binary" }), fc.constantFrom("..", ".", "/", "%2e", "{b}", "$&")), (a) => {
      const path = "/a/{a}/{b-c}/";
      if (a === "" || /^\.{1,2}$/.test(a)) {
        expect(() => placeParameters({ id: "a.get", path }, { a, "b-c": 7 })).toThrow(
          /^a\.get needs the parameter a, /,
        );
        return;
      }
      const [filled, others] = placeParameters({ id: "a.get", path }, { a, "b-c": 7n, d: 1 });
      const parts = new URL(filled, "https://registar.primjer.hr").pathname.split("/");
      expect(parts.map(decodeURIComponent)).toEqual(["", "a", a, "7", ""]);
      expect(others).toEqual([["d", 1]]);
    }),
  );
});

it.each([undefined, null, "", ".", "..", "\ud800"])("%j is refused", (mbs) => {
  expect(() => placeParameters({ id: "subjekt.get", path: "/subjekt/{mbs}" }, { mbs })).toThrow(
    /^subjekt\.get needs the parameter mbs, which is a part of the path: it cannot be "/,
  );
});

it("a list that is exploded is a parameter for each of its items", () => {
  const operation = { id: "a.list", path: "/a", exploded: ["b", "d"] };
  const [, others] = placeParameters(operation, { b: ["x", "y"], c: [1, 2], d: undefined });
  expect(others).toEqual([
    ["b", "x"],
    ["b", "y"],
    ["c", [1, 2]],
    ["d", undefined],
  ]);
});
