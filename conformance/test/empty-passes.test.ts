import { expect, test } from "vitest";
import { presentContract } from "../src/contract/contract.ts";
import { operations } from "../src/contract/operations.ts";
import { applies, registerRequirements } from "../src/topics/catalogue.ts";
import { failures, fastClock, judgeThrough } from "./support/through.ts";

const json = { "content-type": "application/json" };
const html = { "content-type": "text/html" };

test.for<[status: number, headers: Record<string, string>, body: string, shown: string[]]>([
  [403, html, "<html><body>no</body></html>", []],
  [500, json, "[]", []],
  [200, json, "", ["REG-JSON-05", "REG-PATH-01", "REG-STATUS-01"]],
  [200, html, "<!doctype html><html><body>Registar<br></body></html>", ["REG-PATH-01", "REG-STATUS-01"]],
  [200, json, "{}", ["REG-JSON-01", "REG-JSON-05", "REG-JSON-06", "REG-PATH-01", "REG-STATUS-01"]],
  [
    200,
    json,
    "[]",
    // An empty list is the only thing that a search may well return.
    "REG-JSON-01 REG-JSON-02 REG-JSON-05 REG-PATH-01 REG-SEARCH-01 REG-SEARCH-02 REG-STATUS-01".split(" "),
  ],
])(
  "what a response that is the same for every request cannot show does not pass: status %i, %j, %s",
  async ([status, headers, body, shown]) => {
    const first = operations.find(({ inPath }) => inPath.length === 0);
    const { clock } = fastClock();
    const report = await judgeThrough(
      (request, response) => {
        if (request.url?.split("?")[0] === `/javni${first?.path}`) return false;
        response.writeHead(status, headers).end(body);
        return true;
      },
      { clock },
    );
    const passes = report.results.filter(({ state, subject }) => state === "pass" && subject !== first?.name);
    const known = registerRequirements.filter((one) => applies(one, presentContract)).map(({ id }) => id);
    expect([...new Set(passes.map(({ requirement }) => requirement))].sort()).toEqual(
      shown.filter((id) => known.includes(id)),
    );
    expect(failures(report).length).toBeGreaterThan(0);
  },
);
