import { setTimeout as pause } from "node:timers/promises";
import type { Context } from "../context/context.ts";
import { fingerprintOf } from "../crypto/derived-secret.ts";
import { longestLifespan } from "../grants/lifespans.ts";
import { isNewestOfAll, neededUntil, tokenEndsOfClients } from "../grants/secret-needs.ts";
import { timestamp } from "../oauth/timestamp.ts";
import { latestOf, type SealProgress } from "../store/port/reseal-store.ts";
import type { SecretsInUse } from "../store/port/secret-store.ts";
import { type Job, repeat, type Running, whileAvailable } from "./repeat.ts";
import { afterStep, beginPass, isOutdated, type Secrets, valuesLeft } from "./seal-progress.ts";

const INTERVAL_MS = 15_000;
const LEASE = "resealing";
const LEASE_TTL = 60;
/** Few enough that no request waits long for the database. */
const ROWS_COUNTED = 1_000;
const ROWS_RESEALED = 200;
const PAUSE_MS = 5;
/** In seconds. */
const LOG_EVERY = 10;

type ResealContext = Pick<
  Context,
  "config" | "lifespans" | "log" | "now" | "outages" | "server_metrics" | "store"
>;

/**
 * Seals stored values again with the first of `secrets.system`, as long as others are listed. Of all servers on a database, the
 * one with the lease does it, as soon as all of them sign with that secret.
 */
export function startResealing(context: ResealContext, holder: string): Job {
  return repeat("resealing", INTERVAL_MS, context, (running) =>
    resealValues(context, holder, running),
  );
}

/** Goes on where it was stopped, and records which of the older secrets are no longer needed. */
export async function resealValues(
  context: ResealContext,
  holder: string,
  running: Running = { stopped: false },
): Promise<void> {
  const { config, now, server_metrics, store } = context;
  const [newest, ...older] = config["secrets.system"].map(fingerprintOf);
  if (newest === undefined || older.length === 0) return;
  const secrets = { newest, older };
  const inUse = await store.system_secrets.find(now());
  if (!isNewestOfAll(newest, inUse)) return;
  const known = await store.sealed_values.findProgress(newest);
  if (known !== undefined) server_metrics.sealed_values.old = valuesLeft(known);
  if (isFinished(known, secrets, inUse) && unneededOf(known, secrets, inUse, context).length === 0)
    return;
  if (!(await store.leases.take(LEASE, holder, now(), LEASE_TTL))) return;
  try {
    await work({ context, secrets, holder, running });
  } finally {
    await whileAvailable(() => store.leases.release(LEASE, holder)); // Otherwise it expires.
  }
}

interface Work {
  readonly context: ResealContext;
  readonly secrets: Secrets;
  readonly holder: string;
  readonly running: Running;
}

/** With the lease. What it depends on is read again: another server may have had the lease before. */
async function work(given: Work): Promise<void> {
  const { context, secrets } = given;
  const { now, store } = context;
  const inUse = await store.system_secrets.find(now());
  const known = await store.sealed_values.findProgress(secrets.newest);
  const done = isFinished(known, secrets, inUse) ? known : await completePass(given, known, inUse);
  if (done !== undefined) await tellUnneeded(done, secrets, inUse, context);
}

function isFinished(
  known: SealProgress | undefined,
  secrets: Secrets,
  inUse: SecretsInUse,
): known is SealProgress {
  return known?.phase === "done" && !isOutdated(known, secrets, inUse);
}

/** The beginning of a pass, with what is known of the tokens that older secrets signed. */
async function begin(
  context: ResealContext,
  secrets: Secrets,
  { signed_at }: SecretsInUse,
  version: number,
): Promise<SealProgress> {
  const { now, store } = context;
  const at = now();
  const before = Object.entries(await store.sealed_values.findTokenEnds(at));
  const ends = [...before, ...(await tokenEndsOfClients(signed_at, context))];
  const older = ends.filter(([fingerprint]) => secrets.older.includes(fingerprint));
  return beginPass(secrets, version, at, latestOf(older));
}

/** Undefined where it was stopped, or another server goes on. */
async function completePass(
  { context, secrets, holder, running }: Work,
  known: SealProgress | undefined,
  inUse: SecretsInUse,
): Promise<SealProgress | undefined> {
  const { log, now, server_metrics, store } = context;
  const { sealed_values, leases, system_secrets } = store;
  const { places } = sealed_values;
  let progress = known;
  if (progress === undefined || isOutdated(progress, secrets, inUse)) {
    progress = await begin(context, secrets, inUse, known?.version ?? 0);
    log.info("sealing stored values with the newest system secret", { ...secrets });
  }
  let [heldAt, loggedAt] = [now(), now()];
  while (progress.phase !== "done") {
    if (running.stopped) return undefined;
    if (now() - heldAt > LEASE_TTL / 3) {
      if (!(await leases.take(LEASE, holder, now(), LEASE_TTL))) return undefined;
      if (!isNewestOfAll(secrets.newest, await system_secrets.find(now()))) return undefined;
      heldAt = now();
    }
    const { place = places[0] ?? "", after, phase } = progress;
    const reseal = phase === "resealing";
    const limit = reseal ? ROWS_RESEALED : ROWS_COUNTED;
    const step = await sealed_values.step(place, { after, limit, reseal });
    const next = afterStep(progress, step, { place, places, secrets, now: now() });
    const is_completed = next.phase === "done";
    if (!(await sealed_values.saveProgress(next, { now: now(), is_completed }))) return undefined;
    server_metrics.sealed_values.resealed.add(next.resealed - progress.resealed);
    server_metrics.sealed_values.old = valuesLeft(next);
    if (!reseal && next.phase === "resealing")
      log.info("stored values are sealed with old system secrets", { values: next.values });
    if (now() - loggedAt >= LOG_EVERY) {
      loggedAt = now();
      const { resealed, place: at } = next;
      log.info("sealing stored values again", { phase, at, resealed, left: valuesLeft(next) });
    }
    progress = { ...next, version: next.version + 1 };
    await pause(PAUSE_MS);
  }
  logCompletion(progress, secrets, inUse, context);
  return progress;
}

function logCompletion(
  { resealed, unreadable, tokens_end_at }: SealProgress,
  { newest, older }: Secrets,
  { signed_at }: SecretsInUse,
  { log, now, ...context }: ResealContext,
): void {
  log.info("all stored values are sealed with the newest system secret", {
    newest,
    resealed,
    ...(unreadable > 0 && { unreadable }),
  });
  for (const [index, fingerprint] of older.entries()) {
    const last = signed_at.get(fingerprint);
    if (last === undefined) continue;
    const secret = { signed_at: last, tokens_end_at: tokens_end_at[fingerprint] };
    const until = neededUntil(secret, longestLifespan(context, { rows_are_known: true }));
    if (until !== "never" && until <= now()) continue; // Reported as not needed.
    log.info("an old system secret is still needed, for tokens that it signed", {
      fingerprint,
      position: index + 2,
      until: until === "never" ? until : timestamp(until),
    });
  }
}

/** The older secrets that nothing needs from now on. One that never signed here may be new, or that of another server. */
function unneededOf(
  { tokens_end_at, unneeded }: SealProgress,
  { older }: Secrets,
  { signed_at }: SecretsInUse,
  { now, ...context }: ResealContext,
): readonly string[] {
  return older.filter((fingerprint) => {
    const last = signed_at.get(fingerprint);
    if (last === undefined || unneeded.includes(fingerprint)) return false;
    const secret = { signed_at: last, tokens_end_at: tokens_end_at[fingerprint] };
    const until = neededUntil(secret, longestLifespan(context, { rows_are_known: true }));
    return until !== "never" && until <= now();
  });
}

async function tellUnneeded(
  progress: SealProgress,
  secrets: Secrets,
  inUse: SecretsInUse,
  context: ResealContext,
): Promise<void> {
  const { log, now, store } = context;
  const unneeded = unneededOf(progress, secrets, inUse, context);
  if (unneeded.length === 0) return;
  if (!(await store.sealed_values.saveProgress(progress, { now: now(), unneeded }))) return;
  for (const fingerprint of unneeded)
    log.info("an old system secret is no longer needed: remove it from secrets.system", {
      fingerprint,
      position: secrets.older.indexOf(fingerprint) + 2,
    });
}
