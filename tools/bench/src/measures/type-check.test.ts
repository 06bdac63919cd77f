import { expect, test } from "vitest";
import { formAlone } from "./type-check.ts";

const ours = { declarations: 362, sources: 5_291 };

test("says where a peer is beaten by the form alone", () => {
  const forms = {
    "ours-fetch": ours,
    "openapi-generator-fetch": { declarations: 39, sources: 1_401 },
    "hey-api": { declarations: 1_472, sources: 19_624 },
  };
  expect(formAlone(forms)).toBe(
    " Fewer instantiations than openapi-generator-fetch ours has by its form alone: alike, it has more.",
  );
});

test("says nothing where ours has fewer when both are alike, or more as users have it", () => {
  const hey = { declarations: 1_472, sources: 19_624 };
  expect(formAlone({ "ours-fetch": ours, "openapi-generator-fetch": hey, "hey-api": hey })).toBe("");
  const small = { declarations: 39, sources: 100 };
  expect(formAlone({ "ours-fetch": ours, "openapi-generator-fetch": small, "hey-api": hey })).toBe("");
});
