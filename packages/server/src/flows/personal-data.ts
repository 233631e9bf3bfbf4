import type { Context, PersonalData } from "../context/context.ts";
import { timestamp } from "../oauth/timestamp.ts";

/** More consents of one user are not exported: a record of this size is no use to a person. */
const MAX_CONSENTS = 1_000;

/** What the core stores about a user: login sessions, and consents with the tokens that were issued for them. */
export function corePersonalData({ store, now }: Pick<Context, "store" | "now">): PersonalData {
  return {
    async list(subject) {
      const sessions = await store.login_sessions.ofSubject(subject, now());
      const page = { limit: MAX_CONSENTS, offset: 0 };
      const consents = await store.grants.listConsents({ subject, sid: undefined }, page, now());
      return {
        login_sessions: sessions.map(({ sid, authenticated_at, expires_at }) => ({
          session_id: sid,
          authenticated_at: timestamp(authenticated_at),
          expires_at: timestamp(expires_at),
        })),
        consents: consents.items.map(({ client_id, scope, audience, session }) => ({
          client_id,
          scope,
          audience,
          granted_at: timestamp(session.consent.handled_at),
          id_token: session.id_token,
          access_token: session.access_token,
          ...(session.userinfo && { userinfo: session.userinfo }),
        })),
      };
    },

    async erase(subject) {
      return {
        login_sessions: await store.login_sessions.forgetSubject(subject),
        consents: await store.grants.forgetConsents(subject, undefined),
      };
    },
  };
}

/** What several parts store. They are erased one after the other: an error leaves the rest to the next attempt. */
export function allPersonalData(parts: readonly PersonalData[]): PersonalData {
  return {
    async list(subject) {
      return Object.assign({}, ...(await Promise.all(parts.map((part) => part.list(subject)))));
    },

    async erase(subject) {
      const ended = {};
      for (const part of parts) Object.assign(ended, await part.erase(subject));
      return ended;
    },
  };
}
