import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { authenticated } from "./client/authentication.ts";
import { deviceCodeRejections } from "../features/device/rules/device-authorization.ts";
import { exampleClient } from "./example-client.ts";
import { exampleGrant, exampleGrantToken } from "./example-grant.ts";
import type { Grant } from "./grant.ts";
import { keepPace } from "./polling-pace.ts";
import { describeRejection } from "./rejection.ts";
import { decidePolled, type PolledFacts } from "./polled-grant.ts";

const client = authenticated(
  exampleClient({ grant_types: ["refresh_token"] }),
  "client_secret_basic",
);
const token = exampleGrantToken({ expires_at: 1_600 });
const pending: PolledFacts = {
  client,
  resource: [],
  request: { poll_interval: 5 },
  too_fast: false,
  denied: false,
  consent_revoked: false,
  grant: undefined,
  now: 1_100,
};

/** What is known, and the error that the device gets. */
const cases: [string, Partial<PolledFacts>, string, string][] = [
  ["nothing happened", {}, "device_pending", "authorization_pending"],
  ["nothing happened, too early", { too_fast: true }, "device_polls_too_fast", "slow_down"],
  ["no such request", { request: undefined }, "device_code_unknown", "invalid_grant"],
  ["expired", { now: 1_600 }, "device_code_expired", "expired_token"],
  ["expired and swept", { now: 1_600, request: undefined }, "device_code_expired", "expired_token"],
  [
    "expired after consent",
    { now: 1_600, grant: exampleGrant() },
    "device_code_expired",
    "expired_token",
  ],
  ["denied", { denied: true }, "device_denied", "access_denied"],
  ["denied, asked too early", { denied: true, too_fast: true }, "device_denied", "access_denied"],
  [
    "a scope was withdrawn",
    { withdrawn: { reason: "scope_not_allowed", scope: "openid" } },
    "scope_not_allowed",
    "invalid_scope",
  ],
  [
    "a scope was withdrawn, too early",
    { too_fast: true, withdrawn: { reason: "scope_not_allowed", scope: "openid" } },
    "scope_not_allowed",
    "invalid_scope",
  ],
  [
    "an API was withdrawn",
    { withdrawn: { reason: "audience_not_allowed", audience: "urn:a" } },
    "audience_not_allowed",
    "invalid_request",
  ],
  [
    "a type of details was withdrawn",
    { withdrawn: { reason: "details_type_not_allowed", type: "album" } },
    "details_type_not_allowed",
    "invalid_authorization_details",
  ],
  ["consent revoked", { consent_revoked: true }, "grant_revoked", "access_denied"],
  [
    "consent revoked, too early",
    { consent_revoked: true, too_fast: true },
    "grant_revoked",
    "access_denied",
  ],
  [
    "redeemed before",
    { grant: exampleGrant({ generation: 1 }) },
    "device_code_used",
    "invalid_grant",
  ],
  [
    "for a resource that was not granted",
    { grant: exampleGrant({ audience: ["urn:a"] }), resource: ["urn:b"] },
    "resource_not_granted",
    "invalid_target",
  ],
  ["revoked", { grant: exampleGrant({ revoked_at: 1_050 }) }, "grant_revoked", "invalid_grant"],
  [
    "a grant of a deleted client",
    { grant: exampleGrant({ client_key: 9 }) },
    "device_code_unknown",
    "invalid_grant",
  ],
];

describe("RFC 8628 §3.5: what a client gets that polls", () => {
  for (const [situation, facts, reason, error] of cases) {
    it(`${situation} → ${error}`, () => {
      const decision = decidePolled(token, { ...pending, ...facts });
      assert.ok(decision.kind === "reject");
      const described = describeRejection(deviceCodeRejections, decision.rejection);
      assert.equal(described.reason, reason);
      assert.equal(described.error, error);
    });
  }

  it("consent → tokens, with those that its scope allows, however early it asks", () => {
    const grant = exampleGrant({ scope: ["openid", "offline"] });
    assert.deepEqual(decidePolled(token, { ...pending, grant, too_fast: true }), {
      kind: "redeem",
      grant,
      issue: { refresh_token: true, id_token: true },
      extent: {},
    });
    const bare = exampleGrant({ scope: [] });
    const decision = decidePolled(token, { ...pending, grant: bare });
    assert.deepEqual(decision.kind === "redeem" && decision.issue, {
      refresh_token: false,
      id_token: false,
    });
  });
});

describe("RFC 9470 §5, RFC 9396 §6: a grant that does not meet the request", () => {
  const payment = { type: "payment", amount: 5 };
  const details = { authorization_details: [payment] };
  const narrowing = (amount: number) => ({
    requested: [{ ...payment, amount }],
    types: new Map<string, never>(),
  });
  const requirements: [string, Partial<Grant["session"]>, Partial<PolledFacts>, string][] = [
    ["the level", { acr: "gold", required_acr: ["gold"] }, {}, "redeem"],
    ["another level", { acr: "bronze", required_acr: ["gold"] }, {}, "acr_unmet"],
    ["an old login", { auth_time: 939, requested_at: 1_000, max_age: 60 }, {}, "login_too_old"],
    ["what was granted", { details }, { narrowing: narrowing(5) }, "redeem"],
    ["other details", { details }, { narrowing: narrowing(6) }, "details_not_granted"],
  ];
  for (const [title, session, facts, expected] of requirements) {
    it(`${title}: ${expected}`, () => {
      const grant = exampleGrant({ session });
      const decision = decidePolled(token, { ...pending, ...facts, grant });
      const outcome = decision.kind === "reject" ? decision.rejection.reason : decision.kind;
      assert.equal(outcome, expected);
    });
  }
});

/** The interval, when it last asked, when it asks now; the next interval, and whether it was too early. */
const paces: [number, number | undefined, number, number, boolean][] = [
  [5, undefined, 1_000, 5, false],
  [5, 100_000, 105_000, 5, false],
  [5, 100_000, 104_000, 5, false],
  [5, 100_000, 103_999, 10, true],
  [1, 100_000, 100_000, 6, true],
  [1, 100_000, 100_799, 6, true],
  [1, 100_000, 100_800, 1, false],
  [10, 100_000, 105_000, 15, true],
  [298, 100_000, 100_001, 300, true],
  [300, 100_000, 100_001, 300, true],
];

describe("RFC 8628 §3.5: the pace of a client", () => {
  for (const [poll_interval, polled_at_ms, now_ms, next, too_fast] of paces) {
    it(`every ${poll_interval} s, asked at ${polled_at_ms} and ${now_ms} → every ${next} s`, () => {
      assert.deepEqual(keepPace({ poll_interval, polled_at_ms }, now_ms), {
        poll_interval: next,
        polled_at_ms: now_ms,
        too_fast,
      });
    });
  }
});
