import type { ClientOptions, Cursor, Page, RegisterError, WalkOptions } from "@court-register/core";

/** What the shared tests need to know about a client, so that the same file runs for both. */
export interface Subject {
  /** The client's resources, by tag. */
  create(options: ClientOptions): Record<string, Resource>;
  /** The rows that a call gave. */
  rows(answer: unknown): unknown[];
  /** Text of a response as it came. */
  text(response: unknown): Promise<string>;
  /** Status of a response. */
  status(response: unknown): number;
  /** The error that is common to both clients. */
  error(thrown: unknown): RegisterError;
}

type Params = Record<string, unknown>;

export interface Resource {
  list(params?: Params, options?: WalkOptions): Answer;
  all(
    params?: Params & { cursor?: Cursor },
    options?: WalkOptions,
  ): AsyncGenerator<Record<string, unknown>, void, undefined>;
  pages(
    params?: Params & { cursor?: Cursor },
    options?: WalkOptions,
  ): AsyncGenerator<Page<unknown, number | undefined>, void, undefined>;
}

export interface Answer extends Promise<unknown> {
  withResponse(): Promise<{ rows: unknown[]; response: unknown; total: number | undefined }>;
  asResponse(options?: { accept?: string }): Promise<unknown>;
}

/** What an action was rejected with. */
export async function rejection(action: PromiseLike<unknown>): Promise<unknown> {
  try {
    await action;
  } catch (error) {
    return error;
  }
  throw new Error("nothing was thrown");
}
