/** Webhooks that the server sends, verified as Standard Webhooks describes. */

/** A webhook as it was received. */
export interface ReceivedWebhook {
  /** The body exactly as received: parsing and serializing it again would change what was signed. */
  readonly body: string;
  /** The headers, of `fetch` or of Node. */
  readonly headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>;
}

/** How webhooks are verified. */
export interface WebhookOptions {
  /** `whsec_…`, or several during a rotation. */
  readonly secret: string | readonly string[];
  /** How far the time of the webhook may be from now, in seconds; five minutes by default. */
  readonly toleranceSeconds?: number;
  /** Milliseconds since the epoch. */
  readonly now?: () => number;
}

/** A verified webhook. */
export interface WebhookEvent {
  /** The same in every attempt: ignore a webhook whose ID you have seen. */
  readonly id: string;
  /** For example `installation.created`. */
  readonly type: string;
  /** When it happened, in RFC 3339. */
  readonly timestamp: string;
  /** The installation or the integration after the event. */
  readonly data: Readonly<Record<string, unknown>>;
}

/** Why a webhook was not accepted. */
export type WebhookProblem =
  | "headers_missing"
  | "timestamp_out_of_tolerance"
  | "signature_mismatch"
  | "body_malformed";

/** A webhook that must not be processed: respond 400. */
export class WebhookVerificationError extends Error {
  override readonly name = "WebhookVerificationError";
  /** Why it was not accepted. */
  readonly code: WebhookProblem;

  constructor(code: WebhookProblem) {
    super(code);
    this.code = code;
  }
}

/**
 * Verifies signature and time of a webhook and returns its content. Throws a `WebhookVerificationError`.
 *
 * @example
 * ```ts
 * import { verifyWebhook, WebhookVerificationError } from "@latchkey/workspace-client";
 *
 * export async function receive(request: Request): Promise<Response> {
 *   try {
 *     const body = await request.text();
 *     const event = await verifyWebhook(
 *       { body, headers: request.headers },
 *       { secret: WEBHOOK_SECRET },
 *     );
 *     console.log(event.id, event.type, event.data);
 *     return new Response(null, { status: 204 });
 *   } catch (error) {
 *     if (!(error instanceof WebhookVerificationError)) throw error;
 *     return new Response(error.code, { status: 400 });
 *   }
 * }
 * ```
 */
export async function verifyWebhook(
  { body, headers }: ReceivedWebhook,
  { secret, toleranceSeconds = 300, now = Date.now }: WebhookOptions,
): Promise<WebhookEvent> {
  const [id, timestamp, signatures] = ["id", "timestamp", "signature"].map((name) =>
    headerOf(headers, `webhook-${name}`),
  );
  if (!id || !timestamp || !signatures) throw new WebhookVerificationError("headers_missing");
  const age = /^\d{1,12}$/.test(timestamp) ? now() / 1000 - Number(timestamp) : Infinity;
  if (Math.abs(age) > toleranceSeconds)
    throw new WebhookVerificationError("timestamp_out_of_tolerance");
  const signed = new TextEncoder().encode(`${id}.${timestamp}.${body}`);
  const secrets = typeof secret === "string" ? [secret] : secret;
  const checks = secrets.flatMap((one) =>
    signaturesIn(signatures).map((signature) => isSignature(signature, signed, one)),
  );
  if (!(await Promise.all(checks)).includes(true))
    throw new WebhookVerificationError("signature_mismatch");
  return { id, ...parse(body) };
}

function headerOf(headers: ReceivedWebhook["headers"], name: string): string | undefined {
  if (headers instanceof Headers) return headers.get(name) ?? undefined;
  const found = Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
  return typeof found === "string" ? found : found?.[0];
}

/** More than a rotation needs, and few enough that a forged header costs little. */
const MAX_SIGNATURES = 8;

/** Signatures of other versions than `v1` are ignored. */
function signaturesIn(header: string): Uint8Array<ArrayBuffer>[] {
  return header
    .split(" ", MAX_SIGNATURES)
    .filter((one) => one.startsWith("v1,"))
    .flatMap((one) => decode(one.slice(3)) ?? []);
}

async function isSignature(
  signature: Uint8Array<ArrayBuffer>,
  signed: Uint8Array<ArrayBuffer>,
  secret: string,
): Promise<boolean> {
  const key = decode(secret.replace(/^whsec_/, ""));
  if (key === undefined || key.length === 0)
    throw new TypeError("The webhook secret is malformed.");
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const { subtle } = globalThis.crypto;
  const imported = await subtle.importKey("raw", key, algorithm, false, ["verify"]);
  return subtle.verify("HMAC", imported, signature, signed); // In constant time.
}

function decode(base64: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}

function parse(body: string): Omit<WebhookEvent, "id"> {
  const { type, timestamp, data } = record(parseJson(body));
  if (typeof type !== "string" || typeof timestamp !== "string")
    throw new WebhookVerificationError("body_malformed");
  return { type, timestamp, data: record(data) };
}

function parseJson(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    throw new WebhookVerificationError("body_malformed");
  }
}

function record(value: unknown): Readonly<Record<string, unknown>> {
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw new WebhookVerificationError("body_malformed");
  return { ...value };
}
