/** Values of a certain form: lifespans, URLs, scopes, UUIDs, error codes. Each is a string or a list unless it says otherwise. */

import * as v from "valibot";
import { parseLifespan } from "./duration.ts";
import { isPlainText } from "./plain-text.ts";
import { isExclusiveRedirect, isWebUri } from "./uri.ts";
import {
  distinct,
  formatted,
  limit,
  listOf,
  MAX_LIST_LENGTH,
  MAX_TEXT_LENGTH,
  stringOf,
  textWhere,
} from "./values.ts";

/** How long a token is valid. */
export const lifespan = textWhere(
  (written) => parseLifespan(written) !== undefined,
  "a lifespan in whole seconds, such as 30m, 1h30m or 1.5h",
);

/** An http or https URL. */
export const webUri = v.pipe(
  textWhere(isWebUri, "an http or https URL"),
  v.metadata({ format: "uri" }),
);

/** RFC 6749 §3.3: whether a string holds scopes: visible ASCII but for `"` and `\\`, with spaces between. */
export function isScope(value: string): boolean {
  return UNQUOTED_ASCII.test(value);
}

/** RFC 6749 appendix A: any number of NQSCHAR, of which both scopes and error codes consist. */
const UNQUOTED_ASCII = /^[\x20\x21\x23-\x5b\x5d-\x7e]*$/;

/** OpenID Connect Core §2: identifies a user. */
export const subject = stringOf(255, "a string of at most 255 characters");

/** An email address. */
export const email = v.pipe(
  formatted(/^[^@\s]+@[^@\s]+$/, "an email address"),
  v.check(isPlainText, "an email address"),
  v.metadata({ format: "email" }),
);

export const MIN_PASSWORD_LENGTH = 8;
const PASSWORD = `a string of ${MIN_PASSWORD_LENGTH} to 1024 characters`;

/** Long enough not to be guessed at once, short enough to be hashed. */
export const password = v.pipe(
  stringOf(1_024, PASSWORD),
  v.minLength(MIN_PASSWORD_LENGTH, PASSWORD),
);

const WEB_LINK = "an http or https URL of at most 2000 characters";

/** An http or https URL that pages show. */
export const webLink = v.pipe(
  stringOf(2_000, WEB_LINK),
  v.check(isWebUri, WEB_LINK),
  v.metadata({ format: "uri" }),
);

const WEBHOOK_URL =
  "an http or https URL of at most 2000 characters without user name and fragment";

/** A URL that the server sends requests to. Where plain http is allowed is a matter of its settings. */
export const webhookUrl = v.pipe(
  stringOf(2_000, WEBHOOK_URL),
  v.check((url) => isWebUri(url) && isPlace(url), WEBHOOK_URL),
  v.metadata({ format: "uri" }),
);

const PUSH_URL =
  "an https URL of at most 2000 characters without user name and fragment, or an http one on this machine";

/** The same where a client writes it in a request of its own. */
export const pushUrl = v.pipe(
  stringOf(2_000, PUSH_URL),
  v.check((url) => isExclusiveRedirect(url) && isPlace(url), PUSH_URL),
  v.metadata({ format: "uri" }),
);

/** Whether a URL has neither a user name nor a fragment. */
function isPlace(url: string): boolean {
  return !/^[^/]*\/\/[^/?#]*@|#/.test(url);
}

const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/;

/** RFC 9562 §4: whether a string is a UUID as the server writes it, with dashes and in lower case. */
export function isUuid(value: string): boolean {
  return UUID.test(value);
}

/** A UUID, in lower case. */
export const uuid = uuidOf("a UUID");

function uuidOf(expected: string) {
  return v.pipe(
    v.string(expected),
    v.toLowerCase(),
    limit(isUuid, expected),
    v.metadata({ format: "uuid" }),
  );
}

/** A list of UUIDs, each once. */
export function uuidsOf(expected: string) {
  return v.pipe(
    v.array(uuidOf(expected), expected),
    v.maxLength(MAX_LIST_LENGTH, expected),
    v.transform((ids): readonly string[] => [...new Set(ids)]),
  );
}

/** A list of UUIDs, each once. */
export const uuids = uuidsOf("a list of at most 1000 UUIDs");

const SCOPES = "a list of scopes in ASCII without spaces, quotes or backslashes";

/** RFC 6749 §3.3: a list of scopes, each once. */
export const scopes = distinct(
  listOf(v.pipe(stringOf(MAX_TEXT_LENGTH, SCOPES), v.check(isSingleScope, SCOPES)), SCOPES),
);

/** Whether a string is one scope. */
export function isSingleScope(value: string): boolean {
  return isScope(value) && !value.includes(" ");
}

const AUDIENCES = "a list of audiences without spaces";

/** A list of audiences, each once. Requests separate them by spaces, so none may hold one. */
export const audiences = distinct(
  listOf(
    v.pipe(
      stringOf(MAX_TEXT_LENGTH, AUDIENCES),
      v.check((value) => /^\S+$/.test(value), AUDIENCES),
    ),
    AUDIENCES,
  ),
);

const ERROR_CODE = "an error code in ASCII without quotes or backslashes";

/** RFC 6749 §4.1.2.1: an `error`. */
export const errorCode = v.pipe(
  stringOf(MAX_TEXT_LENGTH, ERROR_CODE),
  v.regex(UNQUOTED_ASCII, ERROR_CODE),
);

const ERROR_STATUS = "an HTTP status from 400 to 599";

/** The status of an error; 0 counts as left out. */
export const errorStatus = v.pipe(
  v.number(ERROR_STATUS),
  v.integer(ERROR_STATUS),
  limit((status) => status === 0 || (status >= 400 && status <= 599), ERROR_STATUS),
);

const ICON = "the URL of an image, or an emoji";

/** An icon. */
export const emojiOrWebLink = v.pipe(
  stringOf(2_000, ICON),
  limit((icon) => isEmoji(icon) || isWebUri(icon), ICON),
);

let emoji: RegExp | undefined;

/** Compiled when the first icon is read: a literal would be compiled at every start, and this one takes milliseconds. */
function isEmoji(value: string): boolean {
  emoji ??= new RegExp("^(?:\\p{RGI_Emoji}|\\p{Extended_Pictographic})$", "v");
  return emoji.test(value);
}

const EXCLUSIVE = "a list of https URLs without a fragment, or of http ones on this machine";

/** RFC 6749 §3.1.2: redirect URIs that no one between can read and no other app can claim. */
export const exclusiveRedirectUris = distinct(
  v.pipe(
    v.array(
      v.pipe(
        stringOf(2_000, EXCLUSIVE),
        v.check((uri) => !uri.includes("#") && isExclusiveRedirect(uri), EXCLUSIVE),
      ),
      EXCLUSIVE,
    ),
    v.maxLength(MAX_LIST_LENGTH, EXCLUSIVE),
  ),
);
