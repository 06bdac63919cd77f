import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Operation } from "../src/contract/register.ts";
import { lists } from "./support/addresses.ts";
import { type Fixture, serve } from "./support/client.ts";
import { bodySchema } from "./support/schemas.ts";
import { withoutEmpty, xmlRows } from "./support/xml.ts";

let fixture: Fixture;

beforeAll(async () => {
  fixture = await serve({ rows: 2_500 });
});
afterAll(() => fixture[Symbol.asyncDispose]());

/** Every row of an operation, page by page, in one representation. */
async function walk(operation: Operation, accept: string, read: (text: string) => unknown[]): Promise<unknown[]> {
  const paged = operation.parameters.has("offset");
  const rows: unknown[] = [];
  for (;;) {
    const query = paged ? `?offset=${rows.length}&limit=1000` : "";
    const response = await fixture.get(`/javni${operation.path}${query}`, { accept });
    expect(response.status).toBe(200);
    const page = read(await response.text());
    rows.push(...page);
    if (!paged || page.length === 0) return rows;
  }
}

describe.each(lists.map((operation) => [operation.path, operation] as const))("%s", (_path, operation) => {
  test("has the same rows in JSON and in XML, all of which the schema accepts", async () => {
    const json = await walk(operation, "application/json", (text) => JSON.parse(text) as unknown[]);
    if (operation.xml) {
      const xml = await walk(operation, "application/xml", (text) => xmlRows(operation, text));
      expect(withoutEmpty(xml)).toEqual(withoutEmpty(json));
    }
    const total = fixture.server.state.counts[`a_${operation.row.name}`];
    expect(json).toHaveLength(total ?? Number.NaN);
    const validate = bodySchema(operation);
    expect(validate(json), JSON.stringify(validate.errors?.slice(0, 3))).toBe(true);
  });
});
