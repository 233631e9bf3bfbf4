import { percentile } from "../statistics.ts";

/**
 * The arithmetic of docs/scaling.md, repeated in virtual time: requests arrive at random, tokens live and expire, batches are
 * committed, rows fall on shards. Random numbers come from a seed, so every run finds the same.
 */

/** Random numbers from 0 to 1 (mulberry32, in the public domain). */
export function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Times of random arrivals (a Poisson process) at a rate, for so many seconds. */
export function arrivals(rate: number, seconds: number, random: () => number): number[] {
  const times: number[] = [];
  for (let at = pauseOf(rate, random); at < seconds; at += pauseOf(rate, random)) times.push(at);
  return times;
}

function pauseOf(rate: number, random: () => number): number {
  return -Math.log(1 - random()) / rate;
}

/** What a table with windows of expired rows holds. */
export interface Held {
  readonly live: number;
  /** Live and expired rows, at the most: a window leaves when its last row has expired. */
  readonly stored: number;
}

/** Tokens that arrive at a rate and live for some seconds, in windows (partitions) of their expiry that are dropped as a whole. */
export function simulateWindows(
  plan: { readonly rate: number; readonly lifetime_s: number; readonly window_s: number },
  random: () => number,
): Held {
  const { rate, lifetime_s, window_s } = plan;
  const until = lifetime_s * 2 + window_s;
  const issued = arrivals(rate, until, random);
  const windowEnd = (at: number): number => Math.ceil((at + lifetime_s) / window_s) * window_s;
  let live = 0;
  let stored = 0;
  for (let now = until - window_s; now <= until; now += window_s / 20) {
    const present = issued.filter((at) => at <= now);
    live = Math.max(live, present.filter((at) => at + lifetime_s > now).length);
    stored = Math.max(stored, present.filter((at) => windowEnd(at) > now).length);
  }
  return { live, stored };
}

/** What a server that commits in batches does. */
export interface Batches {
  readonly rows_in_a_batch: number;
  readonly batches_per_second: number;
  readonly mean_wait_ms: number;
  readonly p99_wait_ms: number;
}

/** Rows that arrive while a commit is under way share the next one. Waits are until a row is committed. */
export function simulateBatches(
  plan: { readonly rate: number; readonly commit_ms: number; readonly seconds: number },
  random: () => number,
): Batches {
  const times = arrivals(plan.rate, plan.seconds, random);
  const waits: number[] = [];
  let batches = 0;
  let freeAt = 0;
  for (let next = 0; next < times.length;) {
    const begins = Math.max(freeAt, times[next] ?? 0);
    freeAt = begins + plan.commit_ms / 1_000;
    batches += 1;
    for (; next < times.length && (times[next] ?? 0) <= begins; next += 1)
      waits.push((freeAt - (times[next] ?? 0)) * 1_000);
  }
  return {
    rows_in_a_batch: times.length / batches,
    batches_per_second: batches / plan.seconds,
    mean_wait_ms: waits.reduce((sum, wait) => sum + wait, 0) / waits.length,
    p99_wait_ms: percentile(waits, 0.99),
  };
}

/** How long requests wait for a server of one core, in multiples of the time that one takes. */
export interface Waits {
  readonly mean: number;
  readonly p99: number;
}

/** One core, requests of equal length. */
export function simulateQueue(
  plan: { readonly utilisation: number; readonly requests: number },
  random: () => number,
): Waits {
  const waits: number[] = [];
  let freeAt = 0;
  for (const at of arrivals(plan.utilisation, plan.requests / plan.utilisation, random)) {
    waits.push(Math.max(0, freeAt - at));
    freeAt = Math.max(freeAt, at) + 1;
  }
  return {
    mean: waits.reduce((sum, wait) => sum + wait, 0) / waits.length,
    p99: percentile(waits, 0.99),
  };
}

/** The fullest worker's rows in relation to the mean, when rows fall on shards by a hash and shards are dealt to workers. */
export function simulateShards(
  plan: { readonly rows: number; readonly shards: number; readonly workers: number },
  random: () => number,
): number {
  const rows = Array.from({ length: plan.workers }, () => 0);
  for (let row = 0; row < plan.rows; row += 1) {
    const worker = Math.floor(random() * plan.shards) % plan.workers;
    rows[worker] = (rows[worker] ?? 0) + 1;
  }
  return (Math.max(...rows) * plan.workers) / plan.rows;
}

/** Statements that the workers of a distributed database carry, when each asks one part of a table or all parts. */
export interface WorkerPlan {
  readonly statements: number;
  readonly workers: number;
  /** Parts of each table, dealt to the workers. */
  readonly shards: number;
  /** The share of statements that ask every part. */
  readonly asks_all: number;
}

/** How many times the statements of one worker with the same parts they carry: the busiest worker is the limit. */
export function simulateWorkers(plan: WorkerPlan, random: () => number): number {
  const work = Array.from({ length: plan.workers }, () => 0);
  const ask = (shard: number): void => {
    const worker = shard % plan.workers;
    work[worker] = (work[worker] ?? 0) + 1;
  };
  for (let statement = 0; statement < plan.statements; statement += 1) {
    if (random() >= plan.asks_all) ask(Math.floor(random() * plan.shards));
    else for (let shard = 0; shard < plan.shards; shard += 1) ask(shard);
  }
  const total = work.reduce((sum, one) => sum + one, 0);
  return total / Math.max(...work);
}

/** What one statement costs on average, in those of one part: the price of parts that are asked together. */
export function costOfStatement({
  shards,
  asks_all,
}: Pick<WorkerPlan, "shards" | "asks_all">): number {
  return 1 - asks_all + asks_all * shards;
}
