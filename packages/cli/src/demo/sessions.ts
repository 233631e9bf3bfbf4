import { randomBytes } from "node:crypto";

import type { OAuth2TokenResponse } from "@latchkey/api";
import type { OAuthTokenResponse } from "@latchkey/workspace-client";

/** The session of one browser. */
export interface DemoSession {
  /** Pending sign-ins by `state`: each tab may have one. */
  readonly pending: Map<string, PendingSignIn>;
  signed_in?: SignedIn | undefined;
  /** `state` values of pending installations. */
  readonly installing: Set<string>;
  installed?: Installed | undefined;
  /** Error message for the next page. */
  problem?: string | undefined;
}

/** Values to check in the callback. */
export interface PendingSignIn {
  readonly nonce: string;
  readonly code_verifier: string;
}

/** The tokens of a signed-in user. */
export interface SignedIn {
  readonly tokens: OAuth2TokenResponse;
  /** Unix seconds. */
  readonly received_at: number;
  readonly userinfo?: unknown;
}

/** The tokens of an installation. */
export interface Installed {
  readonly tokens: OAuthTokenResponse;
  /** Last introspection or revocation response. */
  readonly last_response?: { readonly title: string; readonly answer: object };
}

/** Sessions by cookie value. The oldest are dropped when there are too many. */
export function createSessions() {
  const sessions = new Map<string, DemoSession>();
  return {
    find: (id: string | undefined): DemoSession | undefined =>
      id === undefined ? undefined : sessions.get(id),
    open(): { id: string; session: DemoSession } {
      const id = randomText();
      const session: DemoSession = { pending: new Map(), installing: new Set() };
      sessions.set(id, session);
      dropOldest(sessions, MAX_SESSIONS);
      return { id, session };
    },
  };
}

/** Starts a sign-in. Drops the oldest pending one if there are too many. */
export function beginSignIn({ pending }: DemoSession): PendingSignIn & { readonly state: string } {
  const state = randomText();
  const begun = { nonce: randomText(), code_verifier: randomText() };
  pending.set(state, begun);
  dropOldest(pending, MAX_PENDING);
  return { state, ...begun };
}

/** Starts an installation and returns its `state`. */
export function beginInstallation({ installing }: DemoSession): string {
  const state = randomText();
  installing.add(state);
  dropOldest(installing, MAX_PENDING);
  return state;
}

/** The error message for the next page, which is shown once. */
export function takeProblem(session: DemoSession): string | undefined {
  const { problem } = session;
  session.problem = undefined;
  return problem;
}

/** 256 bits in 43 characters, the minimum length of a code verifier: RFC 7636 §4.1. */
function randomText(): string {
  return randomBytes(32).toString("base64url");
}

function dropOldest(held: Map<string, unknown> | Set<string>, max: number): void {
  const [oldest] = held.keys();
  if (held.size > max && oldest !== undefined) held.delete(oldest);
}

const MAX_SESSIONS = 1_000;
const MAX_PENDING = 10;
