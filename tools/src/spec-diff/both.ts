/** The same part of the old and of the new specs. */
export interface Both<Part> {
  before: Part;
  after: Part;
}
