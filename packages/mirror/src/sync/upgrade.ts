/** Brings a copy of an earlier format to that of this version. */
import { waitForReaders } from "../store/format.ts";
import { checkSealsIn, resealGenerations, sealCopy, sealRule } from "../store/generations.ts";
import type { Lease } from "../store/lease.ts";
import { formatIn, formatVersion, upgradesFrom } from "../store/upgrades.ts";
import { removeUnpublished } from "./copy/unpublished.ts";

/** What an upgrade has done. */
export interface Upgraded {
  /** The format that the copy had. */
  from: number;
  /** The one that it has now. */
  to: number;
  /** The generation that was unfinished, and was dropped; undefined if none was. */
  dropped: number | undefined;
}

/**
 * Brings a copy to the format of this version, in one transaction: until it is committed, readers see the old copy, and so does the next
 * run if this one is killed.
 *
 * @returns what was done; undefined if the copy has this format.
 * @throws MirrorError of kind `damaged` if a seal is broken by the rule of the old format: a new seal would hide that.
 */
export const upgradeCopy = (lease: Lease, target: string): Promise<Upgraded | undefined> =>
  lease.write(async (writing) => {
    const { version: from } = await formatIn(writing);
    if (from === formatVersion) return undefined;
    await waitForReaders(writing, lease.database.kind);
    await checkSealsIn(writing, target);
    for (const step of upgradesFrom(from)) await step.run(writing, lease.database);
    const [unfinished] = await writing.all("SELECT generation FROM mirror_generations WHERE completed IS NULL");
    await removeUnpublished(writing);
    const [sealed] = await writing.all("SELECT seal_rule FROM mirror_format");
    if (Number(sealed?.seal_rule) !== sealRule) await resealGenerations(writing, "upgraded");
    await writing.run("UPDATE mirror_format SET version = $1", formatVersion);
    await sealCopy(writing);
    return { from, to: formatVersion, dropped: unfinished && Number(unfinished.generation) };
  });
