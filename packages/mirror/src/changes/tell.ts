/** `changes`, which may be told or sent: each at least once, in order, and none again once that is written down. */
import { createHash } from "node:crypto";
import { MirrorError } from "../mirror-error.ts";
import { option, say } from "../option-text.ts";
import { identityIn } from "../store/generations.ts";
import type { TargetOptions } from "../store/open.ts";
import { readCopy, type Snapshot } from "../store/snapshot.ts";
import { writeJson } from "../wire/wire.ts";
import type { Change, ChangesSummary, ListChanges } from "./change.ts";
import { type ChangesInOptions, changesIn } from "./changes.ts";
import { Poster, type PostOptions } from "./post.ts";
import type { Span } from "./span.ts";
import { ToldFile } from "./told.ts";

/** Options of {@link changes}. */
export interface ChangesOptions extends ChangesInOptions, TargetOptions {
  /**
   * A file that keeps which generation was told last: the changes since then are told, in place of those since `since`. They count as
   * told once `onChange` and `onEnd` have returned, or the receiver of `post` has accepted them; until then, each run tells them again.
   * If there is no such file, nothing is told: it is made, and the next run tells what has changed since.
   */
  told?: string | undefined;
  /** Sends the changes as signed messages. `onChange` is called for those that were accepted. */
  post?: PostOptions | undefined;
  /** Called after the last change, before the changes count as told. */
  onEnd?: ((summary: ChangesSummary) => void | Promise<void>) | undefined;
}

/**
 * Compares two generations. However much has changed, it takes little memory.
 *
 * @throws MirrorError of kind `usage` if there is no such generation or list, `foreign` if `told` is of another copy, `refused` if the
 * receiver of `post` refuses a message, or `service` if it could not take one now: the same call goes on.
 */
export const changes = (target: string, options: ChangesOptions = {}): Promise<ChangesSummary> =>
  readCopy(target, options, (snapshot) => tell(snapshot, options));

async function tell(snapshot: Snapshot, options: ChangesOptions): Promise<ChangesSummary> {
  const { told: path, post, onEnd = () => {}, ...rest } = options;
  if (path !== undefined && (rest.since !== undefined || rest.until !== undefined))
    throw new MirrorError("usage", say`${option("told")} knows since when to compare. Leave out ${option("since")}.`);
  const poster = post && new Poster(post, await identityIn(snapshot.reading));
  const file = path === undefined ? undefined : await ToldFile.open(path, snapshot);
  const summary = await new Telling(snapshot, rest, file, poster).run();
  await onEnd(summary);
  const { generation } = summary.to;
  if (file && (file.told?.generation !== generation || file.told.begun)) await file.write({ generation });
  return summary;
}

/** One run. */
class Telling {
  readonly #snapshot: Snapshot;
  readonly #options: ChangesInOptions;
  readonly #file: ToldFile | undefined;
  readonly #poster: Poster | undefined;

  constructor(snapshot: Snapshot, options: ChangesInOptions, file: ToldFile | undefined, poster: Poster | undefined) {
    this.#snapshot = snapshot;
    this.#options = options;
    this.#file = file;
    this.#poster = poster;
  }

  async run(): Promise<ChangesSummary> {
    if (!this.#file) return await this.#tell(this.#options);
    const { newest } = this.#snapshot;
    const { told } = this.#file;
    if (!told) return { ...(await this.#tell({ since: newest.generation })), isFirst: true };
    if (!told.begun) return await this.#tell({ since: told.generation });
    // First what was begun, in the same messages.
    const until = told.begun.generation;
    try {
      const first = await this.#tell({ since: told.generation, until });
      if (until === newest.generation) return first;
      if (this.#poster) await this.#file.write({ generation: until });
      return together(first, await this.#tell({ since: until }));
    } catch (error) {
      if (!(error instanceof OtherChanges)) throw error;
      await this.#file.write({ generation: told.generation });
      return await this.#tell({ since: told.generation });
    }
  }

  /** Tells what a comparison finds, but for what was told of it before. */
  async #tell(compared: Pick<ChangesInOptions, "since" | "until">): Promise<ChangesSummary> {
    const { onChange = () => {} } = this.#options;
    const outbox = new Outbox(this.#file, this.#poster, onChange, compared.since);
    const summary = await changesIn(this.#snapshot, {
      ...this.#options,
      ...compared,
      onChange: (change, span) => outbox.take(change, span),
    });
    await outbox.end(summary);
    return summary;
  }
}

/** The changes are others than those that were told in part. */
class OtherChanges extends Error {
  override readonly name = "OtherChanges";
}

/** A message has so many changes at most, of so many bytes: many receivers take 100 kB. A change that has more goes alone. */
const messageChanges = 100;
const messageBytes = 90_000;

/** A change on its way. */
interface Outgoing {
  change: Change;
  json: string;
  bytes: number;
}

/** The changes of one comparison: on their way to the caller, or in messages to a receiver. */
class Outbox {
  readonly #file: ToldFile | undefined;
  readonly #poster: Poster | undefined;
  readonly #onChange: NonNullable<ChangesInOptions["onChange"]>;
  /** The first changes, which were told before. */
  readonly #before: { changes: number; sha256: string };
  /** How many changes were told, and the hash of these. */
  #told = 0;
  readonly #hash = createHash("sha256");
  #isBegun = false;
  /** What the next messages have. */
  #waiting: Outgoing[] = [];
  /** How many bytes the changes of a message have at most: fewer once the receiver has refused so many. */
  #bytes: number;

  constructor(
    file: ToldFile | undefined,
    poster: Poster | undefined,
    onChange: NonNullable<ChangesInOptions["onChange"]>,
    since: number | string | undefined,
  ) {
    this.#file = file;
    this.#poster = poster;
    this.#onChange = onChange;
    const begun = file?.told?.generation === since ? file?.told?.begun : undefined;
    this.#before = begun ?? { changes: 0, sha256: "" };
    this.#bytes = begun?.bytes ?? messageBytes;
  }

  async take(change: Change, span: Span): Promise<void> {
    // A note may change from run to run, and is nobody else's: what follows from two generations is told.
    const { note: _, ...told } = change;
    const json = writeJson(told);
    if (this.#told < this.#before.changes) {
      this.#count(json);
      if (this.#told === this.#before.changes && this.#sha256 !== this.#before.sha256) throw new OtherChanges();
      return;
    }
    // Before anything is told, it is known whether that can be written down, and which comparison the messages are of.
    if (!this.#isBegun) await this.#write(span);
    this.#isBegun = true;
    if (!this.#poster) return await this.#onChange(change, span);
    this.#waiting.push({ change, json, bytes: Buffer.byteLength(json) });
    await this.#send(this.#poster, span, false);
  }

  async end(span: Span): Promise<void> {
    if (this.#told < this.#before.changes) throw new OtherChanges();
    if (this.#poster) await this.#send(this.#poster, span, true);
  }

  /**
   * Sends what is waiting. Where a message ends follows from where it begins, from the changes and from the bytes that the receiver takes:
   * the next run makes the same ones.
   *
   * @param isEnd - Whether no more changes come: one that has room is sent, too.
   */
  async #send(poster: Poster, span: Span, isEnd: boolean): Promise<void> {
    while (this.#waiting.length > 0) {
      const message = this.#waiting.slice(0, this.#fitting());
      if (message.length === this.#waiting.length && !isEnd) return;
      const texts = message.map(({ json }) => json);
      if ((await poster.send(texts, span, this.#told)) === "too large") {
        this.#bytes = Math.floor(message.reduce((sum, { bytes }) => sum + bytes, 0) / 2);
        await this.#write(span);
        continue;
      }
      this.#waiting = this.#waiting.slice(message.length);
      for (const json of texts) this.#count(json);
      await this.#write(span);
      for (const { change } of message) await this.#onChange(change, span);
    }
  }

  /** How many of the changes that wait fit into a message: one at least. */
  #fitting(): number {
    let sum = 0;
    const end = this.#waiting.findIndex(({ bytes }, index) => {
      sum += bytes;
      return index > 0 && (index === messageChanges || sum > this.#bytes);
    });
    return end < 0 ? this.#waiting.length : end;
  }

  #count(json: string): void {
    this.#hash.update(`${json}\n`);
    this.#told++;
  }

  get #sha256(): string {
    return this.#hash.copy().digest("hex");
  }

  /** Writes down what was told so far: parts of a comparison only if they are messages. */
  async #write({ to }: Span): Promise<void> {
    const told = this.#file?.told;
    if (!told) return;
    const bytes = this.#bytes < messageBytes ? this.#bytes : undefined;
    const begun = { generation: to.generation, changes: this.#told, sha256: this.#sha256, bytes };
    await this.#file?.write(this.#poster ? { ...told, begun } : told);
  }
}

/** Two comparisons that follow one another, as one. */
function together(first: ChangesSummary, second: ChangesSummary): ChangesSummary {
  const lists = new Map<string, ListChanges>();
  for (const one of [...first.lists, ...second.lists]) {
    const sum = lists.get(one.list) ?? { ...one, new: 0, gone: 0, changed: 0 };
    lists.set(one.list, {
      ...sum,
      new: sum.new + one.new,
      gone: sum.gone + one.gone,
      changed: sum.changed + one.changed,
    });
  }
  return { ...second, from: first.from, lists: [...lists.values()] };
}
