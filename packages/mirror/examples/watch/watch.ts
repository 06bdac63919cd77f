/** Copies the register, and tells which of your subjects got a procedure or another status since it last told you. */
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Change, changes, MirrorError, show, sync } from "@court-register/mirror";

/**
 * The folder of the copy, and a command that takes the news, such as `mail -s News you@primjer.hr`. What it did not take is told
 * again.
 */
const { WATCH_FOLDER: folder = ".", WATCH_NOTIFY: notify = "cat" } = process.env;
const target = join(folder, "register.sqlite");
/** The generation that was told last. */
const toldFile = join(folder, "told.txt");

/** The lists that matter here: a small part of the register. */
const lists = ["subjekt", "skracena_tvrtka", "postupak"];

function readText(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return "";
    throw error;
  }
}

/** The subjects to watch: their names, by register number. */
async function watched(): Promise<Map<number, string>> {
  const names = new Map<number, string>();
  const numbers = readText("watched.txt")
    .split("\n")
    .map((line) => line.replace(/#.*/, "").trim());
  for (const number of numbers.filter(Boolean)) {
    const { subjects } = await show(target, number);
    if (subjects.length === 0) console.error(`The register has no subject with the number ${number}.`);
    for (const { mbs, name } of subjects) names.set(Number(mbs), `${mbs} ${name ?? ""}`.trim());
  }
  return names;
}

/** What a change means for a subject, if it is news. */
function newsOf(change: Change): string | undefined {
  const { list, row } = change;
  const { postupak: kind, datum_stjecaja: day } = row;
  const procedure = `procedure ${kind ?? "of an unknown kind"} of ${day ?? "an unknown day"}`;
  if (change.change !== "changed") return list === "postupak" ? `${change.change} ${procedure}` : undefined;
  const fields = change.fields.filter(({ field }) => list === "postupak" || field === "status");
  const values = fields.map(({ field, old, new: now }) => `${field} ${old ?? "none"} → ${now ?? "none"}`);
  return values.length > 0 ? values.join(", ") : undefined;
}

async function main(): Promise<number> {
  const { generation } = await sync(target, { lists });
  const told = readText(toldFile).trim();
  const names = await watched();
  const news: string[] = [];
  if (told !== "")
    await changes(target, {
      since: told,
      lists: ["subjekt", "postupak"],
      onChange: (change) => {
        const { mbs } = change.row;
        const name = names.get(Number(mbs));
        const text = name && newsOf(change);
        if (text) news.push(`${name}: ${text}`);
      },
    });
  else console.log(`From now on, ${names.size} subjects are watched.`);
  if (news.length > 0) {
    const { status } = spawnSync("sh", ["-c", notify], {
      input: `${news.join("\n")}\n`,
      stdio: ["pipe", "inherit", "inherit"],
    });
    if (status !== 0)
      throw new MirrorError("unavailable", "WATCH_NOTIFY did not take the news. It is told again next time.");
  }
  // Only now: whatever fails before this line, the next run tells it all.
  writeFileSync(toldFile, `${generation}\n`);
  return news.length > 0 ? 3 : 0;
}

try {
  process.exitCode = await main();
} catch (error) {
  if (!(error instanceof MirrorError)) throw error;
  console.error(error.message);
  process.exitCode = error.resumable ? 1 : 2;
}
