import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { exampleClient } from "../../../oauth/example-client.ts";
import { exampleForm } from "../../../oauth/example-form.ts";
import {
  type BackchannelOptions,
  isBindingMessage,
  parseBackchannelRequest,
} from "./parse-request.ts";

const options: BackchannelOptions = {
  scope_strategy: "exact",
  apis: new Map(),
  open_apis: true,
  acr_values_required: false,
};
const polling = exampleClient({ scope: ["openid", "offline"] });
const pinged = { ...polling, backchannel_token_delivery_mode: "ping" } as const;
const request = { scope: "openid", login_hint: "alice" };
const token = "8d67dc78-7faa-4d41-aabd-67707b374255";

type Form = Readonly<Record<string, string | readonly string[]>>;

/** What differs from a valid request, and the error. */
const refusals: [string, Form, string, string][] = [
  ["no scope", { scope: "" }, "invalid_scope", "backchannel_openid_missing"],
  ["a scope without openid", { scope: "offline" }, "invalid_scope", "backchannel_openid_missing"],
  ["a scope that it may not have", { scope: "openid bank" }, "invalid_scope", "scope_not_allowed"],
  ["no hint", { login_hint: "" }, "invalid_request", "backchannel_hint_missing"],
  ["two hints", { id_token_hint: "e.y.J" }, "invalid_request", "backchannel_hints_several"],
  [
    "a long login_hint",
    { login_hint: "a".repeat(256) },
    "invalid_request",
    "backchannel_login_hint_malformed",
  ],
  [
    "a login_hint of two lines",
    { login_hint: "a\nb" },
    "invalid_request",
    "backchannel_login_hint_malformed",
  ],
  [
    "a login_hint_token",
    { login_hint: "", login_hint_token: "e.y.J" },
    "invalid_request",
    "backchannel_login_hint_token_sent",
  ],
  ["a signed request", { request: "e.y.J" }, "invalid_request", "backchannel_request_sent"],
  ["a request_uri", { request_uri: "urn:r" }, "invalid_request", "backchannel_request_uri_sent"],
  ["a user_code", { user_code: "1234" }, "invalid_request", "backchannel_user_code_sent"],
  [
    "a long binding_message",
    { binding_message: "a".repeat(65) },
    "invalid_binding_message",
    "backchannel_binding_message_malformed",
  ],
  [
    "an expiry of 0",
    { requested_expiry: "0" },
    "invalid_request",
    "backchannel_requested_expiry_malformed",
  ],
  [
    "a negative expiry",
    { requested_expiry: "-1" },
    "invalid_request",
    "backchannel_requested_expiry_malformed",
  ],
  [
    "an expiry with a fraction",
    { requested_expiry: "1.5" },
    "invalid_request",
    "backchannel_requested_expiry_malformed",
  ],
  [
    "an expiry of many digits",
    { requested_expiry: "9".repeat(400) },
    "invalid_request",
    "backchannel_requested_expiry_malformed",
  ],
];

describe("OpenID CIBA Core §7.1: backchannel authentication requests", () => {
  for (const [reason, form, error, expected] of refusals) {
    it(`refuses ${reason}`, () => {
      const parsed = parseBackchannelRequest(
        exampleForm({ ...request, ...form }),
        polling,
        options,
      );
      assert.ok(!parsed.ok);
      assert.deepEqual([parsed.error.error, parsed.error.reason], [error, expected]);
    });
  }

  it("refuses a parameter that was sent twice", () => {
    const form = exampleForm({ ...request, binding_message: ["one", "two"] });
    const parsed = parseBackchannelRequest(form, polling, options);
    assert.ok(!parsed.ok);
    assert.match(parsed.error.error_description, /binding_message only once/);
  });

  it("reads what the client asks for", () => {
    const form = exampleForm({
      scope: "openid offline",
      login_hint: "alice@example.com",
      binding_message: "Überweisung 4711 ✓",
      acr_values: "2 1",
      ui_locales: "de en",
      requested_expiry: "60",
      client_notification_token: "not used, as the client polls",
    });
    assert.deepEqual(parseBackchannelRequest(form, polling, options), {
      ok: true,
      value: {
        hint: { kind: "login_hint", login_hint: "alice@example.com" },
        requested_expiry: 60,
        asked: {
          scope: ["openid", "offline"],
          audience: [],
          acr_values: ["2", "1"],
          login_hint: "alice@example.com",
          binding_message: "Überweisung 4711 ✓",
          ui_locales: ["de", "en"],
        },
      },
    });
  });
});

/** A client_notification_token, and whether a client that is notified may send it. */
const tokens: [string, string, string | undefined][] = [
  ["none", "", "backchannel_notification_token_missing"],
  ["a short one", "0123456789abcdef0123", "backchannel_notification_token_malformed"],
  ["the shortest that can have 128 bits", "0123456789-._~+/abcd=", undefined],
  ["a long one", "a".repeat(1025), "backchannel_notification_token_malformed"],
  ["one with spaces", `${token} ${token}`, "backchannel_notification_token_malformed"],
  ["one with a line end", `${token}\r\nX: y`, "backchannel_notification_token_malformed"],
  ["a UUID", token, undefined],
  ["the longest", "a".repeat(1024), undefined],
  ["base64", "c2VjcmV0IHNlY3JldCBzZWNyZXQ=", undefined],
];

describe("OpenID CIBA Core §7.1: the client_notification_token", () => {
  for (const [what, client_notification_token, reason] of tokens) {
    it(`${what} → ${reason ?? "accepted"}`, () => {
      const form = exampleForm({ ...request, client_notification_token });
      const parsed = parseBackchannelRequest(form, pinged, options);
      assert.equal(parsed.ok ? undefined : parsed.error.reason, reason);
      if (parsed.ok)
        assert.equal(parsed.value.asked.client_notification_token, client_notification_token);
    });
  }
});

/** A text, and whether it can be a binding message. */
const messages: [string, boolean][] = [
  ["W4SCT", true],
  ['Pay 5 € to <b>Bob</b> & "Co"', true],
  ["支払い 4711", true],
  ["a".repeat(64), true],
  ["", false],
  ["a".repeat(65), false],
  ["two\nlines", false],
  ["tab\there", false],
  ["nul\0", false],
  ["right-to-left \u202e override", false],
  ["zero\u200bwidth", false],
  ["no\u00a0break", false],
  ["half a pair \ud83d", false],
  [" ", false],
  ["\u2800\u2800", false],
  ["\u3164", false],
  ["\u115f\u1160", false],
  ["Pay a\u0301", true],
  [`Pay${"\u0301".repeat(60)}`, false],
];

describe("OpenID CIBA Core §7.1: the binding_message is short plain text", () => {
  for (const [text, isFit] of messages)
    it(`${JSON.stringify(text)} → ${isFit}`, () => assert.equal(isBindingMessage(text), isFit));
});
