import type { Context } from "../../context/context.ts";
import { thenOrCall } from "../../maybe-promise.ts";
import { createKnownEndings, type KnownEndings } from "./known-endings.ts";
import { createTerminations, type Terminations } from "./store.ts";

export interface TerminationPart {
  readonly store: Terminations;
  readonly known: KnownEndings;
}

/** From now on, the store returns nothing that was ended. */
export function openTermination(core: Context): TerminationPart {
  const { tools } = core.store;
  const store = createTerminations(tools);
  const known = createKnownEndings(store, core);
  tools.endings.use({
    isEnded: (held) => thenOrCall(known.index(), (index) => index.has(held)),
    isSuspended: (kind, names) =>
      thenOrCall(known.index(), (index) => index.isSuspended(kind, names)),
    *recordGrant(grant_id) {
      const lifespan = known.lastJwtLifespan();
      if (lifespan === 0) return; // No JWT was ever signed.
      const ended_at = core.now();
      yield* store.addGrant({ grant_id, ended_at, expires_at: ended_at + lifespan });
    },
  });
  return { store, known };
}
