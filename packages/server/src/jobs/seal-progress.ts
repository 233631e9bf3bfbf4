import type { SealsFound, SealProgress } from "../store/port/reseal-store.ts";
import type { SecretsInUse } from "../store/port/secret-store.ts";

/** The secrets of a server, by fingerprint: the newest, and the others in their order. */
export interface Secrets {
  readonly newest: string;
  readonly older: readonly string[];
}

/** Where a pass over all sealed values begins: they are counted first, then sealed again. */
export function beginPass(
  { newest, older }: Secrets,
  version: number,
  now: number,
  tokens_end_at: SealProgress["tokens_end_at"],
): SealProgress {
  return {
    newest,
    older,
    version,
    phase: "counting",
    started_at: now,
    values: Object.fromEntries(older.map((fingerprint) => [fingerprint, 0])),
    tokens_end_at,
    resealed: 0,
    unreadable: 0,
    unneeded: [],
  };
}

/**
 * Whether a pass says nothing any more: an older secret has sealed values since it began, or one is listed that was not known
 * then, which may open values that none opened.
 */
export function isOutdated(
  { older, started_at }: SealProgress,
  secrets: Secrets,
  { signed_at }: Pick<SecretsInUse, "signed_at">,
): boolean {
  return secrets.older.some(
    (fingerprint) => !older.includes(fingerprint) || (signed_at.get(fingerprint) ?? 0) > started_at,
  );
}

/** The progress after a step at a place. */
export function afterStep(
  progress: SealProgress,
  step: SealsFound,
  { place, places, secrets, now }: StepOf,
): SealProgress {
  const name = (position: number): string => secrets.older[position - 1] ?? "";
  const isCounting = progress.phase === "counting";
  const values = { ...progress.values };
  const ends = { ...progress.tokens_end_at };
  let found = 0;
  for (const [position, count] of step.older) {
    const before = values[name(position)] ?? 0;
    values[name(position)] = isCounting ? before + count : Math.max(0, before - count);
    found += count;
  }
  for (const [position, end] of step.tokens_end_at)
    ends[name(position)] = Math.max(ends[name(position)] ?? 0, end);
  const next = {
    ...progress,
    values,
    tokens_end_at: ends,
    resealed: progress.resealed + (isCounting ? 0 : found),
    unreadable: progress.unreadable + (isCounting ? step.unreadable : 0),
  };
  if (step.next !== undefined) return { ...next, place, after: step.next };
  const following = places[places.indexOf(place) + 1];
  if (following !== undefined) return { ...next, place: following, after: undefined };
  return endPhase(next, now);
}

interface StepOf {
  readonly place: string;
  readonly places: readonly string[];
  readonly secrets: Secrets;
  readonly now: number;
}

/** After the last place. Where nothing was counted, nothing has to be sealed again. */
function endPhase(progress: SealProgress, now: number): SealProgress {
  const ended = { ...progress, place: undefined, after: undefined };
  if (progress.phase === "counting" && valuesLeft(progress) > 0)
    return { ...ended, phase: "resealing" };
  const values = Object.fromEntries(progress.older.map((fingerprint) => [fingerprint, 0]));
  return { ...ended, phase: "done", values, finished_at: now };
}

/** How many values older secrets sealed, as far as they were counted. */
export function valuesLeft({ values }: Pick<SealProgress, "values">): number {
  return Object.values(values).reduce((sum, count) => sum + count, 0);
}
