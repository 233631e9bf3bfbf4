/** RFC 7617: how an integration says who it is. Nothing here is believed yet. */

import { decodeFormText } from "../oauth/form-fields.ts";
import { err, ok, type Result } from "../oauth/result.ts";
import { refusals } from "./refusals.ts";
import type { WorkspaceError } from "./workspace-error.ts";

/** A pair that may prove who is calling. */
export interface BasicCredentials {
  readonly client_id: string;
  readonly client_secret: string;
}

/**
 * The pairs that a header may mean, to be tried in turn: as written, then form-decoded (RFC 6749 §2.3.1). Some clients
 * encode and some do not. Our ids and secrets hold neither `%` nor `+`, so no header means two integrations.
 */
export function readBasic(
  authorization: string | undefined,
): Result<readonly [BasicCredentials, ...BasicCredentials[]], WorkspaceError> {
  const encoded = BASIC.exec(authorization ?? "")?.[1];
  const pair = encoded === undefined ? undefined : decodeBase64(encoded);
  const colon = pair?.indexOf(":") ?? -1;
  if (pair === undefined || colon === -1) return err(refusals.credentials_missing);

  const [client_id, client_secret] = [pair.slice(0, colon), pair.slice(colon + 1)];
  if (!isHalf(client_id) || !isHalf(client_secret)) return err(refusals.credentials_missing);
  const written = { client_id, client_secret };
  const decoded = /[%+]/.test(pair) ? formDecoded(written) : undefined;
  return ok(decoded === undefined ? [written] : [written, decoded]);
}

const BASIC = /^basic +([A-Za-z0-9+/]+={0,2}) *$/i; // RFC 7617 §2

/** RFC 4648 §4, strictly: one text has one encoding, with its padding or without. */
function decodeBase64(encoded: string): string | undefined {
  const bytes = Buffer.from(encoded, "base64");
  const canonical = bytes.toString("base64");
  if (encoded !== canonical && encoded !== canonical.replace(/=+$/, "")) return undefined;
  try {
    return utf8.decode(bytes);
  } catch {
    return undefined;
  }
}

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

function formDecoded({ client_id, client_secret }: BasicCredentials): BasicCredentials | undefined {
  const decoded = {
    client_id: decodeFormText(client_id) ?? "",
    client_secret: decodeFormText(client_secret) ?? "",
  };
  return isHalf(decoded.client_id) && isHalf(decoded.client_secret) ? decoded : undefined;
}

/** RFC 7617 §2: no half holds control characters; and neither may be empty. */
function isHalf(text: string): boolean {
  return /^\P{Cc}+$/u.test(text);
}
