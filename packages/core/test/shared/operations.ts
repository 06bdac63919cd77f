import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { operations } from "../../src/generated/operations.ts";
import { callsOf, key } from "./calls.ts";
import { serve } from "./service.ts";
import type { Answer, Subject } from "./subject.ts";

const specs = new URL("../../../../specs/", import.meta.url);

/** The part of an operation in the spec that is read here. */
interface Operation {
  responses: { 200: { content: { "application/json": { examples: Record<string, { externalValue: string }> } } } };
}

const { paths }: { paths: Record<string, { get: Operation }> } = parse(
  readFileSync(new URL("register.openapi.yaml", specs), "utf8"),
);

/** The contract's example for an operation. */
function example(path: string): Record<string, unknown>[] {
  const examples = paths[path]?.get.responses[200].content["application/json"].examples ?? {};
  const [{ externalValue: file } = { externalValue: `no example of ${path}` }] = Object.values(examples);
  return JSON.parse(readFileSync(new URL(file, specs), "utf8"));
}

/** Every operation of the contract, against a service that responds with the contract's examples. */
export function testOperations(subject: Subject): void {
  const { connect } = callsOf(subject);

  describe("operations", () => {
    const all = Object.entries(operations).map(([id, [, flags, path]]) => {
      const [tag = "", verb = ""] = id.split(".");
      return { id, tag, verb, paged: (flags & 1) > 0, hasTotal: flags > 1, path: path ?? `/${tag}` };
    });

    it("are the 24 of the contract", () => {
      expect(all).toHaveLength(24);
      expect(all.filter(({ paged }) => paged)).toHaveLength(14);
      expect(all.filter(({ hasTotal }) => hasTotal)).toHaveLength(5);
      expect(all.map(({ path }) => path)).toEqual(expect.arrayContaining(["/subjekt/", "/sjediste_podruznice/get"]));
    });

    it.each(all)(
      "$id requests its path, with key and Accept, and returns the rows",
      async ({ tag, verb, paged, hasTotal, path }) => {
        const rows = example(path);
        await using service = await serve(() => ({ body: rows, headers: { "x-total-count": "7" } }));
        const register = connect(service, { baseUrl: `${service.url}/some/prefix/` });
        // By name, so that every operation of the spec is covered.
        const call = (register[tag] as unknown as Record<string, (params: object) => Answer>)[verb];
        const params = paged ? { offset: 0, limit: 5 } : {};
        expect(subject.rows(await call?.(params))).toEqual(rows);
        expect(service.seen).toHaveLength(1);
        expect(service.seen[0]).toMatchObject({
          path: `/some/prefix/javni${path}`,
          query: paged ? { offset: "0", limit: "5" } : {},
          headers: { "ocp-apim-subscription-key": key, accept: "application/json" },
        });
        expect((await call?.(params).withResponse())?.total).toBe(hasTotal ? 7 : undefined);
        expect("all" in (register[tag] ?? {})).toBe(paged);
        expect("pages" in (register[tag] ?? {})).toBe(paged);
      },
    );
  });
}
