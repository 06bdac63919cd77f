import { testAttempts } from "./attempts.ts";
import { testBodies } from "./bodies.ts";
import { testBytes } from "./bytes.ts";
import type { ClientUnderTest } from "./client-under-test.ts";
import { testFailures } from "./failures.ts";
import { testIntegers } from "./integers.ts";
import { testOperations } from "./operations.ts";
import { testOptions } from "./options.ts";
import { testParse } from "./parse.ts";
import { testResponses } from "./responses.ts";
import { testSecrets } from "./secrets.ts";
import { testSettings } from "./settings.ts";
import { testTokens } from "./tokens.ts";
import { testWalkChanges } from "./walk-changes.ts";
import { testWalkProperty } from "./walk-property.ts";
import { testWalks } from "./walks.ts";

export type { ClientUnderTest } from "./client-under-test.ts";

/** Everything that both REST clients promise. */
export function testClient(subject: ClientUnderTest): void {
  testOperations(subject);
  testResponses(subject);
  testIntegers(subject);
  testParse(subject);
  testFailures(subject);
  testBodies(subject);
  testBytes(subject);
  testAttempts(subject);
  testSettings(subject);
  testOptions(subject);
  testSecrets(subject);
  testTokens(subject);
  testWalks(subject);
  testWalkChanges(subject);
  testWalkProperty(subject);
}
