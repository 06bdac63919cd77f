/** One run over one interface: it goes on with what is unfinished or begins anew, proves that its rows are of one moment, and publishes. */
import { lists as allLists } from "../generated/lists.ts";
import { MirrorError } from "../mirror-error.ts";
import { option, say } from "../option-text.ts";
import { generations } from "../store/generations.ts";
import type { Lease } from "../store/lease.ts";
import { Copy } from "./copy/copy.ts";
import { discardUnfinished } from "./copy/unpublished.ts";
import type { Proof, SyncEvent, SyncResult } from "./events.ts";
import { explainPart } from "./explain.ts";
import { Inconsistency } from "./inconsistency.ts";
import type { Part } from "./part.ts";
import { generationInState, planUnfinished, refuseOtherService } from "./plan.ts";

/** What a run is told. */
export interface SyncRunOptions {
  target: string;
  /** The newest generation when the sync began. */
  before: number;
  anew?: boolean | undefined;
  acceptShrink?: boolean | undefined;
  onEvent: (event: SyncEvent) => void;
  now: () => number;
}

interface SyncRun extends SyncRunOptions {
  readonly lease: Lease;
  readonly part: Part;
  /** Whether the next run could go on from what is copied: the service has named the state of it. */
  goesOn: boolean;
}

/** How often a copy starts over in one run because the register changes. */
const attempts = 3;

/** Copies one interface. @throws MirrorError; any other error is a fault of the mirror, or of the database */
export async function copyPart(lease: Lease, part: Part, options: SyncRunOptions): Promise<SyncResult> {
  const run: SyncRun = { ...options, lease, part, goesOn: true };
  try {
    refuseOtherService(await generations(lease.database), part, options);
    return await attemptUntilItFits(run);
  } catch (error) {
    throw explainPart(error, part.of, run.goesOn);
  }
}

/** Starts over if what the service sends does not fit together. */
async function attemptUntilItFits(run: SyncRun): Promise<SyncResult> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await attemptOnce(run);
    } catch (error) {
      const reason = error instanceof Inconsistency ? error : await run.part.reasonToRestart(error);
      if (!reason) throw error;
      await discardUnfinished(run.lease);
      run.part.pin(undefined);
      if (attempt === attempts)
        throw new MirrorError(
          "changing",
          say`What the service sent does not fit together, ${attempts} times: ${reason.message}. The earlier copy is intact. ${await run.part.advice(reason)}`,
          { cause: reason },
        );
      run.onEvent({ type: "restart", reason: reason.message });
    }
  }
}

async function attemptOnce(run: SyncRun): Promise<SyncResult> {
  const { part } = run;
  const resumed = await resume(run);
  if (resumed) return await finish(run, resumed, true);
  const state = await part.askState();
  const generation = generationInState(await generations(run.lease.database), part, state);
  if (generation !== undefined && (await part.isComplete()))
    return await complete(run, { generation, state, proof: "state", upToDate: true, changes: [], empty: [] });
  return await finish(run, await begin(run, state), false);
}

/** The unfinished copy of an earlier run, if this run can go on with it. */
async function resume({ lease, part, anew, acceptShrink }: SyncRun): Promise<Copy | undefined> {
  const copy = await Copy.find(lease, allLists);
  if (!copy) return undefined;
  const hasShrunk = !acceptShrink && (await part.shrunk(copy)).length > 0;
  const isRefused = hasShrunk || part.grown(copy).length > 0;
  if (planUnfinished(copy, part, { anew, isRefused }) === "resume" && (await part.canResume(copy))) return copy;
  await discardUnfinished(lease);
  return undefined;
}

async function begin({ lease, part, before, now }: SyncRun, state: string | undefined): Promise<Copy> {
  await part.prepare();
  const started = new Date(now()).toISOString();
  return await Copy.begin(lease, part.lists, { service: part.service, state, started, before });
}

/** Copies what is not copied yet, and publishes it. */
async function finish(run: SyncRun, copy: Copy, resumed: boolean): Promise<SyncResult> {
  const { part, onEvent } = run;
  const { generation, state, lists } = copy;
  part.pin(state);
  run.goesOn = state !== undefined;
  onEvent({ type: "start", of: part.of, generation, state, lists, resumed });
  await part.copyAll(copy);
  const proof = await part.prove(copy);
  await refuseShrunk(run, copy);
  return await publish(run, copy, proof);
}

/** @throws MirrorError of kind `shrunk` if so much is gone that it may be a mistake of the service. */
async function refuseShrunk({ part, acceptShrink }: SyncRun, copy: Copy): Promise<void> {
  const shrunk = acceptShrink ? [] : await part.shrunk(copy);
  if (shrunk.length > 0)
    throw new MirrorError(
      "shrunk",
      say`${shrunk.join("; ")}. This may be a mistake of the service, so the earlier copy stays. Run the command again later, or with ${option("acceptShrink")} if it is right.`,
    );
}

async function publish(run: SyncRun, copy: Copy, proof: Proof): Promise<SyncResult> {
  const { part, onEvent, now } = run;
  onEvent({ type: "publishing" });
  for (const { name } of part.lists) await copy.finishList(name);
  const completed = new Date(now()).toISOString();
  const changes = await copy.publish(proof, completed, (writing) => part.record(writing, copy, completed));
  const { generation, state } = copy;
  const empty = part.lists.flatMap(({ name }) => {
    const sign = copy.progress(name).checkpoint.emptySign;
    return sign === undefined ? [] : [{ list: name, sign }];
  });
  return await complete(run, { generation, state, proof, upToDate: false, changes, empty });
}

async function complete(
  { part, onEvent }: SyncRun,
  done: Omit<SyncResult, "of" | "requests" | "missing" | "problems" | "cases">,
): Promise<SyncResult> {
  const { of, requests } = part;
  const result: SyncResult = { of, ...done, requests, ...(await part.told()) };
  onEvent({ type: "complete", result });
  return result;
}
