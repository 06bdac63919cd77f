/** The rows that were read may not belong together, because the register has changed. They are read again from the start. */
export class Doubt extends Error {
  override readonly name = "Doubt" as const;
}
