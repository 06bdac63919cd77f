import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { operations } from "../../src/generated/operations.ts";
import { serve } from "./service.ts";
import type { Subject } from "./subject.ts";

const key = "tajni-kljuc-7c1f";

/** The example of the contract for a resource. */
const example = (tag: string): Record<string, unknown>[] =>
  JSON.parse(readFileSync(new URL(`../../../../specs/examples/${tag}.json`, import.meta.url), "utf8"));

/** Every operation of the contract, against a service that answers with the contract's examples. */
export function testOperations(subject: Subject): void {
  describe("operations", () => {
    const all = Object.entries(operations).flatMap(([tag, verbs]) =>
      Object.entries(verbs).map(([verb, one]) => ({ tag, verb, one })),
    );

    it("are the 24 of the contract", () => {
      expect(all).toHaveLength(24);
      expect(all.filter(({ one }) => one[2] > 0)).toHaveLength(14);
      expect(all.filter(({ one }) => one[2] > 1)).toHaveLength(5);
    });

    it.each(all)("$tag.$verb asks at its path, with key and Accept, and gives the rows", async ({ tag, verb, one }) => {
      await using service = await serve(() => ({ body: example(tag), headers: { "x-total-count": "7" } }));
      const register = subject.create({ baseUrl: `${service.url}/some/prefix/`, subscriptionKey: key });
      const call = (register[tag] as unknown as Record<string, (params: object) => Promise<unknown>>)[verb];
      const answer = await call?.(one[2] ? { offset: 0, limit: 5 } : {});
      expect(subject.rows(answer)).toEqual(example(tag));
      expect(service.seen).toHaveLength(1);
      expect(service.seen[0]).toMatchObject({
        path: `/some/prefix/javni${one[0]}`,
        query: one[2] ? { offset: "0", limit: "5" } : {},
        headers: { "ocp-apim-subscription-key": key, accept: "application/json" },
      });
      expect("all" in (register[tag] ?? {})).toBe(one[2] > 0);
    });
  });
}
