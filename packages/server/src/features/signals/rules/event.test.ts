import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { eventsOf } from "./event.ts";

const object = { type: "account", id: "a-subject" };
const about = { subject: "a-subject", username: "alice" };
const passkey = { kind: "passkey", name: "Phone", transports: ["internal"] };
const app = { kind: "totp", name: "", transports: [] };

/** An update of these fields, with the claims before and after. */
function updated(changed: readonly string[], was: object = {}, is: object = {}) {
  const facts = {
    username: "alice",
    before: { profile: {}, ...was },
    after: { profile: {}, ...is },
  };
  return { action: "updated", object, before: { state: "active" }, after: { changed }, facts };
}

function ofState(before: string, after: string) {
  const changed = { state: after, changed: ["state"] };
  return { ...updated([]), before: { state: before }, after: changed };
}

describe("the events of a change are", () => {
  const table = {
    "that an account was created": {
      change: { action: "created", object, facts: { username: "alice" } },
      events: [{ kind: "account.created", ...about }],
    },
    "which claims changed, with null for one that was removed": {
      change: updated(
        ["claims.name", "claims.nickname"],
        { profile: { name: "Alice", nickname: "Al", updated_at: 1 } },
        { profile: { name: "Alice L.", updated_at: 2 } },
      ),
      events: [{ kind: "account.updated", ...about, claims: { name: "Alice L.", nickname: null } }],
    },
    "that groups changed": {
      change: updated(["groups"]),
      events: [{ kind: "account.updated", ...about, claims: {} }],
    },
    "that a verified address changed, once with its claims": {
      change: updated(
        ["verified_email", "claims.email"],
        { profile: { email: "a@x.example" }, verified_email: "a@x.example" },
        { profile: { email: "b@x.example" }, verified_email: "b@x.example" },
      ),
      events: [
        { kind: "account.updated", ...about, claims: { email: "b@x.example" } },
        {
          kind: "account.email_changed",
          ...about,
          email_before: "a@x.example",
          email: "b@x.example",
          claims: {},
        },
      ],
    },
    "that an address was verified, which changes a claim": {
      change: updated(
        ["verified_email"],
        { profile: { email: "a@x.example" } },
        { profile: { email: "a@x.example" }, verified_email: "a@x.example" },
      ),
      events: [
        {
          kind: "account.email_changed",
          ...about,
          email_before: null,
          email: "a@x.example",
          claims: { email_verified: true },
        },
      ],
    },
    "that a password was set, after the sessions that it ended": {
      change: {
        action: "password_set",
        object,
        after: { state: "active", changed: ["password"] },
        facts: { username: "alice", ended_sessions: ["one", "two"] },
      },
      events: [
        { kind: "session.revoked", subject: "a-subject", session_id: "one" },
        { kind: "session.revoked", subject: "a-subject", session_id: "two" },
        { kind: "account.password_changed", ...about },
      ],
    },
    "that an account was disabled": {
      change: ofState("active", "disabled"),
      events: [{ kind: "account.disabled", ...about }],
    },
    "that an account was enabled, and needs a new password": {
      change: ofState("disabled", "must_change_password"),
      events: [
        { kind: "account.enabled", ...about },
        { kind: "account.password_change_required", ...about },
      ],
    },
    "that an account is disabled when its deletion starts": {
      change: { ...ofState("active", "disabled"), action: "deletion_started" },
      events: [{ kind: "account.disabled", ...about }],
    },
    "none of an account that was disabled before its deletion": {
      change: { ...updated([]), action: "deletion_started" },
      events: [],
    },
    "that an account was deleted": {
      change: { action: "deleted", object, facts: { username: "alice" } },
      events: [{ kind: "account.deleted", ...about }],
    },
    "that a factor was added": {
      change: { action: "factor_added", object, facts: { factors: [passkey] } },
      events: [{ kind: "account.factor_added", subject: "a-subject", factor: passkey }],
    },
    "each factor that was removed": {
      change: { action: "factors_removed", object, facts: { factors: [passkey, app] } },
      events: [
        { kind: "account.factor_removed", subject: "a-subject", factor: passkey },
        { kind: "account.factor_removed", subject: "a-subject", factor: app },
      ],
    },
    "that a user signed out": {
      change: { action: "signed_out", object, facts: { ended_sessions: ["one"] } },
      events: [{ kind: "session.revoked", subject: "a-subject", session_id: "one" }],
    },
    "none of other actions": {
      change: { action: "recovery_codes_replaced", object },
      events: [],
    },
    "none of an action by the name of a property of every object": {
      change: { action: "toString", object },
      events: [],
    },
    "none of other objects": {
      change: { action: "created", object: { type: "client", id: "photos" } },
      events: [],
    },
  };
  for (const [title, { change, events }] of Object.entries(table))
    it(title, () => assert.deepEqual(eventsOf(change), events));
});
