import { operations } from "../contract/operations.ts";
import { caseAnswerRequirements } from "./case-answers.ts";
import { lookUpRequirements } from "./case-lookups.ts";
import { caseObservations } from "./case-observed.ts";
import { schemaRequirements } from "./case-schema.ts";
import { answerRequirements } from "./reg-answers.ts";
import { fieldRequirements } from "./reg-fields.ts";
import { keyRequirements } from "./reg-key.ts";
import { observations } from "./reg-observed.ts";
import { pagingRequirements } from "./reg-paging.ts";
import { relationRequirements } from "./reg-relations.ts";
import { dataRequirements } from "./reg-same.ts";
import { searchRequirements } from "./reg-search.ts";
import { xmlRequirements } from "./reg-xml.ts";
import type { CaseRequirement, RegisterRequirement, Requirement } from "./requirement.ts";

const byId = (one: { id: string }, other: { id: string }): number => (one.id < other.id ? -1 : 1);

/** The requirements of interface A, by id. */
export const registerRequirements: readonly RegisterRequirement[] = [
  ...answerRequirements,
  ...fieldRequirements,
  ...xmlRequirements,
  ...dataRequirements,
  ...pagingRequirements,
  ...relationRequirements,
  ...searchRequirements,
  ...keyRequirements,
  ...observations,
].sort(byId);

/** The requirements of interface B, by id. */
export const caseRequirements: readonly CaseRequirement[] = [
  ...schemaRequirements,
  ...caseAnswerRequirements,
  ...lookUpRequirements,
  ...caseObservations,
].sort(byId);

export const allRequirements: readonly Requirement[] = [...registerRequirements, ...caseRequirements];

/** Whether the contract has anything that the requirement judges. If not, the requirement keeps its id, and is left out of runs. */
export const applies = (requirement: Requirement): boolean =>
  "subjects" in requirement ? requirement.subjects.length > 0 : operations.some(requirement.selects.test);
