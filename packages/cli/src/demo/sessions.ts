import { randomBytes } from "node:crypto";

import type { OAuth2TokenResponse } from "@latchkey/api";
import type { OAuthTokenResponse } from "@latchkey/workspace-client";

/** What the demo remembers of one browser. */
export interface DemoSession {
  /** Sign-ins on their way, by `state`: several tabs may each have one. */
  readonly pending: Map<string, PendingSignIn>;
  signed_in?: SignedIn | undefined;
  /** The states of installations on their way. */
  readonly installing: Set<string>;
  installed?: Installed | undefined;
  /** What to tell the person on the next page. */
  problem?: string | undefined;
}

/** What must be the same when the browser comes back. */
export interface PendingSignIn {
  readonly nonce: string;
  readonly code_verifier: string;
}

/** The tokens of somebody who is signed in. */
export interface SignedIn {
  readonly tokens: OAuth2TokenResponse;
  /** Unix seconds. */
  readonly received_at: number;
  readonly userinfo?: unknown;
}

/** The tokens of an integration that was let in. */
export interface Installed {
  readonly tokens: OAuthTokenResponse;
  /** What the server said last about them. */
  readonly last_response?: { readonly title: string; readonly answer: object };
}

/** A browser's session by the value of its cookie; the oldest make room for new ones. */
export function createSessions() {
  const sessions = new Map<string, DemoSession>();
  return {
    find: (id: string | undefined): DemoSession | undefined =>
      id === undefined ? undefined : sessions.get(id),
    open(): { id: string; session: DemoSession } {
      const id = randomText();
      const session: DemoSession = { pending: new Map(), installing: new Set() };
      sessions.set(id, session);
      dropOldest(sessions, MOST_SESSIONS);
      return { id, session };
    },
  };
}

/** Starts a sign-in, and forgets the oldest when somebody keeps starting and never comes back. */
export function beginSignIn({ pending }: DemoSession): PendingSignIn & { readonly state: string } {
  const state = randomText();
  const begun = { nonce: randomText(), code_verifier: randomText() };
  pending.set(state, begun);
  dropOldest(pending, MOST_PENDING);
  return { state, ...begun };
}

/** Starts an installation, and forgets the oldest likewise. Answers its state. */
export function beginInstallation({ installing }: DemoSession): string {
  const state = randomText();
  installing.add(state);
  dropOldest(installing, MOST_PENDING);
  return state;
}

/** What to tell the person now, which is then last_response. */
export function takeProblem(session: DemoSession): string | undefined {
  const { problem } = session;
  session.problem = undefined;
  return problem;
}

/** 256 bits in 43 characters: RFC 7636 §4.1 asks a verifier for no less. */
function randomText(): string {
  return randomBytes(32).toString("base64url");
}

function dropOldest(held: Map<string, unknown> | Set<string>, most: number): void {
  const [oldest] = held.keys();
  if (held.size > most && oldest !== undefined) held.delete(oldest);
}

const MOST_SESSIONS = 1_000;
const MOST_PENDING = 10;
