import type {
  AccessTokenRecord,
  CodeRecord,
  ConsentRecord,
  GrantRecord,
  RefreshTokenRecord,
  TokenRecord,
  TokenSignature,
} from "../../record.ts";
import type { LeftOut } from "../../source.ts";
import type { SessionData, TokenUse } from "./session-data.ts";

/** The rows of one grant: a consent and the codes and tokens that came of it. Times are unix seconds. */
export interface Chain {
  readonly id: string;
  /** Undefined where the row is gone. */
  readonly consent?: ConsentRow;
  readonly codes: readonly TokenRow[];
  readonly refresh_tokens: readonly TokenRow[];
  readonly access_tokens: readonly TokenRow[];
  /** Rows of OpenID Connect, whose signature is the code, and of PKCE. */
  readonly oidc: readonly TokenRow[];
  readonly pkce: readonly TokenRow[];
}

export interface ConsentRow extends ConsentRecord {
  readonly table: string;
  readonly client_id: string;
  readonly subject: string;
  readonly forced_identifier: string;
  readonly sid: string;
  readonly scope: readonly string[];
  readonly audience: readonly string[];
  readonly requested_at: number;
  readonly auth_time?: number;
  readonly acr: string;
  readonly amr: readonly string[];
  readonly access_token: GrantRecord["access_token"];
  readonly id_token: GrantRecord["id_token"];
  /** Whether the request of an answer is gone, so that its client and user are unknown. */
  readonly is_orphan: boolean;
  readonly is_rejected: boolean;
  readonly is_used: boolean;
  /** Whether the consent page would be skipped for it, except for its expiry. */
  readonly is_remembered: boolean;
}

export interface TokenRow {
  readonly table: string;
  readonly signature: string;
  readonly client_id: string;
  readonly subject: string;
  readonly scope: readonly string[];
  readonly audience: readonly string[];
  readonly form: URLSearchParams;
  readonly active: boolean;
  /** Unix milliseconds. */
  readonly requested_at_ms: number;
  /** Undefined where no secret opens it. */
  readonly session?: SessionData;
  /** The column of later versions, which is no authority. */
  readonly expires_at?: number;
  readonly first_used_at?: number;
  readonly used_times?: number;
}

/** Seconds that a token lives of which the row does not say it: the settings of the server. */
export interface Lifespans {
  readonly access_token: number;
  readonly authorize_code: number;
}

export interface Circumstances {
  readonly now: number;
  readonly lifespans: Lifespans;
  /** The ids of the clients that exist, of those that the rows name. */
  readonly clients: ReadonlySet<string>;
}

export interface Outcome<Record> {
  readonly record?: Record;
  readonly left_out: readonly LeftOut[];
}

/** What is carried of a chain. */
export function readChain(chain: Chain, circumstances: Circumstances): Outcome<GrantRecord> {
  const { consent } = chain;
  const rows = [...chain.codes, ...chain.refresh_tokens, ...chain.access_tokens];
  const client_id = consent?.is_orphan === false ? consent.client_id : (rows[0]?.client_id ?? "");
  if (!circumstances.clients.has(client_id)) return leaveAll(chain, CLIENT_GONE);
  if (consent?.is_orphan === true && rows.length === 0) return leaveAll(chain, REQUEST_GONE);

  const left: LeftOut[] = [];
  const codes = readable(chain.codes, left);
  const refresh = readable(chain.refresh_tokens, left);
  const access = readable(chain.access_tokens, left);

  const liveAccess = access.filter(
    (row) => row.active && isLive(row, "access_token", circumstances),
  );
  const unexpiredRefresh = refresh.filter((row) => isLive(row, "refresh_token", circumstances));
  const unexpiredCodes = codes.filter((row) => isLive(row, "authorize_code", circumstances));
  const hasLive =
    liveAccess.length > 0 ||
    unexpiredRefresh.some((row) => row.active || row.first_used_at !== undefined) ||
    unexpiredCodes.some((row) => row.active);
  const isRemembered = consent !== undefined && isRememberedAt(consent, circumstances.now);
  const carriedRefresh = hasLive ? unexpiredRefresh : [];
  const carriedCode = hasLive ? newest(unexpiredCodes) : undefined;

  for (const row of access) if (!liveAccess.includes(row)) left.push(dead(row, TOKEN_OVER));
  for (const row of refresh) if (!carriedRefresh.includes(row)) left.push(dead(row, TOKEN_OVER));
  for (const row of codes) if (row !== carriedCode) left.push(dead(row, CODE_OVER));
  for (const row of [...chain.oidc, ...chain.pkce]) {
    if (!belongsTo(row, carriedCode)) left.push(dead(row, CODE_OVER));
  }
  if (!hasLive && !isRemembered) {
    if (consent !== undefined) left.push(deadConsent(chain.id, consent));
    return { left_out: left };
  }
  const carried = [...carriedRefresh, ...liveAccess, ...(carriedCode ? [carriedCode] : [])];
  if (subjectOf(consent, newest(carried)) === "") return leaveAll(chain, USER_UNKNOWN);
  return {
    record: grantOf(
      chain,
      client_id,
      { carriedCode, carriedRefresh, liveAccess, carried },
      circumstances,
    ),
    left_out: left,
  };
}

/** An access token without a user's grant. */
export function readMachineToken(
  row: TokenRow,
  circumstances: Circumstances,
): Outcome<TokenRecord> {
  if (!circumstances.clients.has(row.client_id)) return { left_out: [leave(row, CLIENT_GONE)] };
  if (row.session === undefined) return { left_out: [leave(row, SEALED)] };
  if (!row.active || !isLive(row, "access_token", circumstances)) {
    return { left_out: [dead(row, TOKEN_OVER)] };
  }
  const ext = row.session.access_token;
  const subject = row.subject === "" ? row.session.subject : row.subject;
  return {
    record: {
      kind: "token",
      ...storedToken(row, "access_token", circumstances.lifespans),
      client_id: row.client_id,
      subject: subject === "" ? row.client_id : subject,
      scope: row.scope,
      audience: row.audience,
      ...(Object.keys(ext).length === 0 ? {} : { ext }),
    },
    left_out: [],
  };
}

/** §3: the columns of access tokens hold the signature itself, or its SHA-384 in hex. */
function describeSignature(signature: string): TokenSignature {
  return /^[0-9a-f]{96}$/u.test(signature) ? { signature, digest: "sha384" } : { signature };
}

export const CLIENT_GONE = "its client is gone";
const SEALED = "its session data cannot be decrypted with the system secrets";
const REQUEST_GONE = "its consent request is gone, so that its user and client are unknown";
const USER_UNKNOWN = "its user is unknown";
const TOKEN_OVER = "the token expired, or was revoked or used";
const CODE_OVER = "the code expired or was used";
const CONSENT_OVER = "the consent is not remembered, and none of its tokens is valid";
const CONSENT_REJECTED = "the consent was rejected";
const CONSENT_UNUSED = "the consent was not used";

interface Carried {
  readonly carriedCode: OpenedRow | undefined;
  readonly carriedRefresh: readonly OpenedRow[];
  readonly liveAccess: readonly OpenedRow[];
  readonly carried: readonly OpenedRow[];
}

type OpenedRow = TokenRow & { readonly session: SessionData };

function grantOf(
  chain: Chain,
  client_id: string,
  { carriedCode, carriedRefresh, liveAccess, carried }: Carried,
  { lifespans }: Circumstances,
): GrantRecord {
  const consent = chain.consent?.is_orphan === false ? chain.consent : undefined;
  const latest = newest(carried);
  const session = latest?.session;
  const requested_at =
    session?.requested_at ??
    consent?.requested_at ??
    Math.floor((latest?.requested_at_ms ?? 0) / 1000);
  const subject = subjectOf(consent, latest);
  const nonce = session?.nonce || nonceOf(chain.oidc);
  const acr = session?.acr || (consent?.acr ?? "");
  const amr =
    session === undefined || session.amr.length === 0 ? (consent?.amr ?? []) : session.amr;
  return {
    kind: "grant",
    id: chain.id,
    client_id,
    subject,
    id_token_subject: session?.id_token_subject || consent?.forced_identifier || subject,
    sid: session?.sid || (consent?.sid ?? ""),
    scope: union([consent?.scope ?? [], ...carried.map(({ scope }) => scope)]),
    audience: union([consent?.audience ?? [], ...carried.map(({ audience }) => audience)]),
    granted_at: chain.consent?.handled_at ?? requested_at,
    requested_at,
    auth_time: session?.auth_time ?? consent?.auth_time ?? requested_at,
    ...(nonce === "" ? {} : { nonce }),
    ...(acr === "" ? {} : { acr }),
    ...(amr.length === 0 ? {} : { amr }),
    access_token: session?.access_token ?? consent?.access_token ?? {},
    id_token: session?.id_token ?? consent?.id_token ?? {},
    consent: consentOf(chain.consent, requested_at, carried),
    ...(carriedCode === undefined ? {} : { code: codeOf(carriedCode, chain, lifespans) }),
    refresh_tokens: carriedRefresh
      .toSorted((one, other) => byAge(one, other) || Number(one.active) - Number(other.active))
      .map((row) => refreshOf(row, lifespans)),
    access_tokens: liveAccess
      .toSorted(byAge)
      .map((row) => accessOf(row, isFromAuthorization(row, chain), lifespans)),
  };
}

function subjectOf(consent: ConsentRow | undefined, latest: OpenedRow | undefined): string {
  return consent?.subject || latest?.subject || latest?.session.subject || "";
}

function consentOf(
  consent: ConsentRow | undefined,
  requested_at: number,
  carried: readonly TokenRow[],
): ConsentRecord {
  if (consent === undefined) {
    return {
      skip: false,
      requested_scope: union(carried.map(({ scope }) => scope)),
      requested_audience: union(carried.map(({ audience }) => audience)),
      oidc_context: {},
      request_url: "",
      context: {},
      remember: false,
      remember_for: 0,
      handled_at: requested_at,
    };
  }
  const { skip, requested_scope, requested_audience, oidc_context, request_url, context } = consent;
  const { remember_for, handled_at } = consent;
  const remember = consent.remember && !consent.is_orphan;
  const asked = { skip, requested_scope, requested_audience, oidc_context, request_url, context };
  return { ...asked, remember, remember_for, handled_at };
}

function codeOf(row: TokenRow, chain: Chain, lifespans: Lifespans): CodeRecord {
  const redirect_uri = row.form.get("redirect_uri");
  const form = chain.pkce.find(({ signature }) => signature === row.signature)?.form;
  const code_challenge = form?.get("code_challenge") ?? "";
  return {
    ...storedToken(row, "authorize_code", lifespans),
    used: !row.active,
    ...(redirect_uri === null ? {} : { redirect_uri }),
    ...(code_challenge === ""
      ? {}
      : { code_challenge, code_challenge_method: form?.get("code_challenge_method") || "plain" }),
  };
}

function refreshOf(row: TokenRow, lifespans: Lifespans): RefreshTokenRecord {
  return {
    ...storedToken(row, "refresh_token", lifespans),
    used: !row.active,
    ...(row.first_used_at === undefined ? {} : { first_used_at: row.first_used_at }),
    ...(row.used_times === undefined ? {} : { used_times: row.used_times }),
  };
}

function accessOf(
  row: TokenRow,
  from_authorization: boolean,
  lifespans: Lifespans,
): AccessTokenRecord {
  return {
    ...storedToken(row, "access_token", lifespans),
    scope: row.scope,
    audience: row.audience,
    ...(from_authorization ? { from_authorization } : {}),
  };
}

function storedToken(row: TokenRow, use: TokenUse, lifespans: Lifespans) {
  const expires_at = expiryOf(row, use, lifespans);
  return {
    ...describeSignature(row.signature),
    issued_at: Math.floor(row.requested_at_ms / 1000),
    ...(expires_at === undefined ? {} : { expires_at }),
  };
}

/** §6: what the session data says; without it a refresh token has no end, and others live as long as the settings say. */
function expiryOf(row: TokenRow, use: TokenUse, lifespans: Lifespans): number | undefined {
  const own = row.session?.expires_at[use];
  if (own !== undefined || use === "refresh_token") return own;
  // For codes that were used the column says when to clean up.
  if (row.active && row.expires_at !== undefined) return row.expires_at;
  return Math.floor(row.requested_at_ms / 1000) + lifespans[use];
}

function isLive(row: TokenRow, use: TokenUse, { now, lifespans }: Circumstances): boolean {
  const expires_at = expiryOf(row, use, lifespans);
  return expires_at === undefined || expires_at > now;
}

function isRememberedAt(consent: ConsentRow, now: number): boolean {
  if (!consent.is_remembered || consent.is_orphan) return false;
  return consent.remember_for === 0 || consent.requested_at + consent.remember_for > now;
}

/**
 * Tokens of the authorization endpoint have the time of the authorization request, as the code has; those of the token endpoint a
 * later one.
 */
function isFromAuthorization(row: TokenRow, chain: Chain): boolean {
  const requested = responseTypesOf(chain.consent?.request_url ?? "");
  const code = newest(chain.codes);
  if (requested.length > 0 && !requested.includes("token")) return false;
  if (code === undefined) return chain.refresh_tokens.length === 0 && requested.length > 0;
  return requested.includes("token") && row.requested_at_ms <= code.requested_at_ms;
}

function responseTypesOf(request_url: string): readonly string[] {
  const query = request_url.split("?")[1] ?? "";
  return (new URLSearchParams(query).get("response_type") ?? "").split(" ").filter(Boolean);
}

function belongsTo(row: TokenRow, code: TokenRow | undefined): boolean {
  return (
    code !== undefined && row.signature.slice(row.signature.lastIndexOf(".") + 1) === code.signature
  );
}

function nonceOf(oidc: readonly TokenRow[]): string {
  return newest(oidc)?.form.get("nonce") ?? "";
}

function readable(rows: readonly TokenRow[], left: LeftOut[]): readonly OpenedRow[] {
  const opened: OpenedRow[] = [];
  for (const row of rows) {
    const { session } = row;
    if (session === undefined) left.push(leave(row, SEALED));
    else opened.push({ ...row, session });
  }
  return opened;
}

function byAge(one: TokenRow, other: TokenRow): number {
  return one.requested_at_ms - other.requested_at_ms;
}

function newest<Each extends TokenRow>(rows: readonly Each[]): Each | undefined {
  return rows
    .toSorted((one, other) => byAge(one, other) || Number(one.active) - Number(other.active))
    .at(-1);
}

function union(lists: readonly (readonly string[])[]): readonly string[] {
  return [...new Set(lists.flat())];
}

/** Of tokens no key is shown. */
function leave(row: TokenRow, reason: string): LeftOut {
  return { table: row.table, reason };
}

function dead(row: TokenRow, reason: string): LeftOut {
  return { table: row.table, reason, dead: true };
}

function deadConsent(key: string, consent: ConsentRow): LeftOut {
  const reason = consent.is_rejected
    ? CONSENT_REJECTED
    : consent.is_used
      ? CONSENT_OVER
      : CONSENT_UNUSED;
  return { table: consent.table, reason, key, dead: true };
}

function leaveAll(chain: Chain, reason: string): Outcome<GrantRecord> {
  const { consent } = chain;
  const rows = [
    ...chain.codes,
    ...chain.refresh_tokens,
    ...chain.access_tokens,
    ...chain.oidc,
    ...chain.pkce,
  ];
  return {
    left_out: [
      ...(consent === undefined ? [] : [{ table: consent.table, reason, key: chain.id }]),
      ...rows.map((row) => leave(row, reason)),
    ],
  };
}
