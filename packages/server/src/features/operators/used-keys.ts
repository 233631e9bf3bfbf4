import type { ApiKeyRecord } from "./rules/records.ts";

/** Collects which keys were used, so that requests wait for no write. What a process that crashes collected is lost. */
export interface UsedKeys {
  note(key: Pick<ApiKeyRecord, "id" | "last_used_at">, now: number): void;
  /** What was collected since the last call. */
  take(): readonly { readonly id: string; readonly at: number }[];
}

/** A time is written once a minute at most. */
const PRECISION = 60;

/** Only keys that exist are noted, so their number is that of the keys. */
export function createUsedKeys(): UsedKeys {
  let pending = new Map<string, number>();
  const written = new Map<string, number>();
  return {
    note({ id, last_used_at = 0 }, now) {
      const latest = Math.max(last_used_at, written.get(id) ?? 0);
      if (now - latest < PRECISION) return;
      written.set(id, now);
      pending.set(id, now);
    },
    take() {
      const taken = [...pending].map(([id, at]) => ({ id, at }));
      pending = new Map();
      return taken;
    },
  };
}
