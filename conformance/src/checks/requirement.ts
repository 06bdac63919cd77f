import type { CasesContract } from "../contract/cases.ts";
import type { Operation } from "../contract/shape/operation.ts";
import type { CasesView } from "../evidence/cases-view.ts";
import type { OperationView, ProbeName } from "../evidence/operation-view.ts";
import type { Outcome } from "../evidence/outcome.ts";
import type { Sentence } from "./sentence.ts";

/** MUST is what the contract states, SHOULD what it implies, INFO what it does not show: observed, never judged. */
export type Level = "MUST" | "SHOULD" | "INFO";

interface DescribedRequirement {
  /** Permanent once released. */
  id: string;
  level: Level;
  /** What must hold, as one sentence. */
  title: string;
  /** Section of specs/README.md that says so. */
  section: string;
  /** What it judges, in the words of the contract; nothing if it only observes. */
  judges: readonly Sentence[];
}

/** Which operations a requirement is about: a property of the spec, never a list of names. */
export interface Selector {
  about: string;
  test: (operation: Operation) => boolean;
}

/** A requirement of REST, judged once for every operation that it selects. */
export interface RegisterRequirement extends DescribedRequirement {
  selects: Selector;
  /**
   * The probes whose responses the check reads; each is sent once, however many requirements need it. The first is what the
   * requirement is about: an operation that is not asked for it has no result.
   */
  needs: readonly ProbeName[];
  /** What it is about, if some operations that it selects do not have that: there, it is not applicable. @defaultValue nothing */
  concerns?: readonly ("lists" | "xml")[];
  /** What a mock, with its fixed responses, cannot show. */
  beyondMock?: "parameters" | "keys";
  /**
   * How the check compares responses, if it does. Data may have changed in between, so a failure counts only if a second look has the
   * same findings. Counts and totals are the same in any order of rows; the rows of a page are not.
   */
  compares?: "in order" | "in any order";
  check: (view: OperationView) => Outcome;
}

/** A requirement of GraphQL, judged once for every subject: a query field, or `schema`. */
export interface CaseRequirement extends DescribedRequirement {
  subjects: (contract: CasesContract) => readonly string[];
  check: (view: CasesView, subject: string) => Outcome;
}

export type Requirement = RegisterRequirement | CaseRequirement;

type Declared<Of extends Requirement> = Omit<Of, "level" | "section" | "judges"> &
  Partial<Pick<Of, "section" | "judges">>;

/** Declares a requirement of a level. Its section is that of the first sentence that it judges, unless it names another. */
const declaring =
  (level: Level) =>
  <Of extends Requirement>(declared: Declared<Of>): Of =>
    ({ judges: [], section: declared.judges?.[0]?.section, ...declared, level }) as unknown as Of; // nothing is left out

export const must: <Of extends Requirement>(declared: Declared<Of>) => Of = declaring("MUST");
export const should: typeof must = declaring("SHOULD");
export const observes: typeof must = declaring("INFO");

/** Why a requirement is not applicable to an operation, although it selects it; undefined if it is. */
export function whyNotApplicable(
  { concerns = [] }: RegisterRequirement,
  { answer, xml }: Operation,
): string | undefined {
  if (concerns.includes("lists") && answer === "object") return "the operation returns one object, not a list";
  return concerns.includes("xml") && !xml ? "the operation has no XML" : undefined;
}

export const every: Selector = { about: "every operation", test: () => true };
/** Operations that return one object. */
export const single: Selector = {
  about: "operations that return one object",
  test: ({ answer }) => answer === "object",
};
export const paged: Selector = { about: "paged operations", test: (operation) => operation.paged };
