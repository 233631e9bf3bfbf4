/** RFC 7617: the credentials of an integration, read from a request and not verified. */

import { type Result, decodeFormText, err, ok } from "@latchkey/server/feature/rules";
import { workspaceErrors } from "./errors.ts";
import type { WorkspaceError } from "./workspace-error.ts";

/** A client id and secret. */
export interface BasicCredentials {
  readonly client_id: string;
  readonly client_secret: string;
}

/**
 * The pairs that a header may contain, to be tried in order: as sent, then form-decoded (RFC 6749 §2.3.1), since only some
 * clients encode them. Ids and secrets of this server contain neither `%` nor `+`, so no header is valid for two integrations.
 */
export function parseBasicCredentials(
  authorization: string | undefined,
): Result<readonly [BasicCredentials, ...BasicCredentials[]], WorkspaceError> {
  const encoded = BASIC.exec(authorization ?? "")?.[1];
  const pair = encoded === undefined ? undefined : decodeBase64(encoded);
  const colon = pair?.indexOf(":") ?? -1;
  if (pair === undefined || colon === -1) return err(workspaceErrors.credentials_missing);

  const [client_id, client_secret] = [pair.slice(0, colon), pair.slice(colon + 1)];
  if (!isCredential(client_id) || !isCredential(client_secret))
    return err(workspaceErrors.credentials_missing);
  const sent = { client_id, client_secret };
  const decoded = /[%+]/.test(pair) ? formDecoded(sent) : undefined;
  return ok(decoded === undefined ? [sent] : [sent, decoded]);
}

const BASIC = /^basic +([A-Za-z0-9+/]+={0,2}) *$/i; // RFC 7617 §2

/** RFC 4648 §4, strictly: only the canonical encoding, with or without padding. */
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
  return isCredential(decoded.client_id) && isCredential(decoded.client_secret)
    ? decoded
    : undefined;
}

/** RFC 7617 §2: no control characters. Neither id nor secret may be empty. */
function isCredential(text: string): boolean {
  return /^\P{Cc}+$/u.test(text);
}
