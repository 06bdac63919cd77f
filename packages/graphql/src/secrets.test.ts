import { inspect } from "node:util";
import { describe, expect, test } from "vitest";
import { answer, listenScripted } from "../test/support/http.ts";
import { rejection } from "../test/support/rejection.ts";
import { createCourtCasesClient } from "./index.ts";

describe("secrets in headers", () => {
  const token = "tajna-0f3a";
  const leak = {
    errors: [{ message: `bad token ${token}`, path: [1], extensions: { header: `Bearer ${token}` } }],
    n: 1,
  };
  test.each([
    ["GraphQL errors", 200, leak],
    ["a refusal", 401, leak],
    ["a response that is not GraphQL", 200, `<p>${token}</p>`],
    ["a redirect", 302, ""],
  ])("appear nowhere in an error for %s", async (_, status, body) => {
    await using server = await listenScripted((_seen, response) => {
      if (status === 302) response.setHeader("location", `http://127.0.0.1:1/?${token}`);
      answer(response, body, { status });
    });
    for (const value of [token, `Bearer ${token}`]) {
      const error = await rejection(
        createCourtCasesClient({ url: server.origin, headers: { authorization: value, "x-lang": "hr" } }).sudovi(),
      );
      const texts = [inspect(error, { depth: 9, showHidden: true }), JSON.stringify(error), String(error), error.stack];
      for (const text of texts) expect(text).not.toContain(token);
      expect(texts.join()).toContain("[redacted]");
    }
  });

  test.each([
    ["a page", 0, "<p>"],
    ["a page, where the message is truncated", 30, "<p>"],
    ["truncated JSON", 20, '{"a":"'],
  ])("appear in no part of an error for %s, not even in half", async (_, before, start) => {
    const body = start + "x".repeat(before) + token;
    await using server = await listenScripted((_seen, response) => answer(response, body));
    const error = await rejection(
      createCourtCasesClient({ url: server.origin, headers: { authorization: `Bearer ${token}\n` } }).sudovi(),
    );
    expect(inspect(error, { depth: 9, showHidden: true })).not.toContain(token.slice(0, 5));
    expect(error.body).toContain("[redacted]");
  });

  test("are redacted as a whole, even if another header has a part of them", async () => {
    await using server = await listenScripted((_seen, response) => answer(response, leak));
    const headers = { "x-user": "tajna", authorization: `Bearer ${token}` };
    const error = await rejection(createCourtCasesClient({ url: server.origin, headers }).sudovi());
    expect(inspect(error, { depth: 9 })).not.toContain("0f3a");
  });

  test.each(["Api-Key ", "Bearer\t"])("are redacted without their scheme: %j", async (scheme) => {
    await using server = await listenScripted((_seen, response) => answer(response, `<p>${token}</p>`));
    const headers = { authorization: scheme + token };
    const error = await rejection(createCourtCasesClient({ url: server.origin, headers }).sudovi());
    expect(inspect(error, { depth: 9 })).not.toContain(token);
  });

  test("are redacted only if they are long: other words stay", async () => {
    await using server = await listenScripted((_seen, response) =>
      answer(response, { errors: [{ message: "three errors" }] }),
    );
    const error = await rejection(
      createCourtCasesClient({ url: server.origin, headers: { "accept-language": "hr", dnt: "e" } }).sudovi(),
    );
    expect(error.message).toContain("three errors");
  });
});
