import { type CasesContract, casesContract } from "../../src/contract/cases.ts";
import { answer } from "../../src/evidence/answer.ts";
import { casesView, nameOfCase } from "../../src/evidence/cases-view.ts";
import type { Show } from "../../src/evidence/datum.ts";
import { NotJudged, type Outcome, type ResultState } from "../../src/evidence/outcome.ts";
import { caseRequirements } from "../../src/topics/catalogue.ts";

const cases = ["P-1/2020", "P-2/2020"].map((mark) => ({ mark, court: "12" }));

/** Judges responses, given by the names of their requests, which are about the named cases; court 13 is the other one. */
export function outcome(
  id: string,
  subject: string,
  bodies: Record<string, string>,
  status: number | Readonly<Record<string, number>> = 200,
  show: Show = "shape",
  contract: CasesContract = casesContract,
): Outcome {
  const requirement = caseRequirements.find((one) => one.id === id);
  if (requirement === undefined) throw new Error(`${id} is gone`);
  const replies = new Map(
    Object.entries(bodies).map(([name, text]) => {
      const body = '{"variables":{"sud":13}}';
      const request = {
        id: name,
        subject: "",
        method: "POST",
        url: "https://registar.primjer.hr",
        headers: {},
        body,
      } as const;
      const own = typeof status === "number" ? status : (status[name] ?? 200);
      return [name, answer(request, own, {}, Buffer.from(text))];
    }),
  );
  try {
    const named = cases.filter((_, index) => [...replies.keys()].some((name) => name.startsWith(nameOfCase(index))));
    return requirement.check({ ...casesView({ replies, audits: [] }, named, show), contract }, subject);
  } catch (error) {
    if (error instanceof NotJudged) return error.outcome;
    throw error;
  }
}

export const judged = (...args: Parameters<typeof outcome>): ResultState => outcome(...args).state;
