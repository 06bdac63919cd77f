import type { ClientOptions, Cursor, Page, RegisterError, RowWalk, WalkOptions } from "@court-register/core";

/** A client's resources by tag: those that tests call by name, and any other. */
export type Client = Record<"gfi" | "jezik" | "sjediste" | "subjekt" | "sud" | "temeljni_kapital", Resource> &
  Record<string, Resource>;

/** What the shared tests need to know about a client, so that the same tests run for both. */
export interface ClientUnderTest {
  create(options: ClientOptions): Client;
  /** The rows in the result of a call. */
  rows(result: unknown): unknown[];
  /** Text of a response from `asResponse`. */
  text(response: unknown): Promise<string>;
  /** Status of a response. */
  status(response: unknown): number;
  /** The error in the form that both clients share. */
  error(thrown: unknown): RegisterError;
}

type Params = Record<string, unknown>;

export interface Resource {
  list(params?: Params, options?: WalkOptions): CallPromise;
  all(params?: Params & { cursor?: Cursor }, options?: WalkOptions): RowWalk<Record<string, unknown>>;
  pages(
    params?: Params & { cursor?: Cursor | undefined },
    options?: WalkOptions,
  ): AsyncGenerator<Page<unknown, number | undefined>, void, undefined>;
}

export interface CallPromise extends Promise<unknown> {
  withResponse(): Promise<{ rows: unknown[]; response: unknown; total: number | undefined }>;
  asResponse(options?: { accept?: string }): Promise<unknown>;
}

/** What a promise rejects with. */
export async function rejection(action: PromiseLike<unknown> | undefined): Promise<unknown> {
  try {
    await action;
  } catch (error) {
    return error;
  }
  throw new Error("nothing was thrown");
}
