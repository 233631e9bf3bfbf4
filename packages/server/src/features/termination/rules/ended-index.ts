/** What was ended, as it is looked up for each token: pure, and in memory. */

import type { EndableKind, Held, SuspendableKind, Suspension } from "../../../oauth/ending.ts";
import { identifierKey } from "../../../oauth/resource/api.ts";

/** That everything of something was ended. */
export interface Ended {
  readonly kind: EndableKind;
  readonly name: string;
  /** Unix seconds, as is `expires_at`: what was requested before is ended. */
  readonly ended_before: number;
  /** Nothing that it concerns is left then. */
  readonly expires_at: number;
}

/** The endings that are known, and what is disabled. */
export interface EndedIndex {
  add(ended: Ended): void;
  /** That something was disabled, or enabled again. */
  setSuspended(suspension: Suspension): void;
  /** Whether one of the holders was ended after something was requested, or its user or client is disabled. */
  has(held: Held): boolean;
  /** Whether one of these is disabled. */
  isSuspended(kind: SuspendableKind, names: readonly string[]): boolean;
  /** Forgets what has expired. */
  prune(now: number): void;
  all(): readonly Ended[];
  /** What is disabled. */
  suspended(): readonly Suspension[];
}

export function createEndedIndex(): EndedIndex {
  const known = new Map<string, Ended>();
  const disabled = new Map<string, Suspension>();

  const isEnded = (kind: EndableKind, name: string | undefined, at: number): boolean => {
    if (name === undefined || name === "") return false;
    const ended = known.get(keyOf(kind, name));
    return ended !== undefined && at < ended.ended_before;
  };

  const isDisabled = (kind: SuspendableKind, name: string | undefined): boolean =>
    name !== undefined && disabled.has(suspensionKey(kind, name));

  return {
    add(ended) {
      const key = keyOf(ended.kind, ended.name);
      const before = known.get(key)?.ended_before ?? 0;
      if (ended.ended_before >= before) known.set(key, ended);
    },

    setSuspended(suspension) {
      const key = suspensionKey(suspension.kind, suspension.name);
      if (suspension.is_active) disabled.set(key, suspension);
      else disabled.delete(key);
    },

    has({ subject, client_id, sid, audience = [], at }) {
      if (known.size + disabled.size === 0) return false;
      return (
        isDisabled("subject", subject) ||
        isDisabled("client", client_id) ||
        isEnded("subject", subject, at) ||
        isEnded("client", client_id, at) ||
        isEnded("session", sid, at) ||
        audience.some((name) => isEnded("audience", name, at))
      );
    },

    prune(now) {
      for (const [key, { expires_at }] of known) if (expires_at <= now) known.delete(key);
    },

    isSuspended: (kind, names) => disabled.size > 0 && names.some((name) => isDisabled(kind, name)),

    all: () => [...known.values()],
    suspended: () => [...disabled.values()],
  };
}

function keyOf(kind: EndableKind, name: string): string {
  return `${kind} ${name}`;
}

/** APIs are compared as they are registered. */
function suspensionKey(kind: string, name: string): string {
  return `${kind} ${kind === "audience" ? identifierKey(name) : name}`;
}
