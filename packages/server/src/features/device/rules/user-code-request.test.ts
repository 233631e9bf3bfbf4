import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { DeviceAuthorization } from "./device-authorization.ts";
import { exampleFlow, unknownUser } from "../../../interaction/example-flow.ts";
import type { Flow } from "../../../interaction/flow.ts";
import { isDenied, mayAnswer, useUserCode } from "./user-code-request.ts";

const device: DeviceAuthorization = {
  device_id: "AAAAAAAAAAAAAAAAAAAAAA",
  client_id: "photos",
  client_key: 1,
  scope: [],
  audience: [],
  state: "waiting",
  challenge_id: undefined,
  requested_at: 1_000,
  expires_at: 1_600,
  poll_interval: 5,
  polled_at_ms: undefined,
  authorization_details: undefined,
  authentication: undefined,
};

/** The state of a device and who answered; the answer now; whether it may be given by the browser `mine`. */
const answers: [
  DeviceAuthorization["state"],
  string | undefined,
  "accepted" | "rejected",
  boolean,
][] = [
  ["waiting", undefined, "accepted", true],
  ["waiting", undefined, "rejected", true],
  ["accepted", "mine", "accepted", true],
  ["accepted", "mine", "rejected", false],
  ["accepted", "another", "accepted", false],
  ["rejected", "mine", "rejected", true],
  ["rejected", "mine", "accepted", false],
  ["rejected", "another", "rejected", false],
];

describe("RFC 8628 §3.3: who may answer for a device", () => {
  for (const [state, challenge_id, answer, may] of answers) {
    it(`${state} by ${challenge_id}: ${answer} → ${may}`, () => {
      assert.equal(mayAnswer({ ...device, state, challenge_id }, answer, "mine"), may);
    });
  }
});

const refusal = { error: "access_denied", error_description: "" };
const flow = exampleFlow({ purpose: { kind: "device", expires_at: 1_600 } });
const facts = { bound: true, now: 1_100, ttl: 600 };
const refusedLogin: Flow = {
  ...flow,
  login: { ...unknownUser, state: "used", answer: undefined, refusal },
};
const granted: Flow = { ...flow, consent: { skip: false, state: "used" } };
const refusedConsent: Flow = { ...flow, consent: { skip: false, state: "used", refusal } };

/** Whether the browser may go on to login, by the error. */
const returns: [string, Parameters<typeof useUserCode>, string | undefined][] = [
  ["in time", [device, flow, facts], undefined],
  ["again", [device, { ...flow, consent: { skip: false, state: "waiting" } }, facts], undefined],
  ["another browser", [device, flow, { ...facts, bound: false }], "request_forbidden"],
  ["too late", [device, flow, { ...facts, now: 1_600 }], "request_unauthorized"],
  ["swept", [undefined, flow, facts], "request_unauthorized"],
  ["granted", [device, granted, facts], "invalid_request"],
  ["denied", [device, refusedLogin, facts], "invalid_request"],
];

describe("a browser that returns with a device_verifier", () => {
  for (const [situation, given, error] of returns) {
    it(`${situation} → ${error ?? "login"}`, () => {
      const use = useUserCode(...given);
      assert.equal(use.ok ? undefined : use.error.error, error);
    });
  }

  it("a refusal at login or consent denies the device, and nothing else does", () => {
    assert.deepEqual([flow, granted, refusedLogin, refusedConsent].map(isDenied), [
      false,
      false,
      true,
      true,
    ]);
  });
});
