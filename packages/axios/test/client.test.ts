import { AxiosError, type AxiosResponse } from "axios";
import { describe } from "vitest";
import { type ClientUnderTest, testClient } from "../../core/test/shared/index.ts";
import { createRegisterClient, isRegisterError } from "../src/index.ts";

const subject: ClientUnderTest = {
  // The shared tests call operations by name.
  create: (options) => createRegisterClient(options) as unknown as ReturnType<ClientUnderTest["create"]>,
  rows: (result) => (result as AxiosResponse<unknown[]>).data,
  text: async (response) => (response as AxiosResponse<string>).data,
  status: (response) => (response as AxiosResponse).status,
  error: (thrown) => {
    if (thrown instanceof AxiosError && isRegisterError(thrown)) return thrown.register;
    throw thrown;
  },
};

describe("@court-register/axios", () => testClient(subject));
