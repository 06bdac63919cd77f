/**
 * A process that exports every list of every generation, one after the other, again and again: `exporter.ts TARGET FOLDER TIMES`.
 * It prints how often another one was in its way.
 */
import { exportTo } from "../../src/export/export.ts";
import { MirrorError } from "../../src/mirror-error.ts";
import { status } from "../../src/status/status.ts";
import { copied } from "./days.ts";

const [target = "", folder = "", times] = process.argv.slice(2);
const { generations } = await status(target);
let held = 0;
for (let time = 0; time < Number(times); time++)
  for (const { generation } of generations)
    for (const list of copied)
      try {
        await exportTo(target, folder, { format: "csv", generation, lists: [list], changes: time > 0 });
      } catch (error) {
        if (!(error instanceof MirrorError && error.kind === "held")) throw error;
        held++;
      }
console.log(held);
