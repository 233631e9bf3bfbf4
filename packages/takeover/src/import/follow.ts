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
  text,
} from "@latchkey/server/feature/store";
import { digest as sha256, tokenKey } from "../keys.ts";
import { recordKey } from "../record-key.ts";
import { type RecordKind, recordKinds, type TakenRecord } from "../record.ts";
import { taken_record, taken_token } from "../tables.ts";
import { applyChange, applyRemoval, revokeToken } from "./changes.ts";
import { resumable } from "./copy.ts";
import type { Renew } from "./lease.ts";
import { BATCH_SIZE, currentTime, type Pass, type TakeoverOptions } from "./options.ts";
import { rowKey } from "./remembered.ts";
import { createSeen, type Seen } from "./seen.ts";
import { writeRecords } from "./writer.ts";

/** Repeats passes over the source. Returns how many were made. */
export async function follow(renew: Renew, options: TakeoverOptions): Promise<number> {
  const { follow: following, signal, onPass } = options;
  if (following === undefined) return 0;
  const leftOut: LeftOutStates = new Map();
  for (let number = 1; ; number += 1) {
    if (signal?.aborted === true) return number - 1;
    const began = performance.now();
    const counts = await passOver(renew, leftOut, options);
    if (counts === undefined) return number - 1;
    const seconds = Math.round((performance.now() - began) / 100) / 10;
    onPass?.({ number, ...counts, seconds });
    const isIdle = counts.added + counts.changed + counts.removed === 0;
    if (following.until_idle && isIdle) return number;
    await pause(following.interval_ms, renew, signal);
  }
}

/** Waits between passes, while the lease is kept. */
async function pause(ms: number, renew: Renew, signal: AbortSignal | undefined): Promise<void> {
  const step = 5_000;
  for (let left = ms; left > 0; left -= step) {
    if (signal?.aborted === true) return;
    await wait(Math.min(left, step), undefined, { signal }).catch(() => {});
    await renew();
  }
}

type Counts = Omit<Pass, "number" | "seconds">;

/** The kinds of which what is gone at the source ends here. */
const ending: ReadonlySet<RecordKind> = new Set(["client", "session", "grant", "token"]);

/** Carries what is new, changed or gone. Undefined where it was stopped. */
async function passOver(
  renew: Renew,
  leftOut: LeftOutStates,
  options: TakeoverOptions,
): Promise<Counts | undefined> {
  const { target, now = currentTime, signal } = options;
  const counts = { added: 0, changed: 0, removed: 0, kept: 0 };
  for (const kind of recordKinds) {
    const seen = createSeen();
    const readers = readChanged(kind, seen, leftOut, options);
    for await (const records of resumable(readers)) {
      if (signal?.aborted === true) return undefined;
      const { carried, changed } = await writeRecords(kind, records, target, {
        now: now(),
        also: () => [],
      });
      if (!presenceOnly.has(kind)) counts.added += carried;
      for (const change of changed) {
        const applied = await applyChange(change, target, now());
        counts[applied === "applied" ? "changed" : "kept"] += 1;
      }
      await renew();
    }
    if (signal?.aborted === true) return undefined;
    if (!ending.has(kind)) continue;
    const ended = await endMissing(kind, seen, renew, options);
    counts.removed += ended.removed;
    counts.kept += ended.kept;
  }
  return counts;
}

/** Written again with every pass, since no row says that they were: they are not counted. */
const presenceOnly: ReadonlySet<RecordKind> = new Set(["assertion", "flow"]);

/** The records that may have changed: by their fingerprints where the source has them, else all. */
async function* readChanged(
  kind: RecordKind,
  seen: Seen,
  leftOut: LeftOutStates,
  { source, target, now = currentTime, batch_size = BATCH_SIZE }: TakeoverOptions,
): AsyncIterable<readonly TakenRecord[]> {
  const from = { now: now(), limit: batch_size };
  if (source.fingerprints === undefined || source.readSome === undefined) {
    for await (const { records } of source.read(kind, from)) {
      for (const record of records) seen.add(keyOf(kind, recordKey(record)));
      yield records;
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
    const { records } = await source.readSome(
      kind,
      other.map(({ key }) => key),
      now(),
    );
    const found = new Set(records.map(recordKey));
    for (const one of other) {
      // What is left out can do nothing any more: it ends here, too, if it was carried.
      if (found.has(one.key)) seen.add(one.row_key);
      else knownNow.add(stateKey(one));
    }
    yield records;
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
