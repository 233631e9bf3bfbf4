import { setTimeout as wait } from "node:timers/promises";
import {
  type RowOf,
  type Script,
  bytes,
  command,
  findByKeys,
  integer,
  names,
  pick,
  query,
  StoreUnavailableError,
  text,
} from "@latchkey/server/feature/store";
import { digest as sha256, tokenKey } from "../keys.ts";
import { recordKey } from "../record-key.ts";
import { type RecordKind, recordKinds } from "../record.ts";
import { type ChangeFeed, type RecordBatch, SourceError, observedKinds } from "../source.ts";
import { taken_record, taken_token } from "../tables.ts";
import { applyChange, applyRemoval, revokeToken } from "./changes.ts";
import { mergeLeftOut } from "./copy.ts";
import type { Renew } from "./lease.ts";
import { BATCH_SIZE, currentTime, type Pass, type TakeoverOptions } from "./options.ts";
import { countLeftOut, type FollowState } from "./progress.ts";
import { rowKey } from "./remembered.ts";
import { createSeen, type Seen } from "./seen.ts";
import type { Target } from "./target.ts";
import { writeRecords } from "./writer.ts";

/**
 * Repeats passes over the source: the first reads everything, and the others what changed since, where the source notices that.
 * Returns how many were made. A pass that fails, because the source or the target is away, is made again.
 */
export async function follow(
  renew: Renew,
  state: FollowState,
  options: TakeoverOptions,
): Promise<number> {
  const { follow: following, signal, onPass, now = currentTime } = options;
  if (following === undefined) return 0;
  const passes = createPasses(renew, options);
  let failures = 0;
  for (let number = 1; ;) {
    if (signal?.aborted === true) return number - 1;
    const [began, began_at] = [performance.now(), now()];
    try {
      const counts = await passes.next();
      if (counts === undefined) return number - 1;
      await state.followed(began_at);
      failures = 0;
      const seconds = Math.round((performance.now() - began) / 100) / 10;
      onPass?.({ number, ...counts, seconds });
      const isIdle = counts.added + counts.changed + counts.removed === 0;
      if (following.until_idle && isIdle) return number;
      number += 1;
    } catch (error) {
      if (!isOutage(error)) throw error;
      failures += 1;
      options.onOutage?.(error.message);
      await state.failing(began_at).catch(() => undefined); // The target may be what is away.
    }
    const pauses = Math.min(2 ** failures, MAX_PAUSES);
    await pause(following.interval_ms * pauses, renew, signal);
  }
}

/** After failures the pause is twice as long each time, up to so many intervals. */
const MAX_PAUSES = 8;

function isOutage(error: unknown): error is Error {
  return error instanceof SourceError || error instanceof StoreUnavailableError;
}

/** The passes, with what they know of each other. */
function createPasses(renew: Renew, options: TakeoverOptions) {
  const leftOut: LeftOutStates = new Map();
  let feed: ChangeFeed | undefined;
  let isFirst = true;
  return {
    async next(): Promise<Counts | undefined> {
      // Observed from before the pass that reads everything: what changes during it is a change.
      feed ??= await options.source.observe?.();
      if (feed !== undefined && !isFirst) return passOverChanges(feed, renew, leftOut, options);
      const counts = await passOver(recordKinds, renew, leftOut, options);
      isFirst = false;
      return counts;
    },
  };
}

/** Waits between passes, while the lease is kept. */
async function pause(ms: number, renew: Renew, signal: AbortSignal | undefined): Promise<void> {
  const step = 5_000;
  for (let left = ms; left > 0; left -= step) {
    if (signal?.aborted === true) return;
    await wait(Math.min(left, step), undefined, { signal }).catch(() => {});
    await renew().catch((error: unknown) => {
      if (!isOutage(error)) throw error; // The next pass reports it.
    });
  }
}

type Counts = Omit<Pass, "number" | "seconds">;

/** The kinds of which what is gone at the source ends here. */
const ending: ReadonlySet<RecordKind> = new Set(["client", "session", "grant", "token"]);

/** Carries what is new, changed or gone. Undefined where it was stopped. */
async function passOver(
  kinds: readonly RecordKind[],
  renew: Renew,
  leftOut: LeftOutStates,
  options: TakeoverOptions,
): Promise<Counts | undefined> {
  const { signal } = options;
  let counts = NOTHING;
  for (const kind of kinds) {
    const seen = createSeen();
    const readers = readChanged(kind, seen, leftOut, options);
    for await (const batch of readers) {
      if (signal?.aborted === true) return undefined;
      counts = add(counts, await carryBatch(kind, batch, options));
      await renew();
    }
    if (signal?.aborted === true) return undefined;
    if (!ending.has(kind)) continue;
    counts = add(counts, await endMissing(kind, seen, renew, options));
  }
  return counts;
}

/** The same of what a feed names, and of the kinds of which there is little. */
async function passOverChanges(
  feed: ChangeFeed,
  renew: Renew,
  leftOut: LeftOutStates,
  options: TakeoverOptions,
): Promise<Counts | undefined> {
  const { source, target, signal, now = currentTime, batch_size = BATCH_SIZE } = options;
  const { changed, is_unchanged: isUnchanged, accept } = await feed.next();
  let counts = NOTHING;
  for (const kind of isUnchanged ? [] : recordKinds) {
    if (!observedKinds.has(kind)) {
      const others = await passOver([kind], renew, leftOut, options);
      if (others === undefined) return undefined;
      counts = add(counts, others);
      continue;
    }
    const keys = [...(changed.get(kind) ?? [])];
    for (let start = 0; start < keys.length; start += batch_size) {
      if (signal?.aborted === true) return undefined;
      const some = keys.slice(start, start + batch_size);
      const batch = await source.readSome?.(kind, some, now());
      if (batch === undefined) break;
      counts = add(counts, await carryBatch(kind, batch, options));
      const found = new Set(batch.records.map(recordKey));
      const missing = some.filter((key) => !found.has(key));
      if (ending.has(kind)) counts = add(counts, await endKeys(kind, missing, target, now()));
      await renew();
    }
  }
  accept();
  return counts;
}

const NOTHING: Counts = { added: 0, changed: 0, removed: 0, kept: 0, left_out: [] };

function add(counts: Counts, more: Partial<Counts>): Counts {
  const { added = 0, changed = 0, removed = 0, kept = 0, left_out = [] } = more;
  return {
    added: counts.added + added,
    changed: counts.changed + changed,
    removed: counts.removed + removed,
    kept: counts.kept + kept,
    left_out: mergeLeftOut(counts.left_out, left_out),
  };
}

type Batch = Pick<RecordBatch, "records" | "left_out">;

/** Writes what is new, and applies what changed. */
async function carryBatch(
  kind: RecordKind,
  { records, left_out }: Batch,
  { target, now = currentTime }: TakeoverOptions,
): Promise<Counts> {
  const written = await writeRecords(kind, records, target, { now: now(), also: () => [] });
  const counts = { added: presenceOnly.has(kind) ? 0 : written.carried, changed: 0, kept: 0 };
  for (const change of written.changed) {
    const applied = await applyChange(change, target, now());
    counts[applied === "applied" ? "changed" : "kept"] += 1;
  }
  const alive = left_out.filter(({ dead }) => dead !== true);
  return add(NOTHING, { ...counts, left_out: countLeftOut([], alive) });
}

/** Written again with every pass, since no row says that they were: they are not counted. */
const presenceOnly: ReadonlySet<RecordKind> = new Set(["assertion", "flow"]);

/** The records that may have changed: by their fingerprints where the source has them, else all. */
async function* readChanged(
  kind: RecordKind,
  seen: Seen,
  leftOut: LeftOutStates,
  { source, target, now = currentTime, batch_size = BATCH_SIZE }: TakeoverOptions,
): AsyncIterable<Batch> {
  const from = { now: now(), limit: batch_size };
  if (source.fingerprints === undefined || source.readSome === undefined) {
    for await (const batch of source.read(kind, from)) {
      for (const record of batch.records) seen.add(keyOf(kind, recordKey(record)));
      yield batch;
    }
    return;
  }
  const { database } = target.store.tools;
  const { before, knownNow } = leftOutOf(kind, leftOut);
  for await (const { fingerprints } of source.fingerprints(kind, from)) {
    const keyed = fingerprints.map((one) => ({ ...one, row_key: keyOf(kind, one.key) }));
    const marks = await database.read(() =>
      marksOf(
        kind,
        keyed.map(({ row_key }) => row_key),
      ),
    );
    const other: typeof keyed = [];
    for (const one of keyed) {
      const mark = marks.get(hex(one.row_key));
      const isLeftOut = mark === undefined && before.has(stateKey(one));
      if (isLeftOut) knownNow.add(stateKey(one));
      else if (isKnown(mark, one.digest)) seen.add(one.row_key);
      else other.push(one);
    }
    if (other.length === 0) continue;
    const batch = await source.readSome(
      kind,
      other.map(({ key }) => key),
      now(),
    );
    const found = new Set(batch.records.map(recordKey));
    for (const one of other) {
      // What is left out can do nothing any more: it ends here, too, if it was carried.
      if (found.has(one.key)) seen.add(one.row_key);
      else knownNow.add(stateKey(one));
    }
    yield batch;
    await database.write(function* mark(): Script<void> {
      for (const { row_key: record_key, digest } of other)
        yield* setMark({ record_key, mark: digest });
    });
  }
  leftOut.set(kind, knownNow);
}

/** The states of rows that the source leaves out, by kind: they are not read again until they change. */
type LeftOutStates = Map<RecordKind, Seen>;

function leftOutOf(kind: RecordKind, states: LeftOutStates) {
  return { before: states.get(kind) ?? createSeen(), knownNow: createSeen() };
}

function stateKey({ key, digest }: { readonly key: string; readonly digest: string }): Uint8Array {
  return sha256(`${key}\0${digest}`);
}

/** Tokens without a grant never change: that there is a row suffices. */
function isKnown(mark: string | true | undefined, digest: string): boolean {
  return mark === true || mark === digest;
}

function keyOf(kind: RecordKind, source_key: string): Uint8Array {
  return kind === "token" ? tokenKey("access", source_key) : rowKey(kind, source_key);
}

function hex(key: Uint8Array): string {
  return Buffer.from(key).toString("hex");
}

const findMarks = findByKeys(
  taken_record,
  { name: "record_key", column: bytes },
  pick(taken_record.columns, "record_key", "mark"),
);
const findTokens = findByKeys(
  taken_token,
  { name: "token_key", column: bytes },
  pick(taken_token.columns, "token_key"),
);
const findLiveTokens = findByKeys(
  taken_token,
  { name: "token_key", column: bytes },
  pick(taken_token.columns, "token_key", "row_signature", "forgotten"),
);
const findRecordRows = findByKeys(
  taken_record,
  { name: "record_key", column: bytes },
  taken_record.columns,
);
const setMark = command({
  given: { record_key: bytes, mark: text },
  sql: "update taken_record set mark = :mark where record_key = :record_key",
});

/** The marks of records that were carried, by the hex of their key. */
function* marksOf(
  kind: RecordKind,
  keys: readonly Uint8Array[],
): Script<ReadonlyMap<string, string | true | undefined>> {
  if (kind === "token") {
    const rows = yield* findTokens(keys);
    return new Map(rows.map(({ token_key }) => [hex(token_key), true]));
  }
  const rows = yield* findMarks(keys);
  return new Map(rows.map(({ record_key, mark }) => [hex(record_key), mark]));
}

const pageOfRecords = query({
  given: { kind: text, after: bytes, now: integer, limit: integer },
  returns: taken_record.columns,
  sql: `select ${names(taken_record.columns)} from taken_record
    where kind = :kind and record_key > :after and expires_at > :now order by record_key limit :limit`,
});
const pageOfTokens = query({
  given: { after: bytes, now: integer, limit: integer },
  returns: pick(taken_token.columns, "token_key"),
  sql: `select token_key from taken_token
    where token_key > :after and expires_at > :now and row_signature is not null and forgotten = 0
    order by token_key limit :limit`,
});

type RecordRow = RowOf<typeof taken_record.columns>;
type TokenKeyRow = Pick<RowOf<typeof taken_token.columns>, "token_key">;

interface PageFrom {
  readonly after: Uint8Array;
  readonly now: number;
  readonly limit: number;
}

/** Ends of these what was carried. */
async function endKeys(
  kind: RecordKind,
  keys: readonly string[],
  target: Target,
  now: number,
): Promise<Partial<Counts>> {
  const { database } = target.store.tools;
  const rowKeys = keys.map((key) => keyOf(kind, key));
  if (rowKeys.length === 0) return {};
  if (kind === "token") {
    const rows = await database.read(() => findLiveTokens(rowKeys));
    const live = rows.filter(({ forgotten, row_signature }) => !forgotten && row_signature);
    for (const { token_key } of live) await revokeToken(token_key, target);
    return { removed: live.length };
  }
  const counts = { removed: 0, kept: 0 };
  for (const row of await database.read(() => findRecordRows(rowKeys))) {
    if (row.expires_at <= now) continue;
    const applied = await applyRemoval(row, target, now);
    counts[applied === "applied" ? "removed" : "kept"] += 1;
  }
  return counts;
}

/** Ends what was carried and is gone at the source. */
async function endMissing(
  kind: RecordKind,
  seen: Seen,
  renew: Renew,
  { target, now = currentTime, signal }: TakeoverOptions,
): Promise<{ readonly removed: number; readonly kept: number }> {
  const { database } = target.store.tools;
  const limit = 1_000;
  let [removed, kept] = [0, 0];
  for (let after: Uint8Array | undefined = new Uint8Array(0); after !== undefined;) {
    if (signal?.aborted === true) break;
    const page: PageFrom = { after, now: now(), limit };
    let last: Uint8Array | undefined;
    if (kind === "token") {
      const rows: readonly TokenKeyRow[] = await database.read(() => pageOfTokens(page));
      for (const { token_key } of rows) {
        if (seen.has(token_key)) continue;
        await revokeToken(token_key, target);
        removed += 1;
      }
      last = rows.length < limit ? undefined : rows.at(-1)?.token_key;
    } else {
      const rows: readonly RecordRow[] = await database.read(() =>
        pageOfRecords({ ...page, kind }),
      );
      for (const row of rows) {
        if (seen.has(row.record_key)) continue;
        if ((await applyRemoval(row, target, now())) === "applied") removed += 1;
        else kept += 1;
      }
      last = rows.length < limit ? undefined : rows.at(-1)?.record_key;
    }
    after = last;
    await renew();
  }
  return { removed, kept };
}
