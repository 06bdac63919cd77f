/** Something wrong in an OpenAPI document. */
export interface Problem {
  /** Keys from the root of the document to the place. */
  at: (string | number)[];
  /** What is wrong and how to fix it. */
  message: string;
}
