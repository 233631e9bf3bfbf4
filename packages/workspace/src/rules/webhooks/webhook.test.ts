import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { exampleIntegration } from "../example-workspace.ts";
import {
  hasNewestSecret,
  readWebhookOverlap,
  rotateWebhookSecrets,
  webhookAfter,
  withWebhookSecret,
} from "./webhook.ts";

const first = { secret: "whsec_first", expires_at: undefined };
const webhook = { url: "https://a.example/", secrets: [first] };

describe("a webhook_url", () => {
  it("that is set has no secret until one is generated", () => {
    assert.deepEqual(webhookAfter("https://a.example/", null)?.secrets, []);
    const made = withWebhookSecret(
      exampleIntegration({ webhook: { ...webhook, secrets: [] } }),
      "whsec_first",
    );
    assert.deepEqual(made.webhook, webhook);
  });
  it("that changes keeps its secrets", () => {
    const moved = webhookAfter("https://b.example/", webhook);
    assert.deepEqual(moved, { url: "https://b.example/", secrets: [first] });
    const integration = exampleIntegration({ webhook });
    assert.equal(withWebhookSecret(integration, "whsec_other"), integration);
  });
  it("that is removed loses them", () => {
    assert.equal(webhookAfter(undefined, webhook), null);
    assert.equal(webhookAfter(null, webhook), null);
    assert.equal(withWebhookSecret(exampleIntegration(), "whsec_other").webhook, null);
  });
});

describe("a rotation", () => {
  const times = { overlap: 60, now: 2_000 };
  it("keeps the previous secret for the overlap", () => {
    const rotated = rotateWebhookSecrets(exampleIntegration({ webhook }), "whsec_next", times);
    assert.deepEqual(rotated.webhook?.secrets, [
      { secret: "whsec_next", expires_at: undefined },
      { secret: "whsec_first", expires_at: 2_060 },
    ]);
    assert.ok(hasNewestSecret(rotated, "whsec_next") && !hasNewestSecret(rotated, "whsec_first"));
  });
  it("changes nothing where there is no webhook", () => {
    const without = exampleIntegration();
    assert.equal(rotateWebhookSecrets(without, "whsec_next", times), without);
  });
  it("reads an overlap of up to 30 days", () => {
    assert.deepEqual(readWebhookOverlap({}), { ok: true, value: 86_400 });
    assert.equal(readWebhookOverlap({ overlap: 31 * 86_400 }).ok, false);
    assert.equal(readWebhookOverlap({ lap: 1 }).ok, false);
  });
});
