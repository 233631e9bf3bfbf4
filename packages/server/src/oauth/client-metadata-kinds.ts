import type { JsonObject } from "@latchkey/api";
import type { ClientMetadataRejection } from "./client-metadata-rejection.ts";
import { isProgram, isRedirectUri, isWebUri } from "./redirect-uri.ts";
import { err, ok, type Result } from "./result.ts";
import { parseScope } from "./scope.ts";

/** What a member may hold: reads a JSON value into the shape it is kept in. */
export type Kind<T> = (value: unknown, member: string) => Result<T, ClientMetadataRejection>;

// Far beyond what anybody needs, and near enough that nothing absurd is stored.
const TEXT_BYTES = 8 * 1024;
const OBJECT_CHARACTERS = 64 * 1024;
const LIST_ENTRIES = 1_000;

/** A text that a database can keep. */
export const text: Kind<string> = (value, member) =>
  isText(value) ? ok(value) : mistyped(member, "a text of at most 8 KiB");

/** A list of such texts. Entries that are null or empty say nothing. */
export const texts: Kind<readonly string[]> = (value, member) => {
  if (!Array.isArray(value) || value.length > LIST_ENTRIES) return mistyped(member, LIST);
  const said: readonly unknown[] = value.filter((entry) => entry !== null && entry !== "");
  return said.every(isText) ? ok(said) : mistyped(member, LIST);
};

const LIST = "a list of at most 1000 texts";

/** True or false, and no word for it. */
export const flag: Kind<boolean> = (value, member) =>
  typeof value === "boolean" ? ok(value) : mistyped(member, "true or false");

/** An object that is kept and not interpreted here. */
export const object: Kind<JsonObject> = (value, member) =>
  isObject(value) && JSON.stringify(value).length <= OBJECT_CHARACTERS
    ? ok(value)
    : mistyped(member, "a JSON object of at most 64 KiB");

/** Any JSON value that is kept and not interpreted here. */
export const anything: Kind<unknown> = (value, member) =>
  JSON.stringify(value).length <= OBJECT_CHARACTERS
    ? ok(value)
    : mistyped(member, "a JSON value of at most 64 KiB");

/** A text somebody may turn into a link, and so no program. */
export const link = restricted(text, (uri, member) =>
  isProgram(uri) ? { reason: "uri_malformed", member, uri } : undefined,
);

/** A URL that the server or a browser will visit. */
export const webUri = restricted(text, (uri, member) =>
  isWebUri(uri) ? undefined : { reason: "uri_malformed", member, uri },
);

/** A list of such URLs. */
export const webUris = restricted(texts, (uris, member) => {
  const uri = uris.find((candidate) => !isWebUri(candidate));
  return uri === undefined ? undefined : { reason: "uri_malformed", member, uri };
});

/** OpenID Registration §5: a sector is vouched for over https. */
export const secureUri = restricted(text, (uri) =>
  isWebUri(uri) && /^https:/i.test(uri)
    ? undefined
    : { reason: "sector_identifier_uri_insecure", uri },
);

/** RFC 6749 §3.1.2: where a browser may be sent. */
export const redirectUris = restricted(texts, (uris) => {
  const uri = uris.find((candidate) => !isRedirectUri(candidate));
  return uri === undefined ? undefined : { reason: "redirect_uri_malformed", uri };
});

/**
 * Any printable text, where RFC 6749 §A.1 has ASCII alone: ids of other servers move here as they are. A URL's path loses
 * its dots, so no request could name a client that is called by them.
 */
export const identifier = restricted(text, (id) =>
  /^[^\p{Cc}\p{Zl}\p{Zp}]{1,255}$/u.test(id) && id !== "." && id !== ".."
    ? undefined
    : { reason: "client_id_malformed" },
);

/** A secret the owner chose. */
export const secret = restricted(text, (value) =>
  value.length >= 6 && value.length <= 1024
    ? undefined
    : { reason: "client_secret_length", least: 6, most: 1024 },
);

/** RFC 6749 §3.3: one text, kept as its words. */
export const scope: Kind<readonly string[]> = (value, member) => {
  const words = text(value, member);
  return words.ok ? parseScope(words.value) : words;
};

/** Origins as browsers write them, so that they can be compared letter by letter. One `*` may stand in each part of a host. */
export const corsOrigins: Kind<readonly string[]> = (value, member) => {
  const origins = texts(value, member);
  if (!origins.ok) return origins;
  const stray = origins.value.find((origin) => !isOriginPattern(origin));
  if (stray !== undefined) return err({ reason: "origin_malformed", origin: stray });
  return ok(origins.value.map((origin) => new URL(origin).origin));
};

const ORIGIN = /^https?:\/\/[^/?#@\\\s]{1,300}\/?$/i; // a host name has at most 253 characters
const TWO_STARS = /\*[^.]*\*/; // Matching several within one part could take long.

function isOriginPattern(origin: string): boolean {
  return ORIGIN.test(origin) && !TWO_STARS.test(origin) && URL.canParse(origin);
}

/** One of a few words. Any other is refused with the list of them. */
export function oneOf<const Value extends string>(supported: readonly Value[]): Kind<Value> {
  return (value, member) => {
    if (!isText(value)) return mistyped(member, "a text");
    const known = supported.find((candidate) => candidate === value);
    return known === undefined
      ? err({ reason: "value_unsupported", member, value, supported })
      : ok(known);
  };
}

function restricted<T>(
  kind: Kind<T>,
  objection: (value: T, member: string) => ClientMetadataRejection | undefined,
): Kind<T> {
  return (value, member) => {
    const read = kind(value, member);
    if (!read.ok) return read;
    const rejection = objection(read.value, member);
    return rejection === undefined ? read : err(rejection);
  };
}

function mistyped(member: string, expected: string): Result<never, ClientMetadataRejection> {
  return err({ reason: "member_mistyped", member, expected });
}

/** A text a database can keep: PostgreSQL knows no NUL, and half a surrogate pair is no character. */
function isText(value: unknown): value is string {
  return (
    typeof value === "string" &&
    value.length <= TEXT_BYTES &&
    Buffer.byteLength(value) <= TEXT_BYTES &&
    value.isWellFormed() &&
    !value.includes("\0")
  );
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
