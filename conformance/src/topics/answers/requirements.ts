import {
  bodyShape,
  contentType,
  eachAnswer,
  eachRow,
  info,
  itemsAreObjects,
  judgeStatus,
  list,
  pairs,
  rowProbes,
  sentNumber,
  takesParameter,
} from "../../checks/each.ts";
import { every, must, type RegisterRequirement, should, single } from "../../checks/requirement.ts";
import { ifAny, pathsOf, type Sentence } from "../../checks/sentence.ts";
import { keyFields, registerPath } from "../../contract/operations.ts";
import type { Operation } from "../../contract/shape/operation.ts";
import { describeOther, present } from "../../evidence/datum.ts";
import { sameNumber } from "../../evidence/decimal.ts";
import type { OperationView, ProbeName } from "../../evidence/operation-view.ts";
import {
  type Finding,
  finding,
  NotJudged,
  notTested,
  type Outcome,
  observed,
  pass,
  verdict,
} from "../../evidence/outcome.ts";
import { dataKeys } from "../../evidence/same-data.ts";
import { counted } from "../../shared/text.ts";

const statusProbes: readonly ProbeName[] = [...rowProbes, ...pairs.keys()];

function checkStatus(view: OperationView, probes: readonly ProbeName[]): Outcome {
  const judged = probes.map((probe) => judgeStatus(view, probe));
  const findings = judged.map(({ finding }) => finding).filter((finding) => finding !== undefined);
  const problem = judged.find((one) => one.problem !== undefined)?.problem;
  const untested = judged.find((one) => one.untested !== undefined)?.untested;
  const isSeen = (probe: ProbeName): boolean => {
    const result = view.results.get(probe);
    return result?.kind === "asked" && !(result.reply.kind === "no answer" && result.reply.unseen === true);
  };
  // If nothing was sent, this throws with the reason.
  if (!probes.some(isSeen)) view.answer("json");
  if (findings.length === 0 && problem !== undefined) return { state: "error", reason: problem };
  return findings.length === 0 && untested !== undefined ? notTested(untested) : verdict(findings);
}

function wellFormed(view: OperationView, probe: ProbeName): Finding[] {
  const json = view.jsonAnswer(probe).json();
  return json.ok ? [] : [finding(probe, "body", "a JSON text", json.problem)];
}

function isArray(view: OperationView, probe: ProbeName): Finding[] {
  const json = view.accepted(probe).json();
  if (!json.ok) throw new NotJudged("not tested", `the response for ${view.about(probe)} is ${json.problem}`);
  return json.value.kind === "array" ? [] : [finding(probe, "body", "an array", describeOther(json.value))];
}

function isObject(view: OperationView, probe: ProbeName): Finding[] {
  const json = view.accepted(probe).json();
  if (!json.ok) throw new NotJudged("not tested", `the response for ${view.about(probe)} is ${json.problem}`);
  return json.value.kind === "object" ? [] : [finding(probe, "body", "an object", describeOther(json.value))];
}

function hasKeys(view: OperationView): Outcome {
  const [row] = view.rows("json");
  const result = view.results.get("json");
  const { path = {} } = result?.kind === "asked" ? result.request : {};
  const judged = keyFields(view.operation).flatMap(({ name }) => {
    const value = row?.kind === "object" ? present(row, name) : undefined;
    return value !== undefined && "text" in value ? [{ name, text: value.text, asked: path[name] ?? "" }] : [];
  });
  if (judged.length === 0) return notTested("the object does not have what it was asked for by");
  const wrong = judged.filter(({ text, asked }) => !sameNumber(text, asked));
  return verdict(wrong.map(({ name }) => finding("json", `/${name}`, "the value in the path", "another one")));
}

function unknown(view: OperationView): Outcome {
  const answer = view.answer("unknown");
  return observed(`status ${answer.status}, ${bodyShape(answer)}`);
}

function timestamp(view: OperationView): Outcome {
  const answer = view.answer("timestamp");
  const rows = view.knownRows("timestamp");
  const plain = view.knownRows("json") ?? [];
  // As many as were requested: an empty list does not match.
  const wanted = plain.slice(0, sentNumber(view, "timestamp", "limit"));
  const [ours, others] = [rows ?? [], wanted].map((some) => JSON.stringify(dataKeys(view.operation.fields, some)));
  const what =
    rows === undefined
      ? bodyShape(answer)
      : ours === others
        ? `the same ${counted(rows.length, "row")} as without it`
        : `${counted(rows.length, "row")}, different from those without it`;
  return observed(`a timestamp_id that matches no published state returns status ${answer.status}, ${what}`);
}

const stateHeader = /timestamp|etag|last-modified|version/;

function stateHeaders(view: OperationView): Outcome {
  const names = Object.keys(view.accepted("json").headers).filter((name) => stateHeader.test(name));
  return observed(
    names.length === 0
      ? "no header names the published state"
      : `headers that may name the published state: ${list(names)}`,
  );
}

function rateHeaders(view: OperationView): Outcome {
  const names = Object.keys(view.answer("json").headers).filter((name) => /rate-?limit|quota|retry-after/.test(name));
  return observed(names.length === 0 ? "no rate-limit header" : `headers: ${list(names)}`);
}

function representation(view: OperationView): Outcome {
  const type = (probe: ProbeName): string => view.answer(probe).headers["content-type"] ?? "no content type";
  return observed(`asked for JSON: ${type("json")}; asked for XML: ${type("xml")}`);
}

const publishes: Sentence = {
  section: "1",
  text: `The REST interface publishes company records and code lists under \`{base_url}${registerPath}\`.`,
};

export const returnsArrays: Sentence = {
  section: "4.1",
  text: "Every operation is a GET without a body. It responds with status 200 and an array of objects of its resource.",
};

const endsWithSlash = ({ path }: Operation): boolean => path.endsWith("/");

const hasSlash: Sentence = {
  section: "4.1",
  text: ifAny(endsWithSlash, `The path of ${pathsOf(endsWithSlash)} ends with a slash.`),
};

export const inBothForms: Sentence = {
  section: "4.6",
  text: "Responses are given in JSON, as an array of objects, and in XML.",
};

export const answerRequirements: readonly RegisterRequirement[] = [
  must({
    id: "REG-STATUS-01",
    title: "A request with a valid key gets status 200.",
    section: "4.1",
    judges: [publishes, returnsArrays],
    selects: every,
    needs: statusProbes,
    check: (view) => checkStatus(view, statusProbes),
  }),
  must({
    id: "REG-PATH-01",
    title: "A path that ends with a slash works as written.",
    section: "4.1",
    judges: [publishes, hasSlash],
    selects: { about: "operations whose path ends with a slash", test: endsWithSlash },
    needs: ["json"],
    check: (view) => {
      const { status } = view.answer("json");
      if (status === 404 || (status >= 300 && status <= 399))
        return verdict([finding("json", "status", `200 at ${view.operation.path}`, String(status))]);
      // Other statuses are not about the path: REG-STATUS-01 judges them.
      view.accepted("json");
      return pass;
    },
  }),
  must({
    id: "REG-JSON-01",
    title: "A JSON response is one well-formed JSON text in UTF-8, without a byte order mark.",
    judges: [inBothForms],
    selects: every,
    needs: rowProbes,
    check: (view) => eachAnswer(view, rowProbes, (probe) => wellFormed(view, probe)),
  }),
  must({
    id: "REG-JSON-02",
    title: "A JSON response is an array, even when there is nothing to list.",
    judges: [returnsArrays],
    selects: every,
    concerns: ["lists"],
    needs: rowProbes,
    check: (view) => eachAnswer(view, rowProbes, (probe) => isArray(view, probe)),
  }),
  must({
    id: "REG-JSON-03",
    title: "Every item of the array is an object.",
    judges: [returnsArrays],
    selects: every,
    concerns: ["lists"],
    needs: rowProbes,
    check: (view) => eachRow(view, "json", (probe) => itemsAreObjects(view, probe)),
  }),
  should({
    id: "REG-JSON-05",
    title: "A JSON response declares a JSON content type.",
    judges: [inBothForms],
    selects: every,
    needs: ["json"],
    check: (view) => verdict(contentType("json", view.jsonAnswer("json"))),
  }),
  must({
    id: "REG-JSON-06",
    title: "A JSON response is an object, where the operation returns one.",
    section: "4.1",
    judges: [publishes],
    selects: single,
    needs: rowProbes,
    check: (view) => eachAnswer(view, rowProbes, (probe) => isObject(view, probe)),
  }),
  should({
    id: "REG-PATH-02",
    title: "An object has the values that it was asked for by, in the fields of these names.",
    section: "4.1",
    judges: [publishes],
    selects: {
      about: "operations that return the object of a value at the end of the path",
      test: (operation) => keyFields(operation).length > 0,
    },
    needs: ["json"],
    beyondMock: "parameters",
    check: hasKeys,
  }),
  {
    ...info("REG-INFO-09", "How the representation is chosen.", "4.6", every, ["json", "xml"], representation),
    concerns: ["xml"],
  },
  info(
    "REG-INFO-10",
    "What timestamp_id does.",
    "4.1",
    { ...takesParameter("timestamp_id"), about: "a sample of the operations that take timestamp_id" },
    ["timestamp", "json"],
    timestamp,
    "parameters",
  ),
  info("REG-INFO-11", "Rate-limit headers.", "8", every, ["json"], rateHeaders),
  info(
    "REG-INFO-15",
    "What is returned for a number that no row has.",
    "7",
    {
      about: "operations that return the object of a number in the path",
      test: ({ inPath, answer }) => inPath.length > 0 && answer === "object",
    },
    ["unknown"],
    unknown,
    "parameters",
  ),
  info("REG-INFO-12", "Headers that name the published state.", "4.1", every, ["json"], stateHeaders),
];
