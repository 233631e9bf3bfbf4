import type { Metrics } from "@latchkey/server/feature/endpoints";
import type { TakeoverStatus } from "./taken-store.ts";

/** Where `latchkey takeover --follow` stands, for the metrics of a server on its database. */
export interface FollowMetrics {
  /** Unix seconds: until then everything is carried. Undefined where none follows. */
  followed_at: number | undefined;
  is_failing: boolean;
}

export function defineFollowMetrics(metrics: Metrics, now: () => number): FollowMetrics {
  const state: FollowMetrics = { followed_at: undefined, is_failing: false };
  const gauge = (name: string, help: string, read: (followed_at: number) => number): void =>
    metrics.gauges(name, help, [], () =>
      state.followed_at === undefined ? [] : [{ labels: {}, value: read(state.followed_at) }],
    );
  gauge(
    "latchkey_takeover_behind_seconds",
    "While a takeover follows its source: how long ago the source was as it is carried.",
    (followed_at) => Math.max(0, now() - followed_at),
  );
  gauge(
    "latchkey_takeover_failing",
    "While a takeover follows its source: 1 where the last pass failed, because the source or the database did not respond.",
    () => Number(state.is_failing),
  );
  return state;
}

/** What the database says of the follower. */
export function noteStatus(state: FollowMetrics, status: TakeoverStatus | undefined): void {
  state.followed_at = status?.followed_at;
  state.is_failing = status?.failing_since !== undefined;
}
