import { expect, test } from "vitest";
import { operationNamed, viewOf } from "../../test/support/views.ts";
import { xmlRequirements } from "./reg-xml.ts";

test("where JSON came instead of XML, no requirement says that the XML is not well-formed", () => {
  const view = viewOf(operationNamed("jezik"), { json: { body: [] }, xml: { body: [] } });
  const doctype = xmlRequirements.find(({ id }) => id === "REG-XML-07");
  expect(() => doctype?.check(view)).toThrow("the service returned JSON when asked for XML");
});
