import type { JsonObject } from "@latchkey/api";
import { decrypt } from "./secrets.ts";
import { isObject, parseJson, seconds } from "./values.ts";

/** What a token's row says about the grant, under the names of either generation. Times are unix seconds. */
export interface SessionData {
  readonly subject: string;
  /** `sub` of ID tokens. */
  readonly id_token_subject: string;
  readonly nonce: string;
  readonly requested_at?: number;
  readonly auth_time?: number;
  readonly acr: string;
  readonly amr: readonly string[];
  readonly sid: string;
  readonly id_token: JsonObject;
  readonly access_token: JsonObject;
  readonly expires_at: Readonly<Record<TokenUse, number | undefined>>;
}

export type TokenUse = "access_token" | "refresh_token" | "authorize_code";

/** Each row is plain JSON or encrypted: the setting may have changed. Undefined where no key opens it. */
export function readSessionData(stored: string, keys: readonly Buffer[]): SessionData | undefined {
  const plain = parseJson(stored) ?? parseJson(decrypt(stored, keys) ?? "");
  return isObject(plain) ? parseSession(plain) : undefined;
}

function parseSession(session: JsonObject): SessionData {
  const idToken = field(session, "id_token", "idToken");
  const claims = field(idToken, "id_token_claims", "Claims");
  const { sid, ...ext } = field(claims, "ext", "Extra");
  const expires = field(idToken, "expires_at", "ExpiresAt");
  const requested_at = timeIn(claims["rat"] ?? claims["RequestedAt"]);
  const auth_time = timeIn(claims["auth_time"] ?? claims["AuthTime"]);
  return {
    subject: textIn(idToken["subject"] ?? idToken["Subject"]),
    id_token_subject: textIn(claims["sub"] ?? claims["Subject"]),
    nonce: textIn(claims["nonce"] ?? claims["Nonce"]),
    ...(requested_at === undefined ? {} : { requested_at }),
    ...(auth_time === undefined ? {} : { auth_time }),
    acr: textIn(claims["acr"] ?? claims["AuthenticationContextClassReference"]),
    amr: textsIn(claims["amr"] ?? claims["AuthenticationMethodsReference"]),
    sid: textIn(sid),
    id_token: ext,
    access_token: field(session, "extra", "Extra"),
    expires_at: {
      access_token: timeIn(expires["access_token"]),
      refresh_token: timeIn(expires["refresh_token"]),
      authorize_code: timeIn(expires["authorize_code"]),
    },
  };
}

function field(of: JsonObject, name: string, oldName: string): JsonObject {
  const value = of[name] ?? of[oldName];
  return isObject(value) ? value : {};
}

function textIn(value: unknown): string {
  return typeof value === "string" ? value : "";
}

/** In 1.9 the methods are one text. */
function textsIn(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.filter((entry) => typeof entry === "string");
  return typeof value === "string" && value !== "" ? [value] : [];
}

/** Claims hold times as RFC 3339 writes them, or as numbers. */
function timeIn(value: unknown): number | undefined {
  if (typeof value === "number") return value > 0 ? Math.floor(value) : undefined;
  return typeof value === "string" ? seconds(value) : undefined;
}
