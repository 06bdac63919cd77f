import { describe } from "vitest";
import { type ClientUnderTest, testClient } from "../../core/test/shared/index.ts";
import { createRegisterClient, RegisterError } from "../src/index.ts";

const subject: ClientUnderTest = {
  // The shared tests call operations by name.
  create: (options) => createRegisterClient(options) as unknown as ReturnType<ClientUnderTest["create"]>,
  rows: (result) => result as unknown[],
  text: (response) => (response as Response).text(),
  status: (response) => (response as Response).status,
  error: (thrown) => {
    if (thrown instanceof RegisterError) return thrown;
    throw thrown;
  },
};

describe("@court-register/fetch", () => testClient(subject));
