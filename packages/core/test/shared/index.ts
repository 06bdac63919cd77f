import { testOperations } from "./operations.ts";
import type { Subject } from "./subject.ts";

export type { Subject } from "./subject.ts";

/** All that both REST clients promise alike. */
export function testClient(subject: Subject): void {
  testOperations(subject);
}
