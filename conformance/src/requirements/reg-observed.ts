import { totalHeader } from "../contract/operations.ts";
import { counted } from "../counted.ts";
import type { Answer } from "../evidence/answer.ts";
import { canonical, member, present } from "../evidence/datum.ts";
import { looksLike } from "../evidence/json.ts";
import type { OperationView } from "../evidence/operation-view.ts";
import { notTested, type Outcome, observed } from "../evidence/outcome.ts";
import { aboutProbe, type ProbeName } from "../evidence/probes.ts";
import { sentNumber } from "./reg-paging.ts";
import { searchProbes, takesParameter } from "./reg-search.ts";
import { every, paged, type RegisterRequirement, type Selector } from "./requirement.ts";

const list = (names: Iterable<string>): string => [...names].sort().join(", ");

function order(view: OperationView): Outcome {
  const rows = view.objects("json");
  if (rows.length < 3) return notTested(`it takes 3 rows to see an order, but there are ${rows.length}`);
  const sorted = view.operation.fields
    .filter(({ type }) => type === "integer")
    .filter(({ name }) => {
      const values = rows
        .map((row) => present(row, name))
        .map((value) => (value?.kind === "number" ? Number(value.text) : Number.NaN));
      return (
        new Set(values).size > 1 &&
        values.every((value, index) => index === 0 || value >= (values[index - 1] ?? Number.NaN))
      );
    })
    .map(({ name }) => name);
  return observed(
    sorted.length === 0
      ? "the rows are not sorted by any single integer field"
      : `the rows are in ascending order of ${list(sorted)}`,
  );
}

function defaultLimitElsewhere(view: OperationView): Outcome {
  const count = view.rows("default").length;
  const there = view.rows("json").length - (sentNumber(view, "default", "offset") ?? 0);
  return observed(
    count < there || count > 101
      ? `${counted(count, "row")} without a limit`
      : `at least ${counted(count, "row")} without a limit, or all there are`,
  );
}

function totalElsewhere(view: OperationView): Outcome {
  const text = view.accepted("json").headers[totalHeader];
  return observed(
    text === undefined
      ? `no ${totalHeader}`
      : `${totalHeader} is present${view.total("json") === undefined ? ", but not a count" : ""}`,
  );
}

function nulls(view: OperationView): Outcome {
  const rows = view.objects("json");
  if (rows.length === 0) return notTested("the resource has no rows");
  const isNull = new Set<string>();
  const absent = new Set<string>();
  for (const { name } of view.operation.fields) {
    for (const row of rows) {
      const value = member(row, name);
      if (value === undefined) absent.add(name);
      else if (value.kind === "null") isNull.add(name);
    }
  }
  const parts = [
    isNull.size > 0 ? `sometimes null: ${list(isNull)}` : "",
    absent.size > 0 ? `sometimes omitted: ${list(absent)}` : "",
  ].filter((part) => part !== "");
  return observed(parts.length === 0 ? "every field has a value in every row" : parts.join("; "));
}

function extraFields(view: OperationView): Outcome {
  const declared = new Set(view.operation.fields.map(({ name }) => name));
  const extra = new Set(
    view
      .objects("json")
      .flatMap((row) => row.members.map(({ name }) => name))
      .filter((name) => !declared.has(name)),
  );
  return observed(extra.size === 0 ? "no fields beyond the contract" : `fields beyond the contract: ${list(extra)}`);
}

function itemNames(view: OperationView): Outcome {
  const names = new Set(view.xmlRoot("xml").children.map(({ name }) => name));
  return names.size === 0 ? notTested("the XML has no items") : observed(`item elements are named ${list(names)}`);
}

/** Describes a body without its values. */
function bodyShape(answer: Answer): string {
  const json = answer.json();
  if (json.ok && json.value.kind === "object")
    return `an object with ${list(json.value.members.map(({ name }) => name))}`;
  if (json.ok) return `a JSON ${json.value.kind}`;
  return looksLike(answer.text);
}

function refusal(view: OperationView): Outcome {
  const parts = (["noKey", "emptyKey", "wrongKey"] as const).map((probe) => {
    const result = view.results.get(probe);
    // Closing the connection is one way to refuse.
    if (result?.kind === "asked" && result.reply.kind === "no answer" && result.reply.unseen !== true)
      return `${aboutProbe[probe]}: no response, ${result.reply.problem}`;
    const answer = view.answer(probe);
    return `${aboutProbe[probe]}: ${answer.status}, ${bodyShape(answer)}`;
  });
  return observed(parts.join("; "));
}

function representation(view: OperationView): Outcome {
  const type = (probe: ProbeName): string => view.answer(probe).headers["content-type"] ?? "no content type";
  return observed(`asked for JSON: ${type("json")}; asked for XML: ${type("xml")}`);
}

function timestamp(view: OperationView): Outcome {
  const answer = view.answer("timestamp");
  const rows = view.knownRows("timestamp");
  const plain = view.knownRows("json") ?? [];
  // As many as were requested: an empty list does not match.
  const wanted = plain.slice(0, sentNumber(view, "timestamp", "limit")).map(canonical);
  const same = rows?.length === wanted.length && rows.every((row, index) => canonical(row) === wanted[index]);
  const what =
    rows === undefined
      ? bodyShape(answer)
      : same
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

function maxLimit(view: OperationView): Outcome {
  const count = view.rows("json").length;
  const limit = sentNumber(view, "json", "limit");
  const total = view.total("json");
  return observed(
    `${limit === undefined ? "no limit" : `limit=${limit}`} returns ${counted(count, "row")}${total === undefined ? "" : ` of ${total}`}`,
  );
}

function minLimit(view: OperationView): Outcome {
  const limit = sentNumber(view, "page", "limit");
  view.accepted("page");
  const result = view.results.get("page");
  const refused = result?.kind === "asked" ? result.refusedLimit : undefined;
  // The seed picks the limit, up to 4, so the report does not name it: two runs would differ.
  if (refused === undefined && Number(limit) < 5) return observed("a limit below 5 is accepted");
  const taken = limit === undefined ? "a page without a limit is returned" : `limit=${limit} is accepted`;
  return observed(refused === undefined ? taken : `limit=${refused} is refused, ${taken}`);
}

function searchEffect(view: OperationView): Outcome {
  const parts = searchProbes.map((probe) => {
    const result = view.results.get(probe);
    const query = result?.kind === "asked" ? result.request.query : [];
    const search = query.find(([name]) => name !== "offset" && name !== "limit")?.join("=") ?? aboutProbe[probe];
    const rows = view.knownRows(probe);
    return `${search}: ${rows === undefined ? "no readable rows" : `${rows.length} of at most ${sentNumber(view, probe, "limit")} rows`}`;
  });
  return observed(parts.join("; "));
}

function info(
  id: string,
  title: string,
  section: string,
  selects: Selector,
  needs: readonly ProbeName[],
  check: (view: OperationView) => Outcome,
  beyondMock?: "parameters" | "keys",
): RegisterRequirement {
  return {
    id,
    level: "INFO",
    title,
    section,
    selects,
    needs,
    check,
    ...(beyondMock === undefined ? {} : { beyondMock }),
  };
}

export const observations: readonly RegisterRequirement[] = [
  info("REG-INFO-01", "The order of the items.", "4.2", paged, ["json"], order, "parameters"),
  info("REG-INFO-02", "The maximum limit.", "4.2", paged, ["json"], maxLimit, "parameters"),
  info(
    "REG-INFO-03",
    "The default limit where none is promised.",
    "4.2",
    {
      about: "paged operations without a default limit",
      // If a limit is required, one is always sent.
      test: ({ paged: isPaged, defaultLimit, given }) =>
        isPaged && defaultLimit === undefined && !given.some(({ name }) => name === "limit"),
    },
    ["default", "json"],
    defaultLimitElsewhere,
    "parameters",
  ),
  info(
    "REG-INFO-04",
    "Totals where none are promised.",
    "4.3",
    { about: "operations without x-total-count", test: ({ declaresTotal }) => !declaresTotal },
    ["json"],
    totalElsewhere,
  ),
  info("REG-INFO-05", "Fields that are null or omitted.", "2.3", every, ["json"], nulls),
  info("REG-INFO-06", "Fields beyond the contract.", "2.2", every, ["json"], extraFields),
  info("REG-INFO-07", "The names of item elements.", "4.6", every, ["xml"], itemNames),
  info("REG-INFO-08", "What a refusal looks like.", "7", every, ["noKey", "emptyKey", "wrongKey"], refusal, "keys"),
  info("REG-INFO-09", "How the representation is chosen.", "4.6", every, ["json", "xml"], representation),
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
  info("REG-INFO-12", "Headers that name the published state.", "4.1", every, ["json"], stateHeaders),
  info(
    "REG-INFO-13",
    "What searches return.",
    "4.5",
    takesParameter("tvrtka_naziv"),
    searchProbes,
    searchEffect,
    "parameters",
  ),
  info("REG-INFO-14", "Small limits.", "4.2", paged, ["page"], minLimit, "parameters"),
];
