import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { describe, it } from "node:test";
import { verifyWebhook, type WebhookProblem, WebhookVerificationError } from "./webhook.ts";

const SECRET = `whsec_${Buffer.from("a secret of thirty-two bytes ....").toString("base64")}`;
const OTHER = `whsec_${Buffer.from("another secret").toString("base64")}`;
const NOW = 1_800_000_000;
const body = JSON.stringify({
  type: "installation.created",
  timestamp: "2027-01-15T08:00:00Z",
  data: { bot_id: "b" },
});

function sign(secret: string, id: string, time: number, signed: string): string {
  const key = Buffer.from(secret.slice(6), "base64");
  return `v1,${createHmac("sha256", key).update(`${id}.${time}.${signed}`).digest("base64")}`;
}

const headers = {
  "webhook-id": "msg_1",
  "webhook-timestamp": String(NOW),
  "webhook-signature": sign(SECRET, "msg_1", NOW, body),
};
const options = { secret: SECRET, now: () => NOW * 1000 };

describe("a webhook that is accepted", () => {
  const event = {
    id: "msg_1",
    type: "installation.created",
    timestamp: "2027-01-15T08:00:00Z",
    data: { bot_id: "b" },
  };
  const signature = headers["webhook-signature"];
  const table: [what: string, headers: Headers | Record<string, string>, secret?: string[]][] = [
    ["with headers of Node", headers],
    ["with headers of fetch", new Headers(headers)],
    [
      "during a rotation of the server",
      { ...headers, "webhook-signature": `${sign(OTHER, "msg_1", NOW, body)} ${signature}` },
    ],
    ["during a rotation of the receiver", headers, [OTHER, SECRET]],
    [
      "with a signature of another version",
      { ...headers, "webhook-signature": `v1a,x ${signature}` },
    ],
  ];
  for (const [what, given, secret = [SECRET]] of table) {
    it(what, async () => {
      assert.deepEqual(
        await verifyWebhook({ body, headers: given }, { ...options, secret }),
        event,
      );
    });
  }
});

describe("a webhook that is refused", () => {
  const late = String(NOW - 301);
  const table: [what: string, problem: WebhookProblem, headers: object, body?: string][] = [
    ["without an ID", "headers_missing", { ...headers, "webhook-id": undefined }],
    ["without a signature", "headers_missing", { ...headers, "webhook-signature": "" }],
    ["replayed later", "timestamp_out_of_tolerance", { ...headers, "webhook-timestamp": late }],
    [
      "from the future",
      "timestamp_out_of_tolerance",
      { ...headers, "webhook-timestamp": "9".repeat(12) },
    ],
    [
      "with a time that is none",
      "timestamp_out_of_tolerance",
      { ...headers, "webhook-timestamp": "now" },
    ],
    [
      "with another time",
      "signature_mismatch",
      { ...headers, "webhook-timestamp": String(NOW + 1) },
    ],
    ["with another ID", "signature_mismatch", { ...headers, "webhook-id": "msg_2" }],
    ["with another body", "signature_mismatch", headers, `${body} `],
    [
      "signed with another secret",
      "signature_mismatch",
      { ...headers, "webhook-signature": sign(OTHER, "msg_1", NOW, body) },
    ],
    ["signed with nonsense", "signature_mismatch", { ...headers, "webhook-signature": "v1,é v1," }],
    ...["[]", "no JSON", '{"type":1}'].map((signed): [string, WebhookProblem, object, string] => [
      `with the body ${signed}`,
      "body_malformed",
      { ...headers, "webhook-signature": sign(SECRET, "msg_1", NOW, signed) },
      signed,
    ]),
  ];
  for (const [what, problem, given, sent = body] of table) {
    it(what, async () => {
      await assert.rejects(
        verifyWebhook({ body: sent, headers: { ...given } }, options),
        (error) => error instanceof WebhookVerificationError && error.code === problem,
      );
    });
  }

  it("whatever is in the webhook, a secret that is none is an error of its own", async () => {
    await assert.rejects(verifyWebhook({ body, headers }, { ...options, secret: "" }), TypeError);
  });
});
