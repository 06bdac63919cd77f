/** A process that goes on as another user, wherever this clone is: in a folder that that user cannot enter, too. */
import { isBuiltin, registerHooks } from "node:module";

/**
 * Gives up the rights of root for those of another user.
 *
 * @param loadLate - Imports what is loaded while the process works. Any other module is refused from then on, wherever the clone is.
 */
export async function becomeUser(user: number, loadLate: () => Promise<unknown>): Promise<void> {
  const known = new Map<string, { url: string }>();
  let isOther = false;
  registerHooks({
    resolve(specifier, context, next) {
      if (isBuiltin(specifier)) return next(specifier, context);
      const name = specifier.startsWith(".") ? new URL(specifier, context.parentURL).href : specifier;
      // It is loaded, and looking for its file would fail.
      const found = known.get(name);
      if (isOther && found) return { ...found, shortCircuit: true };
      if (isOther) throw new Error(`${specifier} is loaded late: becomeUser has to know of it.`);
      const resolved = next(specifier, context);
      known.set(name, resolved);
      return resolved;
    },
  });
  await loadLate();
  isOther = true;
  process.setgroups?.([]);
  process.setgid?.(user);
  process.setuid?.(user);
}
