import { expect, test } from "vitest";
import { formAlone } from "./type-check.ts";

const ours = { declarations: 362, sources: 5_291 };

test("says when we beat a peer only because of the form", () => {
  const forms = {
    "ours-fetch": ours,
    "openapi-generator-fetch": { declarations: 39, sources: 1_401 },
    "hey-api": { declarations: 1_472, sources: 19_624 },
  };
  expect(formAlone(forms)).toBe(
    " Ours has fewer instantiations than openapi-generator-fetch only because of its form: in the same form, it has more.",
  );
});

test("says nothing if ours has fewer in the same form, or more as users have it", () => {
  const hey = { declarations: 1_472, sources: 19_624 };
  expect(formAlone({ "ours-fetch": ours, "openapi-generator-fetch": hey, "hey-api": hey })).toBe("");
  const small = { declarations: 39, sources: 100 };
  expect(formAlone({ "ours-fetch": ours, "openapi-generator-fetch": small, "hey-api": hey })).toBe("");
});
