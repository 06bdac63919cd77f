import { describe, expect, it } from "vitest";
import { accessBy, secret, secretHeader, sentAs } from "./access.ts";
import { callsOf } from "./calls.ts";
import type { CallPromise, ClientUnderTest } from "./client-under-test.ts";
import { serve } from "./service.ts";
import { contract } from "./spec.ts";

/** Every operation of the contract, against a service that responds with the contract's examples. */
export function testOperations(subject: ClientUnderTest): void {
  const { connect } = callsOf(subject);

  describe("operations", () => {
    it("are those of the contract", () => {
      const client = subject.create({ baseUrl: "https://registar.primjer.hr", ...accessBy(secret) });
      const ids = Object.entries(client).flatMap(([tag, resource]) =>
        Object.keys(resource)
          .filter((name) => name !== "all" && name !== "pages")
          .map((verb) => `${tag}.${verb}`),
      );
      expect(ids.sort()).toEqual(contract.map(({ id }) => id).sort());
    });

    it.each(contract)(
      "$id requests its path, with the secret and Accept, and returns the rows, or the object",
      async ({ tag, verb, path, hasTotal, params, query, headers, rows }) => {
        await using service = await serve(() => ({ body: rows, headers: { "x-total-count": "7" } }));
        const register = connect(service, { baseUrl: `${service.url}/some/prefix/` });
        // By name, so that every operation of the spec is covered; no type of a client knows names as texts.
        const call = (register[tag] as unknown as Record<string, (params: object) => CallPromise>)[verb];
        expect(subject.rows(await call?.(params))).toEqual(rows);
        expect(service.seen).toHaveLength(1);
        expect(service.seen[0]).toMatchObject({
          path: `/some/prefix/javni${path}`,
          headers: { [secretHeader]: sentAs(secret), accept: "application/json", ...headers },
        });
        expect(service.seen[0]?.query).toEqual(query);
        expect((await call?.(params).withResponse())?.total).toBe(hasTotal ? 7 : undefined);
        const walks = contract.some((operation) => operation.tag === tag && operation.paged);
        expect("all" in (register[tag] ?? {})).toBe(walks);
        expect("pages" in (register[tag] ?? {})).toBe(walks);
      },
    );
  });
}
