import type { Counter, Metrics } from "./metrics.ts";

/** What the server counts, its labels bound once, so that counting costs an addition. */
export interface Figures {
  /** By `grant_type`. */
  readonly access_tokens_issued: (grant_type: string) => Counter;
  readonly introspections: { readonly active: Counter; readonly inactive: Counter };
  readonly tokens_revoked: Counter;
  readonly rows_swept: Counter;
  readonly logout_deliveries: { readonly delivered: Counter; readonly failed: Counter };
}

export function createFigures(metrics: Metrics): Figures {
  const issued = metrics.counter(
    "latchkey_access_tokens_issued_total",
    "Access tokens issued, by the grant they were issued for.",
    ["grant_type"],
  );
  const byGrant = new Map<string, Counter>();
  const introspections = metrics.counter(
    "latchkey_introspections_total",
    "Tokens introspected, by what was found.",
    ["active"],
  );
  const deliveries = metrics.counter(
    "latchkey_logout_deliveries_total",
    "Attempts to tell a client over the back channel that a session ended, by their outcome.",
    ["outcome"],
  );
  return {
    logout_deliveries: {
      delivered: deliveries.with({ outcome: "delivered" }),
      failed: deliveries.with({ outcome: "failed" }),
    },
    access_tokens_issued(grant_type) {
      let counter = byGrant.get(grant_type);
      if (counter === undefined) byGrant.set(grant_type, (counter = issued.with({ grant_type })));
      return counter;
    },
    introspections: {
      active: introspections.with({ active: "true" }),
      inactive: introspections.with({ active: "false" }),
    },
    tokens_revoked: metrics
      .counter("latchkey_tokens_revoked_total", "Tokens revoked by their clients.", [])
      .with({}),
    rows_swept: metrics
      .counter("latchkey_rows_swept_total", "Expired rows removed from the store.", [])
      .with({}),
  };
}
