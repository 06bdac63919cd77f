import { expect, test } from "vitest";
import { operationNamed, viewOf } from "../../../test/support/views.ts";
import { NotJudged, type Outcome } from "../../evidence/outcome.ts";
import { xmlRequirements } from "./requirements.ts";

test("where JSON came instead of XML, no requirement says that the XML is not well-formed", () => {
  const view = viewOf(operationNamed("jezik"), { json: { body: [] }, xml: { body: [] } });
  const doctype = xmlRequirements.find(({ id }) => id === "REG-XML-07");
  expect(() => doctype?.check(view)).toThrow("the service returned JSON when asked for XML");
});

const advice = "(is its name right? The suite reads those of https://encoding.spec.whatwg.org, such as utf-8)";

test.for<[encoding: string, header: string, state: string, found: string | undefined]>([
  // .NET writes the declaration of its own strings, and then sends UTF-8.
  ["utf-16", "application/xml", "fail", "bytes that are not UTF-16, which the XML declares"],
  ["utf-16", "application/xml; charset=utf-8", "pass", undefined],
  ["utf-8", "application/xml; charset=utf-16", "fail", "bytes that are not UTF-16"],
  ["utf-8", "application/xml", "pass", undefined],
  ["IBM852", "application/xml", "error", `text in an encoding that the suite cannot read: IBM852 ${advice}`],
  ["utf-osam", "application/xml", "error", `text in an encoding that the suite cannot read: utf-osam ${advice}`],
])("XML in UTF-8 that declares %s, with content type %s: %s", ([encoding, header, state, found]) => {
  for (const sifra of ["1", "12"]) {
    const body = `<?xml version="1.0" encoding="${encoding}"?><jezikArray><i><sifra>${sifra}</sifra></i></jezikArray>`;
    const view = viewOf(operationNamed("jezik"), { xml: { body, headers: { "content-type": header } } });
    const wellFormed = xmlRequirements.find(({ id }) => id === "REG-XML-01");
    let outcome: Outcome | undefined;
    try {
      outcome = wellFormed?.check(view);
    } catch (error) {
      if (!(error instanceof NotJudged)) throw error;
      outcome = error.outcome;
    }
    expect(outcome?.state).toBe(state);
    if (outcome?.state === "fail") expect(outcome.findings[0]?.found).toBe(found);
    if (outcome?.state === "error") expect(outcome.reason).toBe(found);
  }
});

test("an element instead of a field is not named, because it may be text that was not escaped", () => {
  const body = "<jezikArray><i><id>1</id><Ana>hrvatski</Ana></i></jezikArray>";
  const view = viewOf(operationNamed("jezik"), { json: { body: [{ id: 1, naziv: "hrvatski" }] }, xml: { body } });
  const names = xmlRequirements.find(({ id }) => id === "REG-XML-03");
  expect(names?.check(view)).toMatchObject({
    state: "fail",
    findings: [{ at: "/jezikArray/*[1]/…", expected: "an element naziv", found: "an element …" }],
  });
});
