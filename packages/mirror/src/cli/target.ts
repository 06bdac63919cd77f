import { Option } from "commander";

/** Options that say where in a target the copy is. */
export interface TargetFlags {
  schema?: string;
}

/** `--schema` */
export const schemaOption = (): Option =>
  new Option("--schema <name>", "schema of the PostgreSQL database (default: court_register)");
