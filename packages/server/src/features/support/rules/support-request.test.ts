import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { NamingActor } from "../../../oauth/named-subject.ts";
import type { SupportRejection } from "./support-rejection.ts";
import { decideSupportRequest, type SupportFacts, verifySupport } from "./support-request.ts";

type Reason = SupportRejection["reason"];

const grant = { grant_id: "g", subject_key: 1, client_epoch: 0 };
const dana: NamingActor = {
  kind: "access_token",
  subject: "dana",
  client_id: "desk",
  sources: [grant],
};

const requests: Readonly<
  Record<
    string,
    {
      readonly support_access?: boolean;
      readonly subject?: string;
      readonly reasons?: readonly string[];
      readonly actor?: Partial<NamingActor>;
      readonly without_actor?: true;
      readonly reason?: Reason;
    }
  >
> = {
  "all that it takes": {},
  "a reason with spaces around it": { reasons: [" Ticket 1 "] },
  "a reason of 200 characters": { reasons: ["𠮷".repeat(200)] },
  "no right of the client": { support_access: false, reason: "support_client_not_allowed" },
  "no right of the client, and nothing else": {
    support_access: false,
    reasons: [],
    without_actor: true,
    reason: "support_client_not_allowed",
  },
  "no reason": { reasons: [], reason: "support_reason_missing" },
  "a reason of spaces": { reasons: ["  "], reason: "support_reason_missing" },
  "two reasons": { reasons: ["a", "b"], reason: "support_reason_missing" },
  "a reason of 201 characters": {
    reasons: ["a".repeat(201)],
    reason: "support_reason_invalid",
  },
  "a reason with a NUL": { reasons: ["a\0b"], reason: "support_reason_invalid" },
  "a reason with a line separator": { reasons: ["a\u2028b"], reason: "support_reason_invalid" },
  "a reason that changes its direction": {
    reasons: ["a\u2067b"],
    reason: "support_reason_invalid",
  },
  "no actor": { without_actor: true, reason: "support_actor_missing" },
  "an ID token": { actor: { kind: "id_token" }, reason: "support_actor_not_signed_in" },
  "a token of another issuer": {
    actor: { kind: "foreign", client_id: undefined },
    reason: "support_actor_not_signed_in",
  },
  "another client's token": {
    actor: { client_id: "other" },
    reason: "support_actor_not_signed_in",
  },
  "a token that names an actor": {
    actor: { act: { sub: "eve" } },
    reason: "support_actor_not_signed_in",
  },
  "a token of no grant": {
    actor: { sources: [{ signature: new Uint8Array(1) }] },
    reason: "support_actor_not_signed_in",
  },
  "a token that was exchanged for one of a grant": {
    actor: { sources: [grant, { signature: new Uint8Array(1) }] },
    reason: "support_actor_not_signed_in",
  },
  "a token without sources": {
    actor: { sources: [] },
    reason: "support_actor_not_signed_in",
  },
  "the actor as the subject": { subject: "dana", reason: "support_actor_is_subject" },
  "a subject of 256 characters": {
    subject: "a".repeat(256),
    reason: "support_subject_unknown",
  },
  "a subject with a line break": { subject: "a\nb", reason: "support_subject_unknown" },
};

describe("a request to act for a user", () => {
  for (const [what, given] of Object.entries(requests)) {
    it(`${given.reason === undefined ? "is valid" : "is refused"} with ${what}`, () => {
      const { support_access = true, subject = "alice", reasons = ["Ticket 1"] } = given;
      const actor = given.without_actor ? undefined : { ...dana, ...given.actor };
      const client = { client_id: "desk", support_access };
      const decided = decideSupportRequest({ subject, reasons, actor }, client);
      assert.equal(decided.ok ? undefined : decided.error.reason, given.reason);
      if (decided.ok)
        assert.deepEqual(decided.value, { actor: "dana", reason: reasons[0]?.trim() });
    });
  }
});

const right = { name: "Dana", acts_for_users: true };
const facts: SupportFacts = {
  subject: "alice",
  client: { support_access: true },
  actor_role: right,
  subject_role: undefined,
  is_actor_active: true,
  is_subject_active: true,
};

const cases: readonly [what: string, facts: Partial<SupportFacts>, reason: Reason | undefined][] = [
  ["all that it takes", {}, undefined],
  ["no client any more", { client: undefined }, "support_client_not_allowed"],
  [
    "a client without the right",
    { client: { support_access: false } },
    "support_client_not_allowed",
  ],
  ["an actor without a role", { actor_role: undefined }, "support_actor_without_right"],
  [
    "an actor without the right",
    { actor_role: { name: "Dana", acts_for_users: false } },
    "support_actor_without_right",
  ],
  ["an actor who is disabled", { is_actor_active: false }, "support_actor_inactive"],
  ["a subject who is disabled", { is_subject_active: false }, "support_subject_unknown"],
  [
    "a subject with a role",
    { subject_role: { name: "Oscar", acts_for_users: false } },
    "support_subject_has_role",
  ],
];

describe("acting for a user", () => {
  for (const [what, given, reason] of cases) {
    it(`${reason === undefined ? "is allowed" : "is refused"} with ${what}`, () => {
      const verified = verifySupport({ ...facts, ...given });
      assert.equal(verified.ok ? undefined : verified.error.reason, reason);
    });
  }
});
