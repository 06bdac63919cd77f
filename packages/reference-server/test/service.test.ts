import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { register } from "../src/contract/contract.ts";
import document from "../src/generated/register.openapi.json" with { type: "json" };
import { accessHeader } from "./support/access.ts";
import { addressOf } from "./support/addresses.ts";
import { type Fixture, serve } from "./support/client.ts";
import { fromSources } from "./support/process.ts";

let fixture: Fixture;

beforeAll(async () => {
  fixture = await serve({ rows: 200 });
});
afterAll(() => fixture[Symbol.asyncDispose]());

test("every operation of the document is served", () => {
  expect(register.unserved).toEqual([]);
  expect(register.operations.map(({ path }) => path)).toEqual(Object.keys(document.paths));
});

describe.each(register.operations.map((operation) => [operation.path, operation] as const))(
  "%s",
  (_path, operation) => {
    let address: string;
    beforeAll(async () => {
      address = await addressOf(operation, fixture);
    });

    test("returns an array that is not empty, or an object", async () => {
      const response = await fixture.get(address);
      expect(response.status).toBe(200);
      expect(response.headers.get("content-type")).toBe("application/json; charset=utf-8");
      const body: unknown = await response.json();
      expect(Array.isArray(body)).toBe(operation.answer === "list");
      expect(Object.keys(body as object)).not.toHaveLength(0);
      expect(response.headers.has("x-total-count")).toBe(operation.totals);
    });

    test("returns XML with its root element, if it has any", async () => {
      const response = await fixture.get(address, { accept: "application/xml" });
      if (!operation.xml) {
        expect(response.status).toBe(406);
        return;
      }
      expect(response.headers.get("content-type")).toBe("application/xml; charset=utf-8");
      expect(await response.text()).toContain(
        `?>\n<${operation.xmlRoot}>${operation.answer === "list" ? `<${operation.row.name}>` : ""}`,
      );
    });

    test("requires what gives access", async () => {
      expect((await fixture.get(address, { [accessHeader]: "wrong" })).status).toBe(401);
      expect((await fetch(fixture.server.url + address)).status).toBe(401);
    });
  },
);

test("a server may be closed twice, as by `await using` after close()", async () => {
  const { server } = await serve({ rows: 5 });
  await server.close();
  await expect(server.close()).resolves.toBeUndefined();
});

test("CommonJS can require the server", () => {
  const entry = fileURLToPath(new URL("../src/index.ts", import.meta.url));
  const script = `console.log(typeof require(${JSON.stringify(entry)}).startServer)`;
  expect(execFileSync(process.execPath, [fromSources, "-e", script], { encoding: "utf8" })).toBe("function\n");
});
