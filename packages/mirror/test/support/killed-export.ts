/**
 * A process that exports, as the command does: `killed-export.ts TARGET FOLDER FORMAT [RENAME [CODE]]`. With the number of a rename, it
 * is killed just before that one, or the rename fails with an error of that code; without, it prints how many there are. With
 * EXPORT_AS_USER in the environment, it exports as the user with that number.
 */
import fs from "node:fs/promises";
import { syncBuiltinESMExports } from "node:module";
import { becomeUser } from "./become-user.ts";

const [target = "", folder = "", format, number, code] = process.argv.slice(2);
const { rename } = fs;
let renames = 0;
fs.rename = async (from, to) => {
  if (++renames === Number(number)) {
    if (code) throw Object.assign(new Error(code), { code, syscall: "rename", path: from, dest: to });
    process.kill(process.pid, "SIGKILL");
  }
  await rename(from, to);
};
syncBuiltinESMExports();
const { exportTo } = await import("../../src/export/export.ts");
const { EXPORT_AS_USER: user } = process.env;
const loadDriver = (): Promise<unknown> => Promise.all([import("pg"), import("pg-copy-streams")]);
if (user) await becomeUser(Number(user), async () => target.startsWith("postgres") && loadDriver());
await exportTo(target, folder, { format: format as "csv", changes: true });
console.log(renames);
