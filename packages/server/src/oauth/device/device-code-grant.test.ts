import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { authenticated } from "../client/authentication.ts";
import type { DeviceAuthorization } from "./device-authorization.ts";
import {
  decideDeviceCode,
  describeDeviceCodeRejection,
  type DeviceCodeFacts,
  type DeviceCodeRejection,
  keepPace,
} from "./device-code-grant.ts";
import { exampleClient } from "../example-client.ts";
import { exampleGrant, exampleGrantToken } from "../example-grant.ts";

const client = authenticated(
  exampleClient({ grant_types: ["refresh_token"] }),
  "client_secret_basic",
);
const token = exampleGrantToken({ expires_at: 1_600 });
const device: DeviceAuthorization = {
  device_id: "grant-of-alice",
  client_id: "photos",
  client_key: 0,
  scope: ["openid"],
  audience: [],
  state: "accepted",
  challenge_id: "browser",
  requested_at: 1_000,
  expires_at: 1_600,
  poll_interval: 5,
  polled_at_ms: 1_090_000,
  authorization_details: undefined,
};
const pending: DeviceCodeFacts = {
  client,
  resource: [],
  device,
  too_fast: false,
  denied: false,
  grant: undefined,
  now: 1_100,
};

/** What is known, and the error that the device gets. */
const cases: [string, Partial<DeviceCodeFacts>, DeviceCodeRejection["reason"], string][] = [
  ["nothing happened", {}, "device_pending", "authorization_pending"],
  ["nothing happened, too early", { too_fast: true }, "device_polls_too_fast", "slow_down"],
  ["no such request", { device: undefined }, "device_code_unknown", "invalid_grant"],
  ["expired", { now: 1_600 }, "device_code_expired", "expired_token"],
  ["expired and swept", { now: 1_600, device: undefined }, "device_code_expired", "expired_token"],
  [
    "expired after consent",
    { now: 1_600, grant: exampleGrant() },
    "device_code_expired",
    "expired_token",
  ],
  [
    "user code rejected",
    { device: { ...device, state: "rejected" } },
    "device_denied",
    "access_denied",
  ],
  ["denied, asked too early", { denied: true, too_fast: true }, "device_denied", "access_denied"],
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

describe("RFC 8628 §3.5: what a device gets", () => {
  for (const [situation, facts, reason, error] of cases) {
    it(`${situation} → ${error}`, () => {
      const decision = decideDeviceCode(token, { ...pending, ...facts });
      assert.ok(decision.kind === "reject");
      assert.equal(decision.rejection.reason, reason);
      assert.equal(describeDeviceCodeRejection(decision.rejection).error, error);
    });
  }

  it("consent → tokens, with those that its scope allows, however early it asks", () => {
    const grant = exampleGrant({ scope: ["openid", "offline"] });
    assert.deepEqual(decideDeviceCode(token, { ...pending, grant, too_fast: true }), {
      kind: "redeem",
      grant,
      issue: { refresh_token: true, id_token: true },
      extent: {},
    });
    const bare = exampleGrant({ scope: [] });
    const decision = decideDeviceCode(token, { ...pending, grant: bare });
    assert.deepEqual(decision.kind === "redeem" && decision.issue, {
      refresh_token: false,
      id_token: false,
    });
  });
});

/** The interval, when it last asked, when it asks now; the next interval, and whether it was too early. */
const paces: [number, number | undefined, number, number, boolean][] = [
  [5, undefined, 1_000, 5, false],
  [5, 100_000, 105_000, 5, false],
  [5, 100_000, 104_000, 5, false],
  [5, 100_000, 103_999, 10, true],
  [10, 100_000, 105_000, 15, true],
  [298, 100_000, 100_001, 300, true],
  [300, 100_000, 100_001, 300, true],
];

describe("RFC 8628 §3.5: the pace of a device", () => {
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
