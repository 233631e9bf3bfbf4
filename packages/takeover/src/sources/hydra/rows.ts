/** Rows of single tables, and what is carried of each. */

import type { JsonWebKey } from "@latchkey/api";
import type {
  AssertionRecord,
  IssuerRecord,
  KeyRecord,
  LogoutRecord,
  SessionRecord,
  SubjectRecord,
} from "../../record.ts";
import type { LeftOut } from "../../source.ts";
import type { Row } from "../databases/database.ts";
import { CLIENT_GONE, type Outcome } from "./chain.ts";
import { decrypt } from "./secrets.ts";
import { flag, isObject, list, optionalText, parseJson, seconds, text } from "./values.ts";

const SESSION = "hydra_oauth2_authentication_session";

/** §10: a remembered login with a user. The row's expiry is not enforced, but the cookie ends with it. */
export function readSession(row: Row, now: number): Outcome<SessionRecord> {
  const key = text(row["id"]);
  const subject = text(row["subject"]);
  const authenticated_at = seconds(row["authenticated_at"]);
  const expires_at = seconds(row["expires_at"]);
  if (!flag(row["remember"]) || subject === "") {
    return skip(SESSION, "the login was not remembered");
  }
  if (expires_at !== undefined && expires_at <= now) return skip(SESSION, "the login expired");
  return {
    record: {
      kind: "session",
      sid: key,
      subject,
      authenticated_at: authenticated_at ?? now,
      ...(expires_at === undefined ? {} : { expires_at }),
    },
    left_out: [],
  };
}

export function readSubject(row: Row, clients: ReadonlySet<string>): Outcome<SubjectRecord> {
  const client_id = text(row["client_id"]);
  if (!clients.has(client_id)) {
    return {
      left_out: [{ table: "hydra_oauth2_obfuscated_authentication_session", reason: CLIENT_GONE }],
    };
  }
  const subject = text(row["subject"]);
  const identifier = text(row["subject_obfuscated"]);
  return { record: { kind: "subject", client_id, subject, identifier }, left_out: [] };
}

export function readAssertion(row: Row, now: number): Outcome<AssertionRecord> {
  const expires_at = seconds(row["expires_at"]) ?? 0;
  if (expires_at <= now) return skip("hydra_oauth2_jti_blacklist", "the assertion expired");
  return {
    record: { kind: "assertion", jti_sha256: text(row["signature"]), expires_at },
    left_out: [],
  };
}

/** A row of `hydra_jwk`: with its private parts where it has some. */
export function openKey(row: Row, keys: readonly Buffer[]): JsonWebKey | undefined {
  const jwk = parseJson(decrypt(text(row["keydata"]), keys) ?? "");
  return isKey(jwk) ? jwk : undefined;
}

function isKey(value: unknown): value is JsonWebKey {
  return isObject(value) && typeof value["kty"] === "string";
}

/** The set of the certificate that 1.x made for its own TLS. */
const TLS_SET = "hydra.https-tls";

const PUBLIC = "public:";
const PRIVATE = "private:";

/**
 * §9: 1.x keeps the two halves of a key in two rows, and publishes the `kid` of the public one. Of a key that was made by 1.x, later
 * versions publish both rows as they are.
 */
export function publishedKid(kid: string): string {
  return kid.startsWith(PRIVATE) ? PUBLIC + kid.slice(PRIVATE.length) : kid;
}

/** Whether a row is the public half of a key whose private half is there. */
export function isOtherHalf(kid: string, kids: ReadonlySet<string>): boolean {
  return kid.startsWith(PUBLIC) && kids.has(PRIVATE + kid.slice(PUBLIC.length));
}

/** `kid` is what the set publishes. */
export function readKey(row: Row, kid: string, keys: readonly Buffer[]): Outcome<KeyRecord> {
  const set = text(row["sid"]);
  const leave = (reason: string): Outcome<KeyRecord> => ({
    left_out: [{ table: "hydra_jwk", reason, key: `${set} ${kid}` }],
  });
  if (set === TLS_SET) return leave("it is the key of the old server's own TLS certificate");
  const jwk = openKey(row, keys);
  if (jwk === undefined) return leave("the key cannot be decrypted with the system secrets");
  return {
    record: {
      kind: "key",
      set,
      key: { ...jwk, kid },
      created_at: seconds(row["created_at"]) ?? 0,
    },
    left_out: [],
  };
}

export function readIssuer(row: Row, keys: readonly Buffer[], now: number): Outcome<IssuerRecord> {
  const table = "hydra_oauth2_trusted_jwt_bearer_issuer";
  const id = text(row["id"]);
  const expires_at = seconds(row["expires_at"]) ?? 0;
  if (expires_at <= now) return skip(table, "the trust expired", id);
  if (text(row["keydata"]) === "") {
    return { left_out: [{ table, reason: "its key is gone", key: id }] };
  }
  const key = openKey(row, keys);
  if (key === undefined) {
    const reason = "its key cannot be decrypted with the system secrets";
    return { left_out: [{ table, reason, key: id }] };
  }
  return {
    record: {
      kind: "issuer",
      id,
      issuer: text(row["issuer"]),
      subject: text(row["subject"]),
      allow_any_subject: flag(row["allow_any_subject"]),
      scope: list(row["scope"]),
      key: { ...key, kid: text(row["key_id"]) },
      created_at: seconds(row["created_at"]) ?? now,
      expires_at,
    },
    left_out: [],
  };
}

/** §14: one that waits for an answer, or was accepted and waits for the browser. */
export function readLogout(
  row: Row,
  clients: ReadonlySet<string>,
  now: number,
): Outcome<LogoutRecord> {
  const table = "hydra_oauth2_logout_request";
  const expires_at = seconds(row["expires_at"]);
  const requested_at = seconds(row["requested_at"]);
  const client_id = optionalText(row["client_id"]);
  if (flag(row["was_used"]) || flag(row["rejected"])) return skip(table, "the logout is over");
  if (expires_at !== undefined && expires_at <= now) return skip(table, "the logout expired");
  // 1.x has no times: without the session there is nothing to end any more.
  if (!flag(row["has_session"])) return skip(table, "the session of the logout is over");
  if (client_id !== undefined && !clients.has(client_id)) {
    return { left_out: [{ table, reason: CLIENT_GONE }] };
  }
  return {
    record: {
      kind: "logout",
      challenge: text(row["challenge"]),
      verifier: text(row["verifier"]),
      state: flag(row["accepted"]) ? "accepted" : "waiting",
      subject: text(row["subject"]),
      sid: text(row["sid"]),
      ...(client_id === undefined ? {} : { client_id }),
      rp_initiated: flag(row["rp_initiated"]),
      request_url: text(row["request_url"]),
      redirect_uri: text(row["redir_url"]),
      ...(requested_at === undefined ? {} : { requested_at }),
      ...(expires_at === undefined ? {} : { expires_at }),
    },
    left_out: [],
  };
}

function skip<Record>(table: string, reason: string, key?: string): Outcome<Record> {
  const left: LeftOut = { table, reason, dead: true, ...(key === undefined ? {} : { key }) };
  return { left_out: [left] };
}
