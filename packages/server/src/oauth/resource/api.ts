/** RFC 6749 §1.1: the resource servers that access tokens are for, registered as APIs. */

import type { accessTokenFormats, accessTokenTypes, DisplayTexts } from "@latchkey/api";

/** An API as it is stored. `ApiInput` of the contract describes each field. */
export interface Api {
  /** A UUID. */
  readonly id: string;
  /** RFC 8707 §2: the URI that clients send as `resource`, and the `aud` of its tokens. It never changes. */
  readonly identifier: string;
  readonly name: string;
  /** False where it is disabled; otherwise it is not there. */
  readonly enabled?: boolean;
  readonly scopes: readonly string[];
  /** What users read of the API and its scopes. */
  readonly texts?: DisplayTexts;
  readonly scope_texts?: Readonly<Record<string, DisplayTexts>>;
  readonly access_token_format?: (typeof accessTokenFormats)[number];
  readonly access_token_lifespan?: string;
  readonly access_token_signing_alg?: string;
  readonly access_token_jwt_typ: (typeof accessTokenTypes)[number];
  readonly allow_any_client: boolean;
  readonly consent_required: boolean;
  readonly introspection_clients: readonly string[];
  /** Unix seconds, as is `updated_at`. */
  readonly created_at: number;
  readonly updated_at: number;
}

/** APIs by the key of their identifier. */
export type KnownApis = ReadonlyMap<string, Api>;

/** Where no API matters. */
export const noApis: KnownApis = new Map();

/**
 * What identifiers are compared by. RFC 3986 §6.2.2.1, §6.2.3: scheme and host in lower case, and for http and https
 * without the default port and with a path. Nothing else is normalized: an API may take other spellings of a path for
 * another one.
 */
export function identifierKey(identifier: string): string {
  const [, scheme = "", authority, rest = ""] = PARTS.exec(identifier) ?? [];
  if (scheme === "") return identifier; // An audience need not be a URI.
  const protocol = scheme.toLowerCase();
  if (authority === undefined) return `${protocol}:${rest}`;
  const host = authority.toLowerCase();
  const port = DEFAULT_PORTS.get(protocol);
  if (port === undefined) return `${protocol}://${host}${rest}`;
  const location = host.endsWith(port) ? host.slice(0, -port.length) : host;
  return `${protocol}://${location}${rest.startsWith("/") ? rest : `/${rest}`}`;
}

const PARTS = /^([a-z][a-z0-9+.-]*):(?:\/\/([^/?#]*))?(.*)$/is;
const DEFAULT_PORTS: ReadonlyMap<string, string> = new Map([
  ["http", ":80"],
  ["https", ":443"],
]);
