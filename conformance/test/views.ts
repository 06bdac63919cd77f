/** Builds what a check sees from the responses that a test gives. */
import { type Operation, operations } from "../src/contract/operations.ts";
import { answer } from "../src/exchange/answer.ts";
import { type OperationView, operationView, type ProbeResult } from "../src/run/operation-view.ts";
import type { ProbeName } from "../src/run/probes.ts";

/** The outcome of a request: a response, or a problem instead. */
export interface Seen {
  status?: number;
  headers?: Record<string, string>;
  /** Rows, or a literal body. */
  body?: readonly unknown[] | string;
  offset?: number | undefined;
  limit?: number | undefined;
  refusedLimit?: number;
  problem?: string;
  unseen?: true;
}

export function operationNamed(name: string): Operation {
  const operation = operations.find((one) => one.name === name);
  if (operation === undefined) throw new Error("the operation of this test is gone");
  return operation;
}

/** The view of an operation with the outcomes of its probes, or the reasons why they were not sent. */
export function viewOf(
  operation: Operation,
  probes: Partial<Record<ProbeName, Seen | string>>,
  inOrder = true,
): OperationView {
  const results = Object.entries(probes).map(([probe, seen]): [ProbeName, ProbeResult] => [
    // Object.entries types its keys as string.
    probe as ProbeName,
    typeof seen === "string" ? { kind: "not asked", reason: seen } : asked(operation, seen),
  ]);
  return operationView(operation, new Map(results), "shape", inOrder);
}

function asked(operation: Operation, seen: Seen): ProbeResult {
  const { status = 200, headers = {}, body = [], offset, limit, refusedLimit, problem, unseen } = seen;
  const wire = { id: "", method: "GET", url: "https://registar.primjer.hr", headers: {} } as const;
  const query = Object.entries({ offset, limit }).flatMap(([key, value]) =>
    value === undefined ? [] : [[key, `${value}`] as const],
  );
  const text = typeof body === "string" ? body : JSON.stringify(body);
  return {
    kind: "asked",
    request: { operation, query, as: "json", key: "valid" },
    reply:
      problem === undefined
        ? answer(wire, status, headers, Buffer.from(text))
        : { kind: "no answer", request: wire, problem, final: false, ...(unseen && { unseen }) },
    ...(refusedLimit === undefined ? {} : { refusedLimit }),
  };
}
