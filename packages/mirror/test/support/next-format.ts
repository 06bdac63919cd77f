/** Two formats that a later version could have, as steps from that of this one. What no version may change is imported from this one. */
import { brokenSeal } from "../../src/store/generations.ts";
import { quoted, storedColumnsIn, tablesOf } from "../../src/store/schema.ts";
import type { Upgrade } from "../../src/store/upgrades.ts";

export const steps: readonly Upgrade[] = [
  // Seals by another rule, and a column that nobody reads yet.
  {
    isReadable: true,
    brokenSeal,
    run: async (writing) => {
      await writing.run("ALTER TABLE mirror_generations ADD COLUMN note TEXT");
    },
  },
  // A column that readers read gets another name, and every row gets another column.
  {
    isReadable: false,
    run: async (writing) => {
      await writing.run("ALTER TABLE mirror_name_lists RENAME COLUMN made_from TO made_of");
      for (const list of (await storedColumnsIn(writing)).keys()) {
        const rows = quoted(tablesOf(list).rows);
        await writing.run(`ALTER TABLE ${rows} ADD COLUMN _note TEXT`);
        await writing.run(`UPDATE ${rows} SET _note = 'seen'`);
      }
    },
  },
];
