import { answerFaults } from "./answer-faults.ts";
import { caseFaults } from "./case-faults.ts";
import type { Fault } from "./fault.ts";
import { fieldFaults } from "./field-faults.ts";
import { keyFaults } from "./key-faults.ts";
import { pagingFaults } from "./paging-faults.ts";
import { relationFaults } from "./relation-faults.ts";
import { schemaFaults } from "./schema-faults.ts";
import { searchFaults } from "./search-faults.ts";
import { xmlFaults } from "./xml-faults.ts";
import { xmlRowFaults } from "./xml-row-faults.ts";

/** Every way to break the contract that the suite is proven to notice. */
export const faults: readonly Fault[] = [
  ...answerFaults,
  ...searchFaults,
  ...fieldFaults,
  ...xmlFaults,
  ...xmlRowFaults,
  ...pagingFaults,
  ...relationFaults,
  ...keyFaults,
  ...schemaFaults,
  ...caseFaults,
];
