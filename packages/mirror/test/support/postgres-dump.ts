/** A schema of PostgreSQL as plain SQL: what `pg_dump` writes, which no package of npm has. */
import { execute } from "./postgres-target.ts";

const schema = "court_register";

const inSchema = `relnamespace = '${schema}'::regnamespace`;

/** The statements that make its tables, without rows; then, beside indexes, the constraints that are keys. */
export async function tablesOf(url: string): Promise<string[]> {
  const tables = await execute(
    url,
    `SELECT format('CREATE TABLE ${schema}.%I (%s)', relname, (SELECT string_agg(format('%I %s%s', attname, format_type(atttypid, atttypmod), CASE WHEN attnotnull THEN ' NOT NULL' END), ', ' ORDER BY attnum) FROM pg_attribute WHERE attrelid = c.oid AND attnum > 0 AND NOT attisdropped)) AS sql FROM pg_class c WHERE ${inSchema} AND relkind = 'r' ORDER BY relname COLLATE "C"`,
  );
  const keys = await execute(
    url,
    `SELECT format('ALTER TABLE ${schema}.%I ADD CONSTRAINT %I %s', relname, conname, pg_get_constraintdef(k.oid)) AS sql FROM pg_constraint k JOIN pg_class c ON c.oid = conrelid WHERE ${inSchema} AND contype IN ('p', 'u', 'f', 'c') ORDER BY conname COLLATE "C"`,
  );
  const indexes = await execute(
    url,
    `SELECT pg_get_indexdef(c.oid) AS sql FROM pg_class c WHERE ${inSchema} AND relkind = 'i' AND NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = c.oid) ORDER BY relname COLLATE "C"`,
  );
  return [...tables, ...keys, ...indexes].map(({ sql }) => String(sql));
}

/** The statements that make all of it. */
export async function dumpOf(url: string): Promise<string[]> {
  const tables = await execute(
    url,
    `SELECT relname AS name FROM pg_class WHERE ${inSchema} AND relkind = 'r' ORDER BY 1`,
  );
  const rows: string[] = [];
  for (const { name } of tables) {
    const table = `${schema}."${name}"`;
    // Each row as JSON: every type that the mirror uses comes back from it, to the digit.
    for (const { row } of await execute(url, `SELECT row_to_json(t)::text AS row FROM ${table} t ORDER BY 1`))
      rows.push(
        `INSERT INTO ${table} SELECT * FROM json_populate_record(NULL::${table}, '${String(row).replaceAll("'", "''")}')`,
      );
  }
  const views = await execute(
    url,
    `SELECT format('CREATE VIEW ${schema}.%I AS %s', relname, rtrim(pg_get_viewdef(oid), ';')) AS sql FROM pg_class WHERE ${inSchema} AND relkind = 'v' ORDER BY relname COLLATE "C"`,
  );
  return [`CREATE SCHEMA ${schema}`, ...(await tablesOf(url)), ...rows, ...views.map(({ sql }) => String(sql))];
}
