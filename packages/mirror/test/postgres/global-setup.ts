import { PostgresServer } from "../support/postgres-server.ts";

/** Starts the server that all tests of a run share. */
export default async function setup(): Promise<() => Promise<void>> {
  const server = await PostgresServer.start();
  process.env.COURT_REGISTER_TEST_POSTGRES = server.url();
  return () => server[Symbol.asyncDispose]();
}
