import { SpecError } from "../../specs/spec-error.ts";

/** The component that `#/components/<section>/<name>` points at. */
export function resolve<T>(components: Record<string, T> | undefined, section: string, ref: string, where: string): T {
  const folder = `#/components/${section}/`;
  const found = ref.startsWith(folder) ? components?.[ref.slice(folder.length)] : undefined;
  if (found === undefined) throw new SpecError(where, `${ref} points to nothing under components/${section}.`);
  return found;
}
