/** What has happened, as receivers are notified of it: one event for each recorded change that matters to them. */

import type { JsonObject } from "@latchkey/api";
import { isEqual } from "../../../oauth/authorization-details/reduction.ts";
import { fieldsOf, listIn, type RecordedChange, textIn, textsIn } from "./recorded-change.ts";

/** An event about a user. */
export type AccountEvent = { readonly subject: string } & (
  | { readonly kind: "session.revoked"; readonly session_id: string }
  | {
      readonly kind: "account.created" | "account.disabled" | "account.enabled" | "account.deleted";
      readonly username: string;
    }
  | {
      readonly kind: "account.updated";
      readonly username: string;
      /** The claims that changed, with their new values: null where a claim was removed. */
      readonly claims: JsonObject;
    }
  | {
      readonly kind: "account.email_changed";
      readonly username: string;
      readonly email_before: string | null;
      readonly email: string | null;
      /** As above, where nothing else of the account changed. */
      readonly claims: JsonObject;
    }
  | {
      readonly kind: "account.password_changed" | "account.password_change_required";
      readonly username: string;
    }
  | { readonly kind: "account.recovery_started" }
  | {
      readonly kind: "account.factor_added" | "account.factor_removed";
      readonly factor: FactorFacts;
    }
);

/** A passkey or an authenticator app. */
interface FactorFacts {
  readonly kind: string;
  readonly name: string;
  /** WebAuthn: how the authenticator of a passkey is reached. */
  readonly transports: readonly string[];
}

/** CAEP 1.0 §2 `initiating_entity`: who caused an event. */
export type Initiator = "admin" | "user" | "policy" | "system";

/** The events of a change, in the order in which receivers get them; none where they are not notified of it. */
export function eventsOf({ action, object, ...change }: RecordedChange): readonly AccountEvent[] {
  if (object.type !== "account" || !Object.hasOwn(ofAccounts, action)) return [];
  const facts = fieldsOf(change.facts);
  const about = { subject: object.id, username: textIn(facts, "username") };
  const [before, after] = [fieldsOf(change.before), fieldsOf(change.after)];
  return ofAccounts[action]?.({ about, before, after, facts }) ?? [];
}

/** What the events of a change are made of. */
interface ChangeOfAccount {
  readonly about: { readonly subject: string; readonly username: string };
  readonly before: JsonObject;
  readonly after: JsonObject;
  readonly facts: JsonObject;
}

/** The events of each recorded action on accounts. The others are no event. */
const ofAccounts: Readonly<Record<string, (change: ChangeOfAccount) => readonly AccountEvent[]>> = {
  created: ({ about }) => [{ kind: "account.created", ...about }],
  updated: changesOf,
  password_set: changesOf,
  deletion_started: changesOf,
  deleted: ({ about }) => [{ kind: "account.deleted", ...about }],
  factor_added: (change) => factorEvents("account.factor_added", change),
  factor_removed: (change) => factorEvents("account.factor_removed", change),
  factors_removed: (change) => factorEvents("account.factor_removed", change),
  recovery_started: ({ about: { subject } }) => [{ kind: "account.recovery_started", subject }],
  signed_out: revocations,
  session_ended: revocations,
  sessions_ended: revocations,
};

/** An account can change in several ways at once. */
function changesOf(change: ChangeOfAccount): readonly AccountEvent[] {
  const { about, before, after, facts } = change;
  const changed = textsIn(after, "changed");
  const has = (field: string): boolean => changed.includes(field);
  const [was, is] = [fieldsOf(facts["before"]), fieldsOf(facts["after"])];
  const isDescribed = changed.some((field) => /^(?:claims|attributes)\.|^groups$/.test(field));
  const claims = changedClaims(was, is);
  const email = {
    email_before: textIn(was, "verified_email") || null,
    email: textIn(is, "verified_email") || null,
    claims: isDescribed ? {} : claims,
  };
  const states = has("state") ? statesOf(textIn(before, "state"), textIn(after, "state")) : [];
  return [
    ...revocations(change),
    ...(isDescribed ? [{ kind: "account.updated", ...about, claims } as const] : []),
    ...(has("verified_email")
      ? [{ kind: "account.email_changed", ...about, ...email } as const]
      : []),
    ...(has("password") ? [{ kind: "account.password_changed", ...about } as const] : []),
    ...states.map((kind) => ({ kind, ...about })),
  ];
}

/** A user who has chosen a new password changed the state of the account, too: that is no event of its own. */
function statesOf(
  before: string,
  after: string,
): readonly ("account.disabled" | "account.enabled" | "account.password_change_required")[] {
  if (after === "disabled") return ["account.disabled"];
  return [
    ...(before === "disabled" ? (["account.enabled"] as const) : []),
    ...(after === "active" ? [] : (["account.password_change_required"] as const)),
  ];
}

function revocations({ about: { subject }, facts }: ChangeOfAccount): readonly AccountEvent[] {
  return textsIn(facts, "ended_sessions").map((session_id) => ({
    kind: "session.revoked",
    subject,
    session_id,
  }));
}

function factorEvents(
  kind: "account.factor_added" | "account.factor_removed",
  { about: { subject }, facts }: ChangeOfAccount,
): readonly AccountEvent[] {
  return listIn(facts, "factors").map((one) => ({
    kind,
    subject,
    factor: factorIn(fieldsOf(one)),
  }));
}

/** Whether an account is about to be deleted, with everything that says which clients know its user. */
export function isDeletionStarted({ action, object }: RecordedChange): boolean {
  return object.type === "account" && action === "deletion_started";
}

/** OpenID Connect Core §5.1, as clients see them: an address is verified where it is the verified one. */
function claimsOf(account: JsonObject): JsonObject {
  const { updated_at: _, ...claims } = fieldsOf(account["profile"]);
  const { email } = claims;
  if (typeof email !== "string") return claims;
  return { ...claims, email_verified: email.toLowerCase() === account["verified_email"] };
}

function changedClaims(before: JsonObject, after: JsonObject): JsonObject {
  const [was, is] = [claimsOf(before), claimsOf(after)];
  const names = [...new Set([...Object.keys(was), ...Object.keys(is)])];
  const changed = names.filter((name) => !isEqual(was[name], is[name]));
  return Object.fromEntries(changed.map((name) => [name, is[name] ?? null]));
}

function factorIn(factor: JsonObject): FactorFacts {
  return {
    kind: textIn(factor, "kind"),
    name: textIn(factor, "name"),
    transports: textsIn(factor, "transports"),
  };
}
