import { expect, test } from "vitest";
import { MirrorError } from "../../mirror-error.ts";
import { DriverError, type ErrorTarget, explainPostgres } from "./explain.ts";

const subject: ErrorTarget = {
  name: "postgres://user@host/db",
  schema: "court_register",
  secrets: ["hid@den", "hid%40den"],
};

const told = (message: string, code?: string): unknown =>
  explainPostgres(new DriverError(Object.assign(new Error(message), code === undefined ? {} : { code })), subject);

test.each([
  ["28P01", "usage", "does not let this user in"],
  ["3D000", "usage", "does not exist"],
  ["42501", "usage", "docs/postgresql.md"],
  ["25006", "usage", "only be read"],
  ["53100", "unavailable", "full"],
  ["53300", "unavailable", "too many connections"],
  ["57P01", "unavailable", "was lost"],
  ["08006", "unavailable", "was lost"],
  ["ECONNRESET", "unavailable", "was lost"],
  ["ECONNREFUSED", "unavailable", "cannot be reached"],
  ["ENOTFOUND", "unavailable", "cannot be reached"],
  ["40001", "unavailable", "other programs"],
  ["XX001", "damaged", "backup"],
  ["42P01", "damaged", "does not have all that the mirror has written (what it says)"],
  ["99999", "unavailable", "reports an error: what it says (99999)"],
])("%s is of the kind %s, and tells what to do", (code, kind, text) => {
  const error = told("what it says", code);
  expect(error).toBeInstanceOf(MirrorError);
  expect(error).toMatchObject({ kind, message: expect.stringContaining(text) });
});

test.each([
  ["Connection terminated unexpectedly", "unavailable", "was lost"],
  ["timeout expired", "unavailable", "cannot be reached"],
  ["SASL: SCRAM-SERVER-FIRST-MESSAGE: client password must be a string", "usage", "password"],
  ["The server does not support SSL connections", "usage", "sslmode"],
])("without a code, %s is known by its text", (message, kind, text) => {
  expect(told(message)).toMatchObject({ kind, message: expect.stringContaining(text) });
});

test("the password is in no form in the error, nor in its cause", () => {
  const error = told("invalid dsn: hid@den, or hid%40den", "99999") as MirrorError;
  expect(error.message).toContain("invalid dsn: [redacted], or [redacted]");
  expect(`${error.stack}${(error.cause as Error).stack}`).not.toMatch(/hid.*den/);
});

test("a password of fewer than four characters leaves messages readable, and none leaves half of another", () => {
  const text = "relation company does not exist at hid@den-too";
  const tell = (...secrets: string[]): unknown =>
    explainPostgres(new DriverError(Object.assign(new Error(text), { code: "99999" })), { ...subject, secrets });
  expect(tell("e", "at", "not", "")).toMatchObject({ message: expect.stringContaining(text) });
  expect(tell("hid@", "hid@den-too")).toMatchObject({
    message: expect.stringContaining("does not exist at [redacted] (99999)"),
  });
});

test("every address of a host has failed: the first reason is told", () => {
  const refused = Object.assign(new Error("connect ECONNREFUSED 127.0.0.1:5432"), { code: "ECONNREFUSED" });
  expect(explainPostgres(new DriverError(new AggregateError([refused])), subject)).toMatchObject({
    message: expect.stringContaining("connect ECONNREFUSED 127.0.0.1:5432"),
  });
});

test("errors of the work stay as they are", () => {
  const error = new TypeError("of the work");
  expect(explainPostgres(error, subject)).toBe(error);
});
