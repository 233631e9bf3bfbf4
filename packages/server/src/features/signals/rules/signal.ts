/** Events of streams: CAEP 1.0, RISC 1.0, SSF 1.0, as security event tokens (RFC 8417). */

import { type JsonObject, signalEvents, streamEvents } from "@latchkey/api";
import type { AccountEvent, Initiator } from "./event.ts";

/** What an event is about. The identifier of its user is another one for each client, and is computed when it is sent. */
export type SignalSubject =
  | { readonly about: "user" }
  | { readonly about: "session"; readonly session_id: string }
  /** RISC 1.0 §2.5: the old value of an identifier. */
  | { readonly about: "email"; readonly email: string };

/** An event for a stream. */
export interface Signal {
  /** The URI of its type. */
  readonly event: string;
  readonly payload: JsonObject;
  readonly subject: SignalSubject;
}

/** The events of a stream for what has happened to a user of its client, whose tokens carry these claims. */
export function signalsOf(event: AccountEvent, carried: ReadonlySet<string>): Signal[] {
  const user: SignalSubject = { about: "user" };
  switch (event.kind) {
    case "session.revoked": {
      const subject: SignalSubject = { about: "session", session_id: event.session_id };
      return [{ event: signalEvents.session_revoked, payload: {}, subject }];
    }
    case "account.created":
      return [];
    case "account.updated":
      return claimsChange(event.claims, carried);
    case "account.email_changed": {
      const { email_before, email, claims } = event;
      const recovery = { event: signalEvents.recovery_information_changed, payload: {} };
      const others = [{ ...recovery, subject: user }, ...claimsChange(claims, carried)];
      if (email_before === null || !carried.has("email")) return others;
      const subject: SignalSubject = { about: "email", email: email_before };
      const payload = email === null ? {} : { "new-value": email };
      return [{ event: signalEvents.identifier_changed, payload, subject }, ...others];
    }
    case "account.password_changed": {
      const payload = { credential_type: "password", change_type: "update" };
      return [{ event: signalEvents.credential_change, payload, subject: user }];
    }
    case "account.factor_added":
    case "account.factor_removed": {
      const { factor, kind } = event;
      const payload = {
        credential_type: credentialType(factor),
        change_type: kind === "account.factor_added" ? "create" : "delete",
        ...(factor.name !== "" && { friendly_name: factor.name }),
      };
      return [{ event: signalEvents.credential_change, payload, subject: user }];
    }
    case "account.disabled":
    case "account.enabled":
    case "account.deleted":
    case "account.password_change_required":
    case "account.recovery_started":
      return [{ event: ofAccounts[event.kind], payload: {}, subject: user }];
  }
}

const ofAccounts = {
  "account.disabled": signalEvents.account_disabled,
  "account.enabled": signalEvents.account_enabled,
  "account.deleted": signalEvents.account_purged,
  "account.password_change_required": signalEvents.credential_change_required,
  "account.recovery_started": signalEvents.recovery_activated,
} as const;

/** CAEP 1.0 §3.2: only the claims that the tokens of the client carry. */
function claimsChange(claims: JsonObject, carried: ReadonlySet<string>): Signal[] {
  const released = Object.entries(claims).filter(([name]) => carried.has(name));
  if (released.length === 0) return [];
  const payload = { claims: Object.fromEntries(released) };
  return [{ event: signalEvents.token_claims_change, payload, subject: { about: "user" } }];
}

/** CAEP 1.0 §3.3.1. An authenticator that is built into a device is reached internally. */
function credentialType({
  kind,
  transports,
}: {
  readonly kind: string;
  readonly transports: readonly string[];
}): string {
  if (kind !== "passkey") return "app";
  return transports.includes("internal") ? "fido2-platform" : "fido2-roaming";
}

/** CAEP 1.0 §2: what all its events have; its Interoperability Profile §3 requires the reason. RISC has none of it. */
export function commonPayload(
  signal: Pick<Signal, "event" | "payload">,
  initiating_entity: Initiator,
  event_timestamp: number,
): JsonObject {
  if (!signal.event.includes("/caep/")) return {};
  const reason_admin = { en: `${initiatorNames[initiating_entity]} ${describeAction(signal)}.` };
  return { event_timestamp, initiating_entity, reason_admin };
}

const initiatorNames: Readonly<Record<Initiator, string>> = {
  admin: "An administrator",
  user: "The user",
  policy: "A policy",
  system: "The server",
};

function describeAction({ event, payload }: Pick<Signal, "event" | "payload">): string {
  if (event === signalEvents.session_revoked) return "ended the session";
  if (event === signalEvents.token_claims_change) return "changed claims of the account";
  switch (payload["change_type"]) {
    case "create":
      return "added a credential";
    case "delete":
      return "removed a credential";
    default:
      return "changed a credential";
  }
}

/** SSF 1.0 §8.1.4: the event by which a receiver sees that its stream works. `state` is what it sent. */
export function verification(state: string | undefined): Omit<Signal, "subject"> {
  return { event: streamEvents.verification, payload: state === undefined ? {} : { state } };
}

/** SSF 1.0 §8.1.5: the server changed the status of a stream. */
export function streamUpdated(status: string, reason: string | undefined): Omit<Signal, "subject"> {
  const payload = { status, ...(reason !== undefined && { reason }) };
  return { event: streamEvents.stream_updated, payload };
}

/** Whether an event is about a stream itself: it is sent also while the stream is paused. */
export function isAboutStream(event: string): boolean {
  return event === streamEvents.verification || event === streamEvents.stream_updated;
}

/** RFC 9493: a subject identifier. */
export type SubjectIdentifier = Readonly<Record<string, unknown>> & { readonly format: string };

/** What the `sub_id` of an event is made of. */
interface SubjectFacts {
  readonly issuer: string;
  /** The `sub` of the user for the client. */
  readonly sub: string;
}

/** SSF 1.0 §3: the subject of an event. */
export function subjectIdOf(
  subject: SignalSubject,
  { issuer: iss, sub }: SubjectFacts,
): SubjectIdentifier {
  const user = { format: "iss_sub", iss, sub };
  switch (subject.about) {
    case "user":
      return user;
    case "session":
      return {
        format: "complex",
        session: { format: "opaque", id: subject.session_id },
        user,
      };
    case "email":
      return { format: "email", email: subject.email };
  }
}

/** What a security event token is made of. */
export interface TokenFacts {
  readonly issuer: string;
  readonly audience: string;
  readonly jti: string;
  /** The changes of one request have it in common. */
  readonly txn: string;
  /** Unix seconds: when it happened. The same in every attempt. */
  readonly iat: number;
  readonly sub_id: SubjectIdentifier;
}

/** RFC 8417 §2.2, SSF 1.0 §4: the claims of the token for one event. It has neither `sub` nor `exp`. */
export function eventTokenClaims(
  { event, payload }: Pick<Signal, "event" | "payload">,
  { issuer: iss, audience: aud, ...facts }: TokenFacts,
): JsonObject {
  return { iss, aud, ...facts, events: { [event]: payload } };
}
