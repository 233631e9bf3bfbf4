import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { BackchannelRequest } from "./authentication-request.ts";
import { parseBackchannelAnswer } from "./answer.ts";

const NOW = 1_000;
const request: BackchannelRequest = {
  request_id: "id",
  client_id: "bank",
  client_key: 0,
  addressee: "alice-1",
  state: "waiting",
  requested_at: NOW,
  valid_until: NOW + 300,
  expires_at: NOW + 300,
  poll_interval: 5,
  polled_at_ms: undefined,
  asked: {
    scope: ["openid", "profile"],
    audience: [],
    acr_values: ["gold"],
    required_acr: ["gold"],
    max_age: 60,
    subject: "alice-1",
    ui_locales: [],
  },
};
const accepted = { subject: "alice-1", acr: "gold", grant_scope: ["openid"] };
const parse = (body: unknown) =>
  parseBackchannelAnswer(body, request, {
    now: NOW,
    types: new Map(),
    grants_beyond_request: true,
  });

/** A body of the app, and the reason why it is not taken. */
const refusals: [string, unknown, string][] = [
  ["no object", [], "body_not_an_object"],
  ["no subject", { acr: "gold", grant_scope: ["openid"] }, "field_missing"],
  ["an empty subject", { ...accepted, subject: "" }, "subject_missing"],
  ["another user", { ...accepted, subject: "mallory-1" }, "backchannel_another_user"],
  ["no openid", { ...accepted, grant_scope: ["profile"] }, "backchannel_openid_not_granted"],
  ["no scope", { subject: "alice-1", acr: "gold" }, "field_missing"],
  ["another authentication level", { ...accepted, acr: "silver" }, "acr_unmet"],
  ["no authentication level", { subject: "alice-1", grant_scope: ["openid"] }, "acr_unmet"],
  [
    "a sign-in in the future",
    { ...accepted, auth_time: NOW + 1 },
    "backchannel_auth_time_in_future",
  ],
  ["an old sign-in", { ...accepted, auth_time: NOW - 61 }, "backchannel_login_too_old"],
  ["a field that there is not", { ...accepted, remember: true }, "field_unknown"],
];

describe("OpenID CIBA Core §8: the answer of the app that asks the user", () => {
  for (const [what, body, reason] of refusals) {
    it(`${what} → ${reason}`, () => {
      const answer = parse(body);
      assert.equal(answer.ok ? undefined : answer.error.reason, reason);
    });
  }

  it("says who authenticated, when and how, and what is granted", () => {
    const body = {
      ...accepted,
      amr: ["pwd"],
      auth_time: NOW - 60,
      session: { id_token: { a: 1 } },
    };
    assert.deepEqual(parse(body), {
      ok: true,
      value: {
        login: {
          subject: "alice-1",
          remember: false,
          remember_for: 0,
          acr: "gold",
          amr: ["pwd"],
          context: {},
          authenticated_at: NOW - 60,
        },
        consent: {
          grant_scope: ["openid"],
          grant_access_token_audience: [],
          access_token: {},
          id_token: { a: 1 },
          remember: false,
          remember_for: 0,
          handled_at: NOW,
        },
      },
    });
  });

  it("is of now unless it says otherwise", () => {
    const answer = parse(accepted);
    assert.equal(answer.ok && answer.value.login.authenticated_at, NOW);
  });
});
