import type { Carrier, Store } from "@latchkey/server/feature/store";

/** What records are written to. */
export interface Target {
  readonly store: Store;
  readonly carriers: Readonly<Record<string, Carrier>>;
}
