/** The questions that an assistant can ask a copy: each is a command's function, in words that a model is shown. */

import type { Change } from "../changes/change.ts";
import { changesIn } from "../changes/changes.ts";
import { askedFor } from "../check/company-list.ts";
import { CompanyLookUp } from "../check/look-up.ts";
import { MirrorError } from "../mirror-error.ts";
import { searchIn } from "../search/search.ts";
import { byGeneration, historyOf } from "../serve/history.ts";
import { showIn } from "../show/show.ts";
import { generationsIn } from "../store/generations.ts";
import type { Snapshot } from "../store/snapshot.ts";

/** The JSON Schema of what a tool is asked. */
interface Input {
  readonly type: "object";
  readonly properties: Readonly<Record<string, object>>;
  readonly required?: readonly string[];
  readonly additionalProperties: false;
}

/** A question, and how a copy answers it. */
export interface Tool {
  readonly title: string;
  /** When to ask it, and what comes back. */
  readonly description: string;
  readonly input: Input;
  readonly answer: (snapshot: Snapshot, asked: Readonly<Record<string, unknown>>) => Promise<object>;
}

/** A tool whose arguments have this type: its schema has been checked by then. */
const tool = <Asked>(one: Omit<Tool, "answer"> & { answer(snapshot: Snapshot, asked: Asked): Promise<object> }): Tool =>
  one as Tool;

/** Changes in one answer, at most. */
const maxChanges = 200;

const numberInput = {
  type: "string",
  maxLength: 100,
  description: "An OIB (11 digits) or an MBS (9 digits), as text. Leading zeros may be missing.",
} as const;

const onlyNumber: Input = {
  type: "object",
  properties: { number: numberInput },
  required: ["number"],
  additionalProperties: false,
};

export const tools: Readonly<Record<string, Tool>> = {
  find_company: tool<{ name: string; offset?: number; limit?: number }>({
    title: "Find a company by its name",
    description:
      "Finds companies by a part of their name, or by some of its words. Case, accents and punctuation do not matter. Returns the best first, with MBS, OIB, and whether each is deleted or in insolvency. Several companies may have nearly the same name: do not choose one by guessing.",
    input: {
      type: "object",
      properties: {
        name: { type: "string", maxLength: 200 },
        offset: { type: "integer", minimum: 0, maximum: 1_000_000, description: "How many to leave out. Default 0." },
        limit: { type: "integer", minimum: 1, maximum: 100, description: "How many to return. Default 20." },
      },
      required: ["name"],
      additionalProperties: false,
    },
    answer: (snapshot, { name, ...page }) => searchIn(snapshot, name, page),
  }),

  company_by_number: tool<{ number: string }>({
    title: "All about a company",
    description:
      "Returns all that the register has of the company with this OIB or MBS, list by list, fields as the service sent them, with the meanings of codes. Takes a number only: find_company finds the number of a name.",
    input: onlyNumber,
    answer: (snapshot, { number }) => showIn(snapshot, asNumber(number)),
  }),

  company_history: tool<{ number: string }>({
    title: "What changed for a company",
    description: `Returns what each copy of the register changed for the company with this OIB or MBS, the newest first, ${maxChanges} changes at most. The history begins with the oldest copy that is kept.`,
    input: onlyNumber,
    answer: async (snapshot, { number }) => {
      const { subjects, number: text, kind, isValid } = await showIn(snapshot, asNumber(number));
      const histories = [];
      for (const { mbs, oib, name } of subjects) {
        const history = await historyOf(snapshot, BigInt(mbs));
        const newest = byGeneration(history.slice(0, maxChanges));
        histories.push({
          ...{ mbs, oib, name, more: history.length > maxChanges },
          history: newest.map(({ mark, changes }) => ({ ...mark, changes })),
        });
      }
      return { number: text, kind, isValid, since: snapshot.generationsOf("register")[0], companies: histories };
    },
  }),

  changes_since: tool<{ since: string; companies?: string[]; lists?: string[] }>({
    title: "What changed since a day",
    description: `Returns what came, went and changed in the register since a day, field by field, each change with the company that it is about: ${maxChanges} changes at most, and how many there are of each list. Give companies or lists to ask for less.`,
    input: {
      type: "object",
      properties: {
        since: {
          type: "string",
          maxLength: 40,
          description:
            "A day such as 2026-01-31, which stands for the last copy before it, or a number of a generation.",
        },
        companies: { type: "array", items: numberInput, maxItems: 100, description: "Only about these: OIBs or MBSs." },
        lists: {
          type: "array",
          items: { type: "string", maxLength: 60 },
          description: "Only of these lists, such as subjekt.",
        },
      },
      required: ["since"],
      additionalProperties: false,
    },
    answer: async (snapshot, { since, companies, lists }) => {
      const changes: Change[] = [];
      let count = 0;
      const onChange = (change: Change): void => {
        count++;
        if (changes.length < maxChanges) changes.push(change);
      };
      const summary = await changesIn(snapshot, { since, lists, subjects: companies?.map(asNumber), onChange });
      return { ...summary, changes, more: count > changes.length };
    },
  }),

  check_companies: tool<{ companies: string[] }>({
    title: "Check a list of companies",
    description:
      "Says of each OIB, MBS or name of a list whether the register has it: found, deleted, several, none, wrong check digit or not a number. A name is found only if it is equal but for case, accents and punctuation; otherwise candidates are listed, and none of them is certain.",
    input: {
      type: "object",
      properties: {
        companies: { type: "array", items: { type: "string", maxLength: 200 }, minItems: 1, maxItems: 100 },
      },
      required: ["companies"],
      additionalProperties: false,
    },
    answer: async (snapshot, { companies }) => {
      const lookUp = await CompanyLookUp.of(snapshot);
      const checked = await lookUp.of(companies.map((text) => askedFor(text)));
      return { companies: checked.map((answer, index) => ({ asked: companies[index], ...answer })) };
    },
  }),
};

/** @throws MirrorError of kind `usage` if it is a name. */
function asNumber(text: string): string {
  const digits = text.replace(/^\s*HR(?=\s*\d)/i, "");
  if (!/\p{L}/u.test(digits)) return digits;
  throw new MirrorError(
    "usage",
    `${text.slice(0, 60)} is no number, and a name may be that of several companies. Ask find_company for the OIB or MBS of the one that is meant.`,
  );
}

/** Answers a question, with the copy that the answer is from. */
export async function answerOf(snapshot: Snapshot, { answer }: Tool, asked: unknown): Promise<object> {
  const mark = snapshot.newestOf("register");
  const all = await generationsIn(snapshot.reading);
  const { service, state = null } = all.find(({ generation }) => generation === mark.generation) ?? {};
  return { copy: { ...mark, state, service }, ...(await answer(snapshot, asked as Record<string, unknown>)) };
}
