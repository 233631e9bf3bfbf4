import assert from "node:assert/strict";
import { it } from "node:test";
import { generateWebhookSecret, webhookHeaders } from "./webhook-signature.ts";

const message = {
  id: "msg_loFOjxBNrRLzqYUf",
  timestamp: 1_731_705_121,
  body: '{"event_type":"ping","data":{"success":true}}',
};
const SECRET = "whsec_plJ3nmyCDGBKInavdOK15jsl";

it("signs as the example of Standard Webhooks", () => {
  assert.deepEqual(webhookHeaders(message, [SECRET]), {
    "webhook-id": "msg_loFOjxBNrRLzqYUf",
    "webhook-timestamp": "1731705121",
    "webhook-signature": "v1,rAvfW3dJ/X/qxhsaXPOyyCGmRKsaKWcsNccKXlIktD0=",
  });
});

it("has one signature for each secret", () => {
  const other = generateWebhookSecret();
  const both = webhookHeaders(message, [other, SECRET])["webhook-signature"]?.split(" ");
  assert.equal(both?.length, 2);
  assert.equal(both?.[1], webhookHeaders(message, [SECRET])["webhook-signature"]);
  assert.equal(both?.[0], webhookHeaders(message, [other])["webhook-signature"]);
});

for (const [part, change] of [
  ["id", { id: "msg_other" }],
  ["time", { timestamp: 1_731_705_122 }],
  ["body", { body: "{}" }],
] as const) {
  it(`covers the ${part}`, () => {
    const [one, other] = [message, { ...message, ...change }].map(
      (signed) => webhookHeaders(signed, [SECRET])["webhook-signature"],
    );
    assert.notEqual(one, other);
  });
}

it("generates secrets of 32 random bytes", () => {
  const [one, other] = [generateWebhookSecret(), generateWebhookSecret()];
  assert.match(one, /^whsec_[A-Za-z0-9+/]{43}=$/);
  assert.notEqual(one, other);
});
