import { isRecordKind, type RecordKind, type TakenRecord } from "../record.ts";

/** Checks a value: undefined, or what it must be. */
type Check = (value: unknown, name: string) => string | undefined;
type Fields = Readonly<Record<string, Check>>;

const text: Check = (value, name) =>
  typeof value === "string" ? undefined : `${name} must be a string.`;
const filled: Check = (value, name) =>
  typeof value === "string" && value !== ""
    ? undefined
    : `${name} must be a string, and not empty.`;
const flag: Check = (value, name) =>
  typeof value === "boolean" ? undefined : `${name} must be true or false.`;
const count: Check = (value, name) =>
  Number.isSafeInteger(value) && Number(value) >= 0
    ? undefined
    : `${name} must be a whole number, and not negative.`;
/** Milliseconds are a common mistake: 2^32 seconds are the year 2106. */
const time: Check = (value, name) =>
  Number.isSafeInteger(value) && Number(value) >= 0 && Number(value) < 2 ** 32
    ? undefined
    : `${name} must be a time in unix seconds.`;
const anything: Check = (value, name) => (value === undefined ? `${name} is missing.` : undefined);

function optional(check: Check): Check {
  return (value, name) => (value === undefined ? undefined : check(value, name));
}

function list(check: Check): Check {
  return (value, name) => {
    if (!Array.isArray(value)) return `${name} must be a list.`;
    for (const [index, item] of value.entries()) {
      const problem = check(item, `${name}[${index}]`);
      if (problem !== undefined) return problem;
    }
    return undefined;
  };
}

function oneOf(...values: readonly string[]): Check {
  return (value, name) =>
    typeof value === "string" && values.includes(value)
      ? undefined
      : `${name} must be ${values.join(" or ")}.`;
}

/** An object with these fields. Other fields are an error where the object is closed: a misspelt one would be lost silently. */
function object(fields: Fields = {}, isClosed = false): Check {
  return (value, name) => {
    if (typeof value !== "object" || value === null || Array.isArray(value))
      return `${name} must be an object.`;
    const given = new Map<string, unknown>(Object.entries(value));
    const prefix = name === "" ? "" : `${name}.`;
    for (const [field, check] of Object.entries(fields)) {
      const problem = check(given.get(field), `${prefix}${field}`);
      if (problem !== undefined)
        return given.has(field) ? problem : `${prefix}${field} is missing: ${problem}`;
    }
    const stray = [...given.keys()].find((field) => !Object.hasOwn(fields, field));
    return isClosed && stray !== undefined ? `${prefix}${stray} is not a field.` : undefined;
  };
}

const closed = (fields: Fields): Check => object(fields, true);

const signature: Fields = { signature: filled, digest: optional(oneOf("sha384")) };
const token: Fields = { ...signature, issued_at: time, expires_at: optional(time) };
const key = object({ kty: filled });

const fieldsOf: { readonly [Kind in RecordKind]: Fields } = {
  client: {
    client: object({ client_id: filled }),
    secret_hashes: list(filled),
    registration_token: optional(closed(signature)),
    created_at: time,
    updated_at: time,
  },
  key: { set: filled, key: object({ kty: filled, kid: filled }), created_at: time },
  issuer: {
    id: filled,
    issuer: filled,
    subject: text,
    allow_any_subject: flag,
    scope: list(filled),
    key,
    created_at: time,
    expires_at: time,
  },
  session: {
    sid: filled,
    subject: filled,
    authenticated_at: time,
    expires_at: optional(time),
    acr: optional(text),
  },
  subject: { client_id: filled, subject: filled, identifier: filled },
  grant: {
    id: filled,
    client_id: filled,
    subject: filled,
    id_token_subject: filled,
    sid: text,
    scope: list(filled),
    audience: list(filled),
    granted_at: time,
    requested_at: time,
    auth_time: time,
    nonce: optional(text),
    acr: optional(text),
    amr: optional(list(text)),
    access_token: object(),
    id_token: object(),
    consent: closed({
      skip: flag,
      requested_scope: list(filled),
      requested_audience: list(filled),
      oidc_context: object(),
      request_url: text,
      context: anything,
      remember: flag,
      remember_for: count,
      handled_at: time,
    }),
    code: optional(
      closed({
        ...token,
        used: flag,
        redirect_uri: optional(text),
        code_challenge: optional(text),
        code_challenge_method: optional(text),
      }),
    ),
    refresh_tokens: list(
      closed({ ...token, used: flag, first_used_at: optional(time), used_times: optional(count) }),
    ),
    access_tokens: list(
      closed({
        ...token,
        scope: list(filled),
        audience: list(filled),
        from_authorization: optional(flag),
      }),
    ),
  },
  token: {
    ...token,
    client_id: filled,
    subject: text,
    scope: list(filled),
    audience: list(filled),
    ext: optional(object()),
  },
  assertion: { jti_sha256: filled, expires_at: time },
  flow: {
    at: oneOf("login", "login_answered", "consent", "consent_answered"),
    client_id: filled,
    request_url: filled,
    requested_at: time,
    login_challenge: filled,
    login_verifier: optional(text),
    login_csrf: optional(text),
    consent_challenge: optional(text),
    consent_verifier: optional(text),
    consent_csrf: optional(text),
    sid: text,
    skip: flag,
    subject: optional(text),
    login: optional(object()),
    consent: optional(object()),
  },
  logout: {
    challenge: filled,
    verifier: filled,
    state: oneOf("waiting", "accepted", "rejected", "used"),
    subject: text,
    sid: text,
    client_id: optional(text),
    rp_initiated: flag,
    request_url: text,
    redirect_uri: text,
    requested_at: optional(time),
    expires_at: optional(time),
  },
  account: {
    id: filled,
    username: filled,
    password_hash: optional(filled),
    claims: object(),
    disabled: optional(flag),
  },
};

/** A record of the neutral format, or a sentence that says what is wrong with it. */
export function readRecord(value: unknown): TakenRecord | string {
  if (typeof value !== "object" || value === null || !("kind" in value))
    return "A record is an object with a kind.";
  const { kind } = value;
  if (!isRecordKind(kind)) return `kind must be one of ${Object.keys(fieldsOf).join(", ")}.`;
  const problem = closed({ kind: filled, ...fieldsOf[kind] })(value, "");
  if (problem !== undefined) return problem;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Every field of the kind has just been checked.
  return value as TakenRecord;
}
