import { createHmac, randomBytes } from "node:crypto";

/**
 * The signatures of webhooks, as Standard Webhooks defines them: HMAC-SHA256 over id, time and body, so that a receiver can
 * tell that this server sent them, and when.
 */

const PREFIX = "whsec_";
const SECRET_BYTES = 32;

/** A new secret: the prefix and 32 random bytes in base64. */
export function generateWebhookSecret(): string {
  return PREFIX + randomBytes(SECRET_BYTES).toString("base64");
}

/** A webhook to be signed. */
interface SignedMessage {
  readonly id: string;
  /** Unix seconds: when it is sent. */
  readonly timestamp: number;
  readonly body: string;
}

/** The headers of a webhook, with one signature for each secret: during a rotation a receiver may know either. */
export function webhookHeaders(
  { id, timestamp, body }: SignedMessage,
  secrets: readonly string[],
): Readonly<Record<string, string>> {
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(PREFIX.length), "base64");
    return `v1,${createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64")}`;
  });
  return {
    "webhook-id": id,
    "webhook-timestamp": String(timestamp),
    "webhook-signature": signatures.join(" "),
  };
}
