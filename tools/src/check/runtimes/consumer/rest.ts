import type { RegisterError } from "@court-register/core";
import type { EvidencijskeDjelatnosti, Sjediste } from "@court-register/core/types";
import { activity, large, seats } from "./data.ts";
import { equal, rejection, type Step, show } from "./scenario.ts";
import { target } from "./target.ts";

interface Options {
  baseUrl: string;
  subscriptionKey: string;
  maxRetries: number;
}

interface Answer<Row, Total> extends PromiseLike<unknown> {
  withResponse(): Promise<{ rows: Row[]; total: Total }>;
}

/** What the scenario needs of a client: both REST clients must satisfy it. */
interface Client<Int> {
  sjediste: {
    list(params: { offset: number; limit?: number }): Answer<Sjediste<Int>, number | undefined>;
    all(params: { limit: number }): AsyncIterable<Sjediste<Int>>;
  };
  evidencijske_djelatnosti: { list(params: { offset: number }): Answer<EvidencijskeDjelatnosti<Int>, unknown> };
}

/** A REST client, and what differs between the two. */
export interface Subject {
  numbers(options: Options): Client<number>;
  bigints(options: Options): Client<bigint>;
  /** The rows in what a call resolves to. */
  rows(answer: unknown): unknown;
  /** The RegisterError in what was thrown. */
  registerError(thrown: unknown): RegisterError | undefined;
}

/** The scenario for a REST client. */
export function restSteps({ numbers, bigints, rows, registerError }: Subject): Step[] {
  const options: Options = { baseUrl: target.url, subscriptionKey: target.key, maxRetries: 0 };

  const failsWith = async (kind: string, call: PromiseLike<unknown>): Promise<void> => {
    const thrown = await rejection(call);
    show(thrown);
    const error = registerError(thrown);
    if (!error) throw thrown;
    equal(error.kind, kind);
  };

  return [
    [
      "one list call",
      async () => {
        const call = numbers(options).sjediste.list({ offset: 1, limit: 2 });
        const { rows: seen, total } = await call.withResponse();
        equal(
          seen.map(({ mbs }) => mbs),
          seats.slice(1, 3),
        );
        equal(total, seats.length);
        equal(rows(await call), seen);
      },
    ],
    [
      "exact integers",
      async () => {
        const { rows: exact } = await bigints(options).evidencijske_djelatnosti.list({ offset: 0 }).withResponse();
        equal(exact[0]?.upis_id_od, large);
        equal(exact[0]?.mbs, BigInt(activity.mbs));
        await failsWith("unsafe-integer", numbers(options).evidencijske_djelatnosti.list({ offset: 0 }));
      },
    ],
    [
      "a walk over pages",
      async () => {
        const walked: unknown[] = [];
        for await (const { mbs } of numbers(options).sjediste.all({ limit: 40 })) walked.push(mbs);
        equal(walked, seats);
      },
    ],
    [
      "an error with its kind",
      async () => {
        const wrong = { ...options, subscriptionKey: `${target.key}-wrong` };
        await failsWith("authentication", numbers(wrong).sjediste.list({ offset: 0 }));
        const elsewhere = { ...options, baseUrl: `${target.url}/nowhere` };
        await failsWith("http", numbers(elsewhere).sjediste.list({ offset: 0 }));
        show(numbers(options));
      },
    ],
  ];
}
