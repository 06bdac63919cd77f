/** Who may read nothing but views goes on when the contract changes. */
import { expect, test } from "vitest";
import { verify } from "../../src/index.ts";
import { copyDay, firstDay } from "../support/company.ts";
import { adopt, withEarlierViews, withoutColumn } from "../support/contract.ts";
import { execute, postgresTarget, sharedServer } from "../support/postgres-target.ts";
import { Register } from "../support/register.ts";

const copied = ["subjekt", "sjediste", "pravni_oblik"];

test("rights on views alone, on columns of them and to pass them on stay, whatever the contract gets", async () => {
  await using register = await Register.start();
  await using target = await postgresTarget(sharedServer());
  await copyDay(target, register, firstDay, copied);
  const roles = ["views_only", "one_column", "passes_on"];
  for (const role of roles)
    await execute(target.name, `DROP ROLE IF EXISTS ${role}`, `CREATE ROLE ${role} LOGIN PASSWORD 'hidden'`);
  const as = (role: string): string => Object.assign(new URL(target.name), { username: role, password: "hidden" }).href;
  try {
    await execute(
      target.name,
      `GRANT USAGE ON SCHEMA court_register TO ${roles.join(", ")}`,
      "GRANT SELECT ON court_register.sjediste, court_register.sjediste_changes, court_register.company TO views_only",
      "GRANT SELECT (mbs) ON court_register.sjediste TO one_column",
      "GRANT SELECT ON court_register.sjediste TO passes_on WITH GRANT OPTION",
      "GRANT SELECT ON court_register.company TO PUBLIC",
      "GRANT SELECT ON court_register.sjediste_rows TO passes_on",
      // Whose rights count, and who sees what, is in the options of a view as well.
      "ALTER VIEW court_register.subjekt SET (security_invoker = true)",
      "ALTER VIEW court_register.sjediste SET (security_barrier = true)",
      "ALTER VIEW court_register.company SET (security_barrier = true)",
    );
    const rights = (): Promise<unknown[]> =>
      execute(
        target.name,
        "SELECT relname, grantee::regrole::text, privilege_type, is_grantable FROM pg_class, aclexplode(relacl) WHERE relnamespace = 'court_register'::regnamespace AND grantee <> relowner UNION ALL SELECT attname, grantee::regrole::text, privilege_type, is_grantable FROM pg_attribute a JOIN pg_class c ON c.oid = attrelid, aclexplode(attacl) WHERE relnamespace = 'court_register'::regnamespace UNION ALL SELECT relname, reloptions::text, 'options', false FROM pg_class WHERE relnamespace = 'court_register'::regnamespace AND reloptions IS NOT NULL ORDER BY 1, 2, 3",
      );
    const before = await rights();
    expect(before).toHaveLength(10);
    const read = async (): Promise<void> => {
      expect(await execute(as("views_only"), "SELECT mbs FROM court_register.sjediste")).toHaveLength(1);
      expect(await execute(as("views_only"), "SELECT * FROM court_register.sjediste_changes")).toHaveLength(1);
      expect(await execute(as("views_only"), "SELECT sjediste FROM court_register.company")).toHaveLength(5);
      expect(await execute(as("one_column"), "SELECT mbs FROM court_register.sjediste")).toHaveLength(1);
      await expect(execute(as("one_column"), "SELECT ulica FROM court_register.sjediste")).rejects.toThrow(
        /permission/,
      );
      await expect(execute(as("views_only"), "SELECT * FROM court_register.sjediste_rows")).rejects.toThrow(
        /permission/,
      );
    };
    await read();
    // Another field; a field that the view of companies shows; and another type of one, for which views are made anew.
    await adopt(target.name, "sjediste", (columns) => [...columns, { name: "novo", type: "text" }]);
    expect(await rights()).toEqual(before);
    await withoutColumn(target.name, "subjekt", "datum_osnivanja");
    expect(await rights()).toEqual(before);
    await copyDay(target, register, firstDay, copied);
    expect(await rights()).toEqual(before);
    // Other queries than an earlier version has made the views with.
    await withEarlierViews(target.name, "sjediste");
    await copyDay(target, register, firstDay, copied);
    expect(await rights()).toEqual(before);
    await adopt(target.name, "sjediste", (columns) =>
      columns.map((column) => (column.name === "kucni_broj" ? { ...column, type: "text" } : column)),
    );
    expect(await rights()).toEqual(before);
    await read();
    expect((await verify(target.name)).problems).toEqual([]);
  } finally {
    for (const role of roles) await execute(target.name, `DROP OWNED BY ${role} CASCADE`, `DROP ROLE ${role}`);
  }
});
