/** The questions that an assistant can ask a copy: each is a command's function, in words that a model is shown. */

import { formatMbs } from "@court-register/fetch/identifiers";
import { showCaseIn } from "../cases/show-case.ts";
import type { Change } from "../changes/change.ts";
import { changesIn, selectLists } from "../changes/changes.ts";
import { findSubjects } from "../changes/subjects.ts";
import { askedFor } from "../check/asked.ts";
import { CompanyLookUp } from "../check/look-up.ts";
import { MirrorError } from "../mirror-error.ts";
import { searchIn } from "../search/search.ts";
import { byGeneration, historyOf } from "../serve/history.ts";
import { allDigits } from "../show/number.ts";
import { type ShownList, showIn } from "../show/show.ts";
import { generationsIn } from "../store/generations.ts";
import type { Snapshot } from "../store/snapshot.ts";
import type { Interface } from "../wire/list.ts";
import { writeJson } from "../wire/wire.ts";

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
  /** The interface whose newest copy it answers from; the register's if it does not say. */
  readonly of?: Interface;
  readonly input: Input;
  readonly answer: (snapshot: Snapshot, asked: Readonly<Record<string, unknown>>) => Promise<object>;
}

/** A tool whose arguments have this type: its schema has been checked by then. */
const tool = <Asked>(one: Omit<Tool, "answer"> & { answer(snapshot: Snapshot, asked: Asked): Promise<object> }): Tool =>
  one as Tool;

/** Changes in one answer, at most: fewer if they are long. */
const maxChanges = 200;
/** Rows of a list in one answer, at most, unless lists are asked for by their names. */
const maxRows = 50;
/** Characters of changes or rows that fill an answer. An assistant reads all of it, and many take no more than this. */
const maxCharacters = 60_000;

/** The room that an answer has. */
class Room {
  #left = maxCharacters;

  /** Whether one more goes in. The first always does, and nothing after the one that has filled it. */
  takes(one: object): boolean {
    if (this.#left <= 0) return false;
    this.#left -= writeJson(one).length;
    return true;
  }
}

const numberInput = {
  type: "string",
  maxLength: 100,
  description: "An OIB (11 digits) or an MBS (9 digits), as text. Leading zeros may be missing.",
} as const;

const listsInput = {
  type: "array",
  items: { type: "string", maxLength: 60 },
  description:
    "Only of these lists, such as postupak (insolvency procedures), subjekt (court, status, day of deletion), skracena_tvrtka (names), sjediste (seats), temeljni_kapital (capital), predmet_poslovanja (activities).",
} as const;

const placeInput = {
  type: "string",
  maxLength: 200,
  description: "Only companies whose seat or county has these words, whole, such as a town.",
} as const;

const onlyNumber: Input = {
  type: "object",
  properties: { number: numberInput },
  required: ["number"],
  additionalProperties: false,
};

export const tools: Readonly<Record<string, Tool>> = {
  find_company: tool<{ name: string; place?: string; offset?: number; limit?: number }>({
    title: "Find a company by its name",
    description:
      "Finds companies by a part of their name, or by some of its words. Case, accents and punctuation do not matter. Returns the best first, with MBS, OIB, seat (`sjediste`), county (`zupanija`), and whether each is deleted (`deleted`, the day) or insolvent: `insolvency` names the signs that are there, of `postupak` (its rows are in `procedures`), `stecajna_masa` and `likvidacijska_masa`; it is empty if there is none, and `unknown` if the copy lacks a list that tells. The register does not say whether a procedure is still open. `total` is null if there are more than 1,000. Several companies may have nearly the same name: do not choose one by guessing.",
    input: {
      type: "object",
      properties: {
        name: { type: "string", maxLength: 200 },
        place: placeInput,
        offset: { type: "integer", minimum: 0, maximum: 1_000_000, description: "How many to leave out. Default 0." },
        limit: { type: "integer", minimum: 1, maximum: 100, description: "How many to return. Default 20." },
      },
      required: ["name"],
      additionalProperties: false,
    },
    answer: async (snapshot, { name, ...page }) => {
      const result = await searchIn(snapshot, name, page);
      const room = new Room();
      const found = result.found.filter((one) => room.takes(one));
      return { ...result, found, more: result.more || found.length < result.found.length };
    },
  }),

  company_by_number: tool<{ number: string; lists?: string[]; offset?: number }>({
    title: "All about a company",
    description: `Returns what the register has of the company with this OIB or MBS: whether it is deleted or insolvent, as in find_company, its row of the view \`company\` with numbers, names and seat as text, then list by list, fields as the service sent them, with the meanings of codes. Of a long list, it returns the first ${maxRows} rows, and \`more\` says how many are left out: ask for that list with an offset. Takes one number: find_company finds that of a name, check_companies takes many.`,
    input: {
      ...onlyNumber,
      properties: {
        number: numberInput,
        lists: listsInput,
        offset: { type: "integer", minimum: 0, description: "Rows of each list to leave out. Default 0." },
      },
    },
    answer: async (snapshot, { number, lists = [], offset = 0 }) => {
      const wanted = new Set(selectLists(snapshot, lists).map(({ name }) => name));
      const shown = await showIn(snapshot, asNumber(number));
      const room = new Room();
      const subjects = shown.subjects.map((subject) => ({
        ...subject,
        lists: parts(subject.lists, wanted, lists.length > 0, offset, room),
      }));
      return { ...shown, subjects };
    },
  }),

  court_case: tool<{ case: string; lists?: string[]; offset?: number }>({
    of: "cases",
    title: "All about a court case",
    description: `Returns what the copy has of a court case that it follows: its own fields in predmet, then parties, documents and hearings by date, earlier and linked cases, fields as the service sent them, with the names of courts. \`followed\` says whether the court still has it: \`missing\` is since when it has none. Of a long list, it returns the first ${maxRows} rows, and \`more\` says how many are left out: ask for that list with an offset. A case that is not followed is not here, which says nothing of whether there is one. A person's name finds no case.`,
    input: {
      type: "object",
      properties: {
        case: {
          type: "string",
          maxLength: 200,
          description: "MARK@COURT, such as P-12/2020@3. The court is a number or a part of its name.",
        },
        lists: { ...listsInput, description: "Only of these lists, such as rocista (hearings), pismena (documents)." },
        offset: { type: "integer", minimum: 0, description: "Rows of each list to leave out. Default 0." },
      },
      required: ["case"],
      additionalProperties: false,
    },
    answer: async (snapshot, { case: text, lists = [], offset = 0 }) => {
      const wanted = new Set(selectLists(snapshot, lists).map(({ name }) => name));
      const shown = await showCaseIn(snapshot, text);
      return { ...shown, lists: parts(shown.lists, wanted, lists.length > 0, offset, new Room()) };
    },
  }),

  company_history: tool<{ number: string }>({
    title: "What changed for a company",
    description: `Returns what each copy of the register changed for the company with this OIB or MBS, the newest first, ${maxChanges} changes at most: \`more\` says whether there are others. \`gone\` says that the register has nothing of it any more. The history begins with the oldest copy that is kept. For what changed since a day, ask changes_since with the company.`,
    input: onlyNumber,
    answer: async (snapshot, { number }) => {
      const { subjects, number: text, kind, isValid } = await showIn(snapshot, asNumber(number));
      const room = new Room();
      const histories = [];
      for (const one of (await findSubjects(snapshot, [text])).found) {
        const history = await historyOf(snapshot, { mbs: one });
        const now = subjects.find(({ mbs }) => BigInt(mbs) === one);
        const last = history[0]?.change;
        const [oib, name] = [(now ?? last)?.oib ?? null, now ? now.name : (last?.naziv ?? null)];
        const newest = history.slice(0, maxChanges).filter(({ change }) => room.takes(change));
        histories.push({
          ...{
            mbs: allDigits(one, formatMbs),
            oib,
            name,
            gone: now === undefined,
            more: history.length > newest.length,
          },
          history: byGeneration(newest).map(({ mark, changes }) => ({ ...mark, changes })),
        });
      }
      return { number: text, kind, isValid, since: snapshot.generationsOf("register")[0], companies: histories };
    },
  }),

  changes_since: tool<{
    since: string;
    companies?: string[];
    lists?: string[];
    about?: "insolvency";
    place?: string;
  }>({
    title: "What changed since a day",
    description: `Returns what came, went and changed in the register since a day, for one company, for some, or for all, field by field, each change with the company that it is about: ${maxChanges} changes at most, and how many there are of each list; \`more\` says whether some are left out. Give companies, lists or a place to ask for less. For bankruptcies, ask about insolvency: then it returns changes of its signs alone, whichever list told them.`,
    input: {
      type: "object",
      properties: {
        since: {
          type: "string",
          maxLength: 40,
          description:
            "A day such as 2026-01-31, which stands for the last copy before it, or a number of a generation.",
        },
        companies: {
          type: "array",
          items: numberInput,
          minItems: 1,
          maxItems: 100,
          description: "Only about these: OIBs or MBSs.",
        },
        lists: listsInput,
        about: { enum: ["insolvency"], description: "Only changes of this." },
        place: placeInput,
      },
      required: ["since"],
      additionalProperties: false,
    },
    answer: async (snapshot, { companies, ...asked }) => {
      const changes: Change[] = [];
      const room = new Room();
      let count = 0;
      const onChange = (change: Change): void => {
        count++;
        if (changes.length < maxChanges && room.takes(change)) changes.push(change);
      };
      const summary = await changesIn(snapshot, { ...asked, subjects: companies?.map(asNumber), onChange });
      return { ...summary, changes, more: count > changes.length };
    },
  }),

  check_companies: tool<{ companies: string[] }>({
    title: "Check a list of companies",
    description:
      "Says of up to 100 companies at once, each by its OIB, MBS or name, whether the register has it: found, deleted, several, none, wrong check digit or not a number. Each company comes with its seat, the day it was deleted (`datum_brisanja`), its insolvency procedures (`postupak`) and all signs of insolvency that are there (`insolvency`, as in find_company). If `more` is true of one that is found, its company is left out, because the answer is full: ask for it again. A name is found only if it is equal but for case, accents and punctuation; otherwise candidates are listed, and none of them is certain.",
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
      const room = new Room();
      return {
        companies: checked.map((answer, index) => {
          const company = answer.company && room.takes(answer.company) ? answer.company : null;
          const candidates = answer.candidates.filter((one) => room.takes(one));
          const isWhole = company === answer.company && candidates.length === answer.candidates.length;
          return { asked: companies[index], ...answer, company, candidates, more: answer.more || !isWhole };
        }),
      };
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

/** The rows of some lists, from an offset on: as many as an answer has room for, and of each list a few unless it was asked for. */
function parts(
  all: readonly ShownList[],
  wanted: ReadonlySet<string>,
  isAskedFor: boolean,
  offset: number,
  room: Room,
): object[] {
  const end = isAskedFor ? undefined : offset + maxRows;
  return all
    .filter(({ list }) => wanted.has(list))
    .map((one) => {
      const rows = one.rows.slice(offset, end).filter((row) => room.takes(row));
      const more = one.rows.length - offset - rows.length;
      return { ...one, rows, ...(more > 0 ? { more } : {}) };
    });
}

/** Answers a question, with the copy that the answer is from. */
export async function answerOf(snapshot: Snapshot, { of = "register", answer }: Tool, asked: unknown): Promise<object> {
  const mark = snapshot.newestOf(of);
  const all = await generationsIn(snapshot.reading);
  const { service, state = null } = all.find(({ generation }) => generation === mark.generation) ?? {};
  return { copy: { ...mark, state, service }, ...(await answer(snapshot, asked as Record<string, unknown>)) };
}
