/** What was ended, as it is looked up for each token: pure, and in memory. */

import type { EndableKind, Held } from "../../../oauth/ending.ts";

/** That everything of something was ended. */
export interface Ended {
  readonly kind: EndableKind;
  readonly name: string;
  /** Unix seconds, as is `expires_at`: what was requested before is ended. */
  readonly ended_before: number;
  /** Nothing that it concerns is left then. */
  readonly expires_at: number;
}

/** The endings that are known. */
export interface EndedIndex {
  add(ended: Ended): void;
  /** Whether one of the holders was ended after something was requested. */
  has(held: Held): boolean;
  /** Forgets what has expired. */
  prune(now: number): void;
  all(): readonly Ended[];
}

export function createEndedIndex(): EndedIndex {
  const known = new Map<string, Ended>();

  const isEnded = (kind: EndableKind, name: string | undefined, at: number): boolean => {
    if (name === undefined || name === "") return false;
    const ended = known.get(keyOf(kind, name));
    return ended !== undefined && at < ended.ended_before;
  };

  return {
    add(ended) {
      const key = keyOf(ended.kind, ended.name);
      const before = known.get(key)?.ended_before ?? 0;
      if (ended.ended_before >= before) known.set(key, ended);
    },

    has({ subject, client_id, sid, audience = [], at }) {
      if (known.size === 0) return false;
      return (
        isEnded("subject", subject, at) ||
        isEnded("client", client_id, at) ||
        isEnded("session", sid, at) ||
        audience.some((name) => isEnded("audience", name, at))
      );
    },

    prune(now) {
      for (const [key, { expires_at }] of known) if (expires_at <= now) known.delete(key);
    },

    all: () => [...known.values()],
  };
}

function keyOf(kind: EndableKind, name: string): string {
  return `${kind} ${name}`;
}
