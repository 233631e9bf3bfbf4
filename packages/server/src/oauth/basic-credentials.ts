/** RFC 6749 §2.3.1, RFC 7617: a client's id and secret in the Authorization header. Nothing here is believed yet. */

import { decodeFormText } from "./form-text.ts";
import { err, ok, type Result } from "./result.ts";

/** What Basic says. */
export interface BasicCredentials {
  readonly method: "client_secret_basic";
  readonly client_id: string;
  readonly client_secret: string;
}

/** What cannot be read. */
export interface BasicRejection {
  readonly reason: "authorization_malformed";
}

const BASIC = /^basic +(.*)$/i; // RFC 7617 §2
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;

/** Reads the header. Undefined where there is none, or one of another scheme: that is not ours. */
export function readBasic(
  authorization: string | undefined,
): Result<BasicCredentials, BasicRejection> | undefined {
  const encoded = authorization === undefined ? undefined : BASIC.exec(authorization)?.[1];
  if (encoded === undefined) return undefined;
  if (!BASE64.test(encoded)) return malformed;
  const pair = Buffer.from(encoded, "base64").toString();
  const colon = pair.indexOf(":");
  if (colon < 1) return malformed;

  const client_id = decodeFormText(pair.slice(0, colon)); // §2.3.1: both halves are form-encoded before they are joined.
  const client_secret = decodeFormText(pair.slice(colon + 1));
  if (client_id === undefined || client_secret === undefined) return malformed;
  return ok({ method: "client_secret_basic", client_id, client_secret });
}

const malformed = err<BasicRejection>({ reason: "authorization_malformed" });
