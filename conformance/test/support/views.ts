import { suiteOperations } from "@court-register/tools/fixed-contract";
import { readOperation } from "../../src/contract/operations.ts";
import type { Operation, WrittenOperation } from "../../src/contract/shape/operation.ts";
import { answer } from "../../src/evidence/answer.ts";
import { OperationView, type ProbeName, type ProbeResult } from "../../src/evidence/operation-view.ts";
import { probeNamed } from "../../src/topics/catalogue.ts";

/** Builds what a check sees from the responses that a test gives. */

/** The outcome of a request: a response, or a problem instead. */
export interface SeenPage {
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

// `pnpm generate` reads the real ones in the same way.
const operations = (suiteOperations as readonly WrittenOperation[]).map(readOperation);

/** An operation of a contract that stays as it is: these tests are about checks, not about what the contract has. */
export function operationNamed(name: string): Operation {
  const operation = operations.find((one) => one.name === name);
  if (operation === undefined) throw new Error(`there is no operation ${name}`);
  return operation;
}

/** The view of an operation with the outcomes of its probes, or the reasons why they were not sent. */
export function viewOf(operation: Operation, probes: Record<ProbeName, SeenPage | string>): OperationView {
  const results = Object.entries(probes).map(([probe, seen]): [ProbeName, ProbeResult] => [
    // Object.entries types its keys as string.
    probe as ProbeName,
    {
      about: probeNamed(probe).about,
      ...(typeof seen === "string" ? { kind: "not asked", reason: seen } : asked(operation, seen, /xml$/i.test(probe))),
    },
  ]);
  return new OperationView(operation, new Map(results), "shape");
}

/** A result, without the words of its probe. */
type Asked = Pick<Extract<ProbeResult, { kind: "asked" }>, "kind" | "request" | "reply" | "refusedLimit">;

function asked(operation: Operation, seen: SeenPage, isXml: boolean): Asked {
  const { status = 200, headers = {}, body = [], offset, limit, refusedLimit, problem, unseen } = seen;
  const wire = { id: "", subject: "", method: "GET", url: "https://registar.primjer.hr", headers: {} } as const;
  const query = Object.entries({ offset, limit }).flatMap(([key, value]) =>
    value === undefined ? [] : [[key, `${value}`] as const],
  );
  const text = typeof body === "string" ? body : JSON.stringify(body);
  return {
    kind: "asked",
    request: { operation, query, as: isXml ? "xml" : "json", key: "valid" },
    reply:
      problem === undefined
        ? answer(wire, status, headers, Buffer.from(text))
        : { kind: "no answer", request: wire, problem, final: false, ...(unseen && { unseen }) },
    ...(refusedLimit === undefined ? {} : { refusedLimit }),
  };
}
