import { RegisterError, type RegisterErrorDetails } from "./interim.ts";

/** An error that a GraphQL service answers with. */
export interface GraphQLFailure {
  message: string;
  /** Where in the data it happened: names of fields and positions in lists. */
  path?: readonly (string | number)[];
  locations?: readonly { line: number; column: number }[];
  extensions?: Record<string, unknown>;
}

/** The service answered with GraphQL errors, and perhaps with a part of the data. */
export class CourtCasesError extends RegisterError {
  /** The part of the data that came with the errors, integers exact; `null` when there is none. */
  readonly data: Record<string, unknown> | null;
  /** The errors as the service sent them. At least one. */
  readonly errors: readonly GraphQLFailure[];

  constructor(details: RegisterErrorDetails, data: Record<string, unknown> | null, errors: readonly GraphQLFailure[]) {
    super(details);
    this.data = data;
    this.errors = errors;
  }
}
