import { isInterfaceType, isObjectType } from "graphql";
import { type CasesView, describeErrors } from "../evidence/cases-view.ts";
import { type Datum, present } from "../evidence/datum.ts";
import { notTested, type Outcome, observed } from "../evidence/outcome.ts";
import { answersTo, fieldsWith } from "./case-answers.ts";
import { lookUps } from "./case-lookups.ts";
import type { CaseRequirement } from "./requirement.ts";

function extras(view: CasesView): Outcome {
  const service = view.service();
  const extra: string[] = [];
  for (const theirs of Object.values(service.getTypeMap())) {
    if (!(isObjectType(theirs) || isInterfaceType(theirs)) || theirs.name.startsWith("__")) continue;
    const ours = theirs === service.getQueryType() ? view.contract.getQueryType() : view.contract.getType(theirs.name);
    if (!(isObjectType(ours) || isInterfaceType(ours))) extra.push(theirs.name);
    else
      extra.push(
        ...Object.keys(theirs.getFields())
          .filter((name) => ours.getFields()[name] === undefined)
          .map((name) => `${theirs.name}.${name}`),
      );
  }
  return observed(
    extra.length === 0 ? "no types or fields beyond the contract" : `beyond the contract: ${extra.sort().join(", ")}`,
  );
}

/**
 * The JSON types of the identifiers in the data of a query field, in which all numbers are integers; and how they are written and
 * sent, where that is unusual.
 */
function integers(view: CasesView, subject: string): Outcome {
  const kinds = new Set<string>();
  let floats = false;
  const look = (value: Datum): void => {
    if (value.kind === "number") floats ||= !/^-?\d+$/.test(value.text);
    if (value.kind === "array") value.items.forEach(look);
    if (value.kind !== "object") return;
    const id = present(value, "id");
    if (id !== undefined) kinds.add(id.kind);
    for (const member of value.members) look(member.value);
  };
  let asText = false;
  for (const name of answersTo(view, subject)) {
    const value = view.value(name, subject);
    if (value !== undefined) look(value);
    // In a document, quotes are escaped.
    asText ||= view.answer(name).request.body?.includes('"sud":"') === true;
  }
  if (kinds.size === 0) return notTested("the response holds no identifier");
  const written = floats ? ", with an exponent or a decimal point: as doubles, which round integers above 2^53" : "";
  const sent = asText ? "; in requests, it has to be a string" : "";
  return observed(`JSON type of BigInteger: ${[...kinds].sort().join(" and ")}${written}${sent}`);
}

function audits(view: CasesView): Outcome {
  if (view.audits.length === 0) return notTested("the audits were not run");
  if (view.isRefusing) return notTested("no query got data");
  const count = (status: string): number => view.audits.filter((one) => one.status === status).length;
  const failed = view.audits.filter(({ status }) => status === "error").map(({ id, name }) => `${id} ${name}`);
  const notRun = count("not run");
  return observed(
    `${count("ok")} of ${view.audits.length} audits pass${failed.length === 0 ? "" : `; failed: ${failed.join("; ")}`}${notRun === 0 ? "" : `; ${notRun} could not be run`}`,
  );
}

function unknownCase(view: CasesView): Outcome {
  const result = view.result("unknown case");
  const { status } = view.answer("unknown case");
  return observed(
    `status ${status}, ${result === undefined ? "no GraphQL response" : result.errors.length > 0 ? describeErrors(result, view.show) : "null without errors"}`,
  );
}

export const caseObservations: readonly CaseRequirement[] = [
  {
    id: "CASE-INFO-01",
    level: "INFO",
    title: "Whether introspection is on.",
    section: "4.8",
    subjects: ["schema"],
    check: (view) => {
      const isOn = view.introspection();
      const status = view.status("introspection");
      // Without a response, this throws with the reason.
      if (isOn === undefined || status === undefined) view.answer("introspection");
      if (isOn === false && view.isRefusing) return notTested("no query got data");
      return observed(isOn === true ? "introspection is on" : `introspection is off (status ${status})`);
    },
  },
  {
    id: "CASE-INFO-02",
    level: "INFO",
    title: "Types and fields beyond the contract.",
    section: "2.4",
    subjects: ["schema"],
    check: extras,
  },
  {
    id: "CASE-INFO-03",
    level: "INFO",
    title: "Whether BigInteger is a number or a string.",
    section: "2.4",
    subjects: fieldsWith("BigInteger"),
    check: integers,
  },
  {
    id: "CASE-INFO-04",
    level: "INFO",
    title: "GraphQL over HTTP: the MUST audits.",
    section: "4.8",
    subjects: ["schema"],
    check: audits,
  },
  {
    id: "CASE-INFO-05",
    level: "INFO",
    title: "How an unknown case is answered.",
    section: "7",
    subjects: lookUps,
    check: unknownCase,
  },
];
