import type { AccountSession as WireSession } from "@latchkey/api";
import { clientsOfSession, deliveriesTo, endSignedOut } from "@latchkey/server/feature/endpoints";
import { timestamp } from "@latchkey/server/feature/rules";
import type { IdentityContext } from "../context.ts";

/** A browser in which a user is signed in. */
export interface SignedInBrowser {
  readonly sid: string;
  /** Empty where it is not known. */
  readonly device: string;
  readonly amr: readonly string[];
  /** Unix seconds, as is `expires_at`. */
  readonly signed_in_at: number;
  readonly expires_at: number;
}

/** How many sessions are listed. */
const MAX_LISTED = 100;

/** The sessions of a user that have not ended, the latest first, with what was noted of each when the user signed in. */
export async function listSessions(
  subject: string,
  { store, identity, now }: IdentityContext,
): Promise<readonly SignedInBrowser[]> {
  const [sessions, noted] = await Promise.all([
    store.login_sessions.ofSubject(subject, now()),
    identity.store.account_sessions.list(subject, now(), MAX_LISTED),
  ]);
  const notes = new Map(noted.map((note) => [note.sid, note]));
  return sessions.slice(0, MAX_LISTED).map(({ sid, authenticated_at, expires_at }) => {
    const { device = "", amr = [] } = notes.get(sid) ?? {};
    return { sid, device, amr, signed_in_at: authenticated_at, expires_at };
  });
}

/** Ends a session of this user, and notifies the apps of it that registered for that. Undefined where there is none. */
export async function endSession(
  subject: string,
  sid: string,
  context: IdentityContext,
): Promise<{ readonly device: string } | undefined> {
  const { store, identity, now } = context;
  const { account_sessions } = identity.store;
  const noted = await account_sessions.find(subject, sid, now());
  const stored = await store.login_sessions.find(sid, now());
  const isTheirs = stored?.subject === subject;
  if (isTheirs) {
    const clients = await clientsOfSession(sid, context);
    await endSignedOut(sid, subject, context);
    await store.login_sessions.end(sid, deliveriesTo(clients, sid, context));
  }
  await account_sessions.remove(subject, sid);
  return isTheirs ? { device: noted?.device ?? "" } : undefined;
}

/** A session, as the API returns it. */
export function describeSession(session: SignedInBrowser): WireSession {
  const { sid, device, amr, signed_in_at, expires_at } = session;
  return {
    id: sid,
    device,
    amr: [...amr],
    signed_in_at: timestamp(signed_in_at),
    expires_at: timestamp(expires_at),
  };
}
