/**
 * Databases as Ory Hydra writes them, in SQLite: rows with real MACs and real encryption, and the tokens of them in plain. Foreign
 * keys are left out, so that a test can write what a clean-up script left behind.
 */

import {
  createCipheriv,
  createHash,
  createHmac,
  generateKeyPairSync,
  type KeyObject,
  pbkdf2Sync,
  randomBytes,
  randomUUID,
  sign,
} from "node:crypto";
import { DatabaseSync } from "node:sqlite";
import { hashSync } from "bcryptjs";
import { hydraMigrations, hydraTables, type HydraVersion } from "./hydra-tables.ts";

export type { HydraVersion } from "./hydra-tables.ts";

/** As `node:crypto` exports keys. */
export type Jwk = Record<string, unknown> & { readonly kid: string };

export type Row = Record<string, string | number | bigint | null>;

export interface HydraDatabaseOptions {
  readonly version: HydraVersion;
  /** A file that does not exist yet. */
  readonly path: string;
  /** The secret that writes; the first of `secrets.system`. */
  readonly system_secret: string;
  /** Unix seconds at which everything happens that has no time of its own. */
  readonly now: number;
  /** Whether `session_data` is encrypted; true, as in Ory Hydra. */
  readonly encrypt?: boolean;
  /** Whether access tokens are JWTs. */
  readonly jwt?: boolean;
  /** The tenant of the rows, in v26. */
  readonly nid?: string;
}

export interface HydraClientOptions {
  readonly client_id: string;
  readonly client_secret?: string;
  readonly redirect_uris?: readonly string[];
  readonly grant_types?: readonly string[];
  readonly response_types?: readonly string[];
  readonly scope?: string;
  readonly audience?: readonly string[];
  readonly token_endpoint_auth_method?: string;
  readonly subject_type?: "public" | "pairwise";
  readonly metadata?: object;
  readonly jwks?: object;
  /** Seconds, by the name of the field. */
  readonly lifespans?: Readonly<Record<string, number>>;
  /** Other columns, as the database holds them. */
  readonly columns?: Row;
}

export interface HydraSessionOptions {
  readonly subject: string;
  readonly sid?: string;
  readonly remember?: boolean;
  readonly authenticated_at?: number;
  readonly expires_at?: number;
}

export interface HydraConsentOptions {
  readonly client_id: string;
  readonly subject: string;
  /** The name of the chain; random when left out. */
  readonly id?: string;
  readonly scope?: readonly string[];
  readonly requested_scope?: readonly string[];
  readonly audience?: readonly string[];
  readonly sid?: string;
  readonly skip?: boolean;
  readonly remember?: boolean;
  /** Seconds; 0 means without end. */
  readonly remember_for?: number;
  readonly granted_at?: number;
  readonly nonce?: string;
  readonly acr?: string;
  readonly amr?: readonly string[];
  readonly context?: object;
  readonly oidc_context?: object;
  readonly access_token?: object;
  readonly id_token?: object;
  /** What the client sees as `sub`; the subject when left out. */
  readonly identifier?: string;
  readonly request_url?: string;
  readonly rejected?: boolean;
}

/** A consent that was written, with all that its tokens take from it. */
export type HydraConsent = Required<Omit<HydraConsentOptions, "rejected">>;

export interface HydraTokenOptions {
  /** Seconds from `now`; negative for one that expired, undefined for the fixed hour. `null` leaves the expiry out. */
  readonly expires_in?: number | null;
  readonly active?: boolean;
  readonly scope?: readonly string[];
  readonly audience?: readonly string[];
  readonly issued_at?: number;
  /** The chain's name, where it is not that of the consent: the device grant. */
  readonly request_id?: string;
  /** Other columns, as the database holds them. */
  readonly columns?: Row;
}

export interface HydraCodeOptions extends HydraTokenOptions {
  readonly redirect_uri?: string;
  readonly code_challenge?: string;
}

export interface HydraGrantOptions extends HydraConsentOptions {
  /** How often the refresh token was rotated; the used ones stay as rows except in 1.9. Undefined for a grant without one. */
  readonly rotations?: number;
  readonly expires_in?: number;
}

export interface HydraGrant {
  readonly consent: HydraConsent;
  readonly code: string;
  readonly access_token: string;
  readonly refresh_token?: string;
  readonly used_refresh_tokens: readonly string[];
}

export type HydraDatabase = ReturnType<typeof createHydraDatabase>;

export function createHydraDatabase(options: HydraDatabaseOptions) {
  const { version, now } = options;
  const isTwo = version === "v26";
  const nid = options.nid ?? "3f1c2a5e-6c0f-4a53-9a61-2f3f3a6b7c01";
  const database = new DatabaseSync(options.path);
  database.exec("PRAGMA synchronous = off");
  database.function("unknown_to_readers", { deterministic: true, varargs: true }, () => null);
  const tables = hydraTables(version);
  let systemKey = keyOf(options.system_secret);
  const signing = new Map<string, { readonly kid: string; readonly privateKey: KeyObject }>();

  for (const [name, columns] of tables) {
    const sizes = columns.map((column) => `"${column.name}" ${SQLITE_TYPES[column.kind]}`);
    if (name === "hydra_oauth2_flow") sizes.push(GENERATED);
    database.exec(`CREATE TABLE "${name}" (${sizes.join(", ")})`);
  }
  for (const migration of hydraMigrations[version]) {
    insert("schema_migration", { version: migration });
  }
  if (isTwo) insert("networks", { id: nid, created_at: time(now), updated_at: time(now) });

  function insert(table: string, row: Row): void {
    const known = tables.get(table) ?? [];
    const full: Row = known.some(({ name }) => name === "nid") ? { nid, ...row } : row;
    const names = Object.keys(full).filter((key) => known.some(({ name }) => name === key));
    database
      .prepare(
        `INSERT INTO "${table}" (${names.map((name) => `"${name}"`).join(", ")}) VALUES (${names.map(() => "?").join(", ")})`,
      )
      .run(...names.map((name) => asStored(table, name, full[name] ?? null)));
  }

  const list = (values: readonly string[]): string =>
    isTwo ? JSON.stringify(values) : values.join("|");

  function encrypt(text: string): string {
    const nonce = randomBytes(12);
    const cipher = createCipheriv("aes-256-gcm", systemKey, nonce);
    const bytes = Buffer.concat([nonce, cipher.update(text), cipher.final(), cipher.getAuthTag()]);
    return bytes.toString("base64").replaceAll("+", "-").replaceAll("/", "_");
  }

  function mint(prefix: string): string {
    const random = randomBytes(32);
    const mac = createHmac("sha512-256", systemKey).update(random).digest("base64url");
    return `${isTwo ? prefix : ""}${random.toString("base64url")}.${mac}`;
  }

  function addClient(client: HydraClientOptions): void {
    const lifespans = Object.entries(client.lifespans ?? {}).map(
      ([name, seconds]) => [name, BigInt(seconds) * 1_000_000_000n] as const,
    );
    insert("hydra_client", {
      id: client.client_id,
      client_name: "",
      client_secret: hashSecret(client.client_secret ?? randomUUID()),
      redirect_uris: list(client.redirect_uris ?? []),
      grant_types: list(client.grant_types ?? ["authorization_code", "refresh_token"]),
      response_types: list(client.response_types ?? ["code"]),
      scope: client.scope ?? "openid offline_access",
      owner: "",
      policy_uri: "",
      tos_uri: "",
      client_uri: "",
      logo_uri: "",
      contacts: list([]),
      client_secret_expires_at: 0,
      sector_identifier_uri: "",
      jwks: JSON.stringify(client.jwks ?? {}),
      jwks_uri: "",
      request_uris: list([]),
      token_endpoint_auth_method: client.token_endpoint_auth_method ?? "client_secret_basic",
      request_object_signing_alg: "",
      userinfo_signed_response_alg: "none",
      subject_type: client.subject_type ?? "public",
      allowed_cors_origins: list([]),
      audience: list(client.audience ?? []),
      created_at: time(now),
      updated_at: time(now),
      frontchannel_logout_uri: "",
      frontchannel_logout_session_required: 0,
      post_logout_redirect_uris: list([]),
      backchannel_logout_uri: "",
      backchannel_logout_session_required: 0,
      metadata: JSON.stringify(client.metadata ?? {}),
      token_endpoint_auth_signing_alg: "",
      registration_access_token_signature: "",
      access_token_strategy: "",
      skip_consent: 0,
      ...Object.fromEntries(lifespans),
      ...client.columns,
    });
  }

  /** Gives the client a token for its registration, and returns it. Not in 1.9. */
  function addRegistrationToken(client_id: string): string {
    const token = mint("ory_at_");
    database
      .prepare("UPDATE hydra_client SET registration_access_token_signature = ? WHERE id = ?")
      .run(signatureOf(token), client_id);
    return token;
  }

  function hashSecret(secret: string): string {
    if (!isTwo) return hashSync(secret, 4).replace("$2b$", "$2a$");
    const salt = randomBytes(16);
    const hash = pbkdf2Sync(secret, salt, 1000, 32, "sha256");
    return `$pbkdf2-sha256$i=1000,l=32$${unpadded(salt)}$${unpadded(hash)}`;
  }

  /** Generates an ES256 or RS256 key, and returns its private JWK; `kid` is what the set publishes. */
  function addKey(
    set: string,
    key: {
      readonly id?: string;
      readonly alg?: "RS256" | "ES256";
      readonly created_at?: number;
    } = {},
  ): Jwk {
    const alg = key.alg ?? "RS256";
    const pair =
      alg === "RS256"
        ? generateKeyPairSync("rsa", { modulusLength: 2048 })
        : generateKeyPairSync("ec", { namedCurve: "P-256" });
    const id = key.id ?? randomUUID();
    const kid = isTwo ? id : `public:${id}`;
    const jwk = { use: "sig", alg, ...pair.privateKey.export({ format: "jwk" }) };
    const created_at = key.created_at ?? now;
    if (isTwo) {
      addKeyRow(set, { ...jwk, kid }, created_at);
    } else {
      addKeyRow(set, { ...jwk, kid: `private:${id}` }, created_at);
      addKeyRow(
        set,
        { use: "sig", alg, ...pair.publicKey.export({ format: "jwk" }), kid },
        created_at,
      );
    }
    signing.set(set, { kid, privateKey: pair.privateKey });
    return { ...jwk, kid };
  }

  function addKeyRow(set: string, jwk: Jwk, created_at = now): void {
    insert("hydra_jwk", {
      sid: set,
      kid: jwk.kid,
      version: 0,
      keydata: encrypt(JSON.stringify(jwk)),
      created_at: time(created_at),
    });
  }

  function addSession(session: HydraSessionOptions): string {
    const sid = session.sid ?? randomUUID();
    const authenticated_at = session.authenticated_at ?? now;
    insert("hydra_oauth2_authentication_session", {
      id: sid,
      subject: session.subject,
      authenticated_at: time(authenticated_at),
      remember: session.remember === false ? 0 : 1,
      expires_at: isTwo ? time(session.expires_at ?? authenticated_at + 15_552_000) : null,
    });
    return sid;
  }

  function addConsent(given: HydraConsentOptions): HydraConsent {
    const { rejected, ...fields } = given;
    const consent: HydraConsent = { ...emptyConsent(given), ...fields };
    if (isTwo) addGrantedFlow(consent, rejected === true);
    else addConsentRows(consent, rejected === true);
    return consent;
  }

  function emptyConsent(given: HydraConsentOptions): HydraConsent {
    const scope = given.scope ?? ["openid", "offline_access"];
    return {
      client_id: given.client_id,
      subject: given.subject,
      id: hex(),
      scope,
      requested_scope: scope,
      audience: [],
      sid: "",
      skip: false,
      remember: false,
      remember_for: 0,
      granted_at: now,
      nonce: "",
      acr: "",
      amr: [],
      context: {},
      oidc_context: {},
      access_token: {},
      id_token: {},
      identifier: given.subject,
      request_url: `https://id.example.com/oauth2/auth?client_id=${given.client_id}&response_type=code&state=${hex()}`,
    };
  }

  function addGrantedFlow(consent: HydraConsent, isRejected: boolean): void {
    insert("hydra_oauth2_flow", {
      ...flowRow(consent),
      consent_challenge_id: consent.id,
      consent_skip: Number(consent.skip),
      granted_scope: list(consent.scope),
      granted_at_audience: list(consent.audience),
      consent_remember: Number(consent.remember),
      consent_remember_for: consent.remember_for,
      consent_handled_at: time(consent.granted_at),
      session_access_token: JSON.stringify(consent.access_token),
      session_id_token: JSON.stringify(consent.id_token),
      ...(isRejected
        ? { state: 129, consent_error: JSON.stringify({ error: "access_denied" }) }
        : {}),
    });
  }

  function flowRow(consent: HydraConsent): Row {
    return {
      login_challenge: hex(),
      requested_scope: list(consent.requested_scope),
      subject: consent.subject,
      request_url: consent.request_url,
      client_id: consent.client_id,
      requested_at: time(consent.granted_at),
      oidc_context: JSON.stringify(consent.oidc_context),
      login_session_id: consent.sid === "" ? null : consent.sid,
      requested_at_audience: list(consent.audience),
      acr: consent.acr,
      amr: list(consent.amr),
      context: JSON.stringify(consent.context),
    };
  }

  function addConsentRows(consent: HydraConsent, isRejected: boolean): void {
    const login = addLoginRows(consent);
    addLoginAnswer(login.challenge, consent, true);
    addConsentRequest(consent, login.challenge);
    addConsentAnswer(consent, {
      was_used: !isRejected,
      error: isRejected ? { error: "access_denied" } : {},
    });
  }

  function addLoginRows(consent: HydraConsent) {
    const login = { challenge: hex(), verifier: hex(), csrf: hex() };
    insert("hydra_oauth2_authentication_request", {
      ...login,
      requested_scope: list(consent.requested_scope),
      subject: consent.skip ? consent.subject : "",
      request_url: consent.request_url,
      skip: Number(consent.skip),
      client_id: consent.client_id,
      requested_at: time(consent.granted_at),
      oidc_context: JSON.stringify(consent.oidc_context),
      login_session_id: consent.sid,
      requested_at_audience: list(consent.audience),
    });
    return login;
  }

  function addLoginAnswer(challenge: string, consent: HydraConsent, wasUsed: boolean): void {
    insert("hydra_oauth2_authentication_request_handled", {
      challenge,
      subject: consent.subject,
      remember: 1,
      remember_for: 3600,
      error: "{}",
      acr: consent.acr,
      amr: list(consent.amr),
      requested_at: time(consent.granted_at),
      authenticated_at: time(consent.granted_at),
      was_used: Number(wasUsed),
      forced_subject_identifier: "",
      context: JSON.stringify(consent.context),
    });
  }

  function addConsentRequest(consent: HydraConsent, login_challenge: string) {
    const secrets = { verifier: hex(), csrf: hex() };
    insert("hydra_oauth2_consent_request", {
      challenge: consent.id,
      ...secrets,
      client_id: consent.client_id,
      subject: consent.subject,
      request_url: consent.request_url,
      skip: Number(consent.skip),
      requested_scope: list(consent.requested_scope),
      authenticated_at: time(consent.granted_at),
      requested_at: time(consent.granted_at),
      oidc_context: JSON.stringify(consent.oidc_context),
      forced_subject_identifier: consent.identifier === consent.subject ? "" : consent.identifier,
      login_session_id: consent.sid === "" ? null : consent.sid,
      login_challenge,
      requested_at_audience: list(consent.audience),
      acr: consent.acr,
      amr: list(consent.amr),
      context: JSON.stringify(consent.context),
    });
    return secrets;
  }

  function addConsentAnswer(
    consent: HydraConsent,
    answer: { readonly was_used: boolean; readonly error: object },
  ): void {
    insert("hydra_oauth2_consent_request_handled", {
      challenge: consent.id,
      granted_scope: list(consent.scope),
      remember: Number(consent.remember),
      remember_for: consent.remember_for,
      error: JSON.stringify(answer.error),
      requested_at: time(consent.granted_at),
      session_access_token: JSON.stringify(consent.access_token),
      session_id_token: JSON.stringify(consent.id_token),
      was_used: Number(answer.was_used),
      granted_at_audience: list(consent.audience),
      handled_at: time(consent.granted_at),
    });
  }

  function addTokenRow(
    table: string,
    signature: string,
    of: TokenOwner,
    token: HydraTokenOptions & {
      readonly expiries: Record<string, string>;
      readonly form?: string;
    },
  ): void {
    const issued_at = token.issued_at ?? now;
    const scope = token.scope ?? of.scope;
    const audience = token.audience ?? of.audience;
    const session = JSON.stringify(
      version === "v1.9" ? oldSession(of, token.expiries) : newSession(of, token.expiries),
    );
    insert(table, {
      signature,
      request_id: token.request_id ?? of.id,
      requested_at: time(issued_at),
      client_id: of.client_id,
      scope: scope.join("|"),
      granted_scope: scope.join("|"),
      form_data: token.form ?? "",
      session_data: options.encrypt === false ? session : encrypt(session),
      subject: of.subject,
      active: token.active === false ? 0 : 1,
      requested_audience: audience.join("|"),
      granted_audience: audience.join("|"),
      challenge_id: of.challenge_id,
      expires_at: Object.values(token.expiries)[0] ?? null,
      ...token.columns,
    });
  }

  function expiryOf(token: HydraTokenOptions): string | undefined {
    return token.expires_in === null ? undefined : rfc3339(now + (token.expires_in ?? 3600));
  }

  function addAccessToken(consent: HydraConsent, token: HydraTokenOptions = {}): string {
    return addAccess({ ...consent, challenge_id: consent.id }, token);
  }

  function addAccess(of: TokenOwner, token: HydraTokenOptions): string {
    const expiry = expiryOf(token);
    const text = options.jwt === true ? signJwt(of, expiry) : mint("ory_at_");
    const signature = signatureOf(text);
    const stored =
      isTwo || options.jwt === true
        ? createHash("sha384").update(signature).digest("hex")
        : signature;
    addTokenRow("hydra_oauth2_access", stored, of, {
      ...token,
      expiries: expiry === undefined ? {} : { access_token: expiry },
    });
    return text;
  }

  function signJwt(of: TokenOwner, expiry: string | undefined): string {
    const set = "hydra.jwt.access-token";
    if (!signing.has(set)) addKey(set);
    const key = signing.get(set);
    if (key === undefined) throw new Error("No key was made");
    const header = { alg: "RS256", kid: key.kid, typ: "JWT" };
    const exp = expiry === undefined ? undefined : Math.floor(Date.parse(expiry) / 1000);
    const claims = {
      sub: of.subject,
      client_id: of.client_id,
      jti: randomUUID(),
      iat: now,
      exp,
      scp: of.scope,
    };
    const input = [header, claims]
      .map((part) => Buffer.from(JSON.stringify(part)).toString("base64url"))
      .join(".");
    return `${input}.${sign("sha256", Buffer.from(input), key.privateKey).toString("base64url")}`;
  }

  function addRefreshToken(consent: HydraConsent, token: HydraTokenOptions = {}): string {
    const expiry = expiryOf(token);
    const text = mint("ory_rt_");
    addTokenRow(
      "hydra_oauth2_refresh",
      signatureOf(text),
      { ...consent, challenge_id: consent.id },
      {
        ...token,
        expiries: expiry === undefined ? {} : { refresh_token: expiry },
      },
    );
    return text;
  }

  /** A code with the rows of OpenID Connect and PKCE that come with it. */
  function addCode(consent: HydraConsent, code: HydraCodeOptions = {}): string {
    const text = mint("ory_ac_");
    const expiry = expiryOf(code);
    const of = { ...consent, challenge_id: consent.id };
    const expiries: Record<string, string> = expiry === undefined ? {} : { authorize_code: expiry };
    const row = { ...code, expiries };
    const isUsed = code.active === false;
    const redirect = new URLSearchParams(
      code.redirect_uri === undefined ? {} : { redirect_uri: code.redirect_uri },
    ).toString();
    addTokenRow("hydra_oauth2_code", signatureOf(text), of, { ...row, form: redirect });
    if (consent.scope.includes("openid") && !(isTwo && isUsed)) {
      const form = new URLSearchParams({ nonce: consent.nonce }).toString();
      addTokenRow("hydra_oauth2_oidc", text, of, { ...row, active: true, form });
    }
    if (!isUsed && (code.code_challenge !== undefined || !isTwo)) {
      const challenge = code.code_challenge;
      const form =
        challenge === undefined
          ? ""
          : new URLSearchParams({
              code_challenge: challenge,
              code_challenge_method: "S256",
            }).toString();
      addTokenRow("hydra_oauth2_pkce", signatureOf(text), of, { ...row, form });
    }
    return text;
  }

  /** A consent whose code was redeemed: with an access token and, where `rotations` says so, refresh tokens. */
  function addGrant(grant: HydraGrantOptions): HydraGrant {
    const { rotations, expires_in, ...given } = grant;
    const token = expires_in === undefined ? {} : { expires_in };
    const consent = addConsent(given);
    const code = addCode(consent, { ...token, active: false });
    const used: string[] = [];
    for (let rotation = 0; rotation < (rotations ?? 0); rotation++) {
      const issued_at = now - 100 + rotation;
      // A server of 1.9 deletes the row of a refresh token that was used.
      if (version === "v1.9") used.push(mint("ory_rt_"));
      else used.push(addRefreshToken(consent, { ...token, active: false, issued_at }));
    }
    const access_token = addAccessToken(consent, token);
    return {
      consent,
      code,
      access_token,
      ...(rotations === undefined ? {} : { refresh_token: addRefreshToken(consent, token) }),
      used_refresh_tokens: used,
    };
  }

  /** An access token of a client that acts for itself, or of an assertion. */
  function addMachineToken(
    token: HydraTokenOptions & {
      readonly client_id: string;
      readonly subject?: string;
      readonly ext?: object;
    },
  ): string {
    const { client_id, subject, ext, ...row } = token;
    return addAccess(
      {
        id: randomUUID(),
        client_id,
        subject: subject ?? client_id,
        identifier: "",
        scope: row.scope ?? [],
        audience: row.audience ?? [],
        challenge_id: null,
        nonce: "",
        acr: "",
        amr: [],
        sid: "",
        granted_at: now,
        access_token: ext ?? {},
        id_token: {},
      },
      row,
    );
  }

  function addForcedSubject(row: { client_id: string; subject: string; identifier: string }): void {
    insert("hydra_oauth2_obfuscated_authentication_session", {
      subject: row.subject,
      client_id: row.client_id,
      subject_obfuscated: row.identifier,
    });
  }

  /** A `jti` that was used. */
  function addAssertion(jti: string, expires_at = now + 300): void {
    const signature = createHash("sha256").update(jti).digest("hex");
    insert("hydra_oauth2_jti_blacklist", { signature, expires_at: time(expires_at) });
  }

  /** An issuer with a key of its own, whose private JWK is returned. Not in 1.9. */
  function addTrustedIssuer(trust: {
    readonly issuer: string;
    readonly subject?: string;
    readonly scope?: readonly string[];
    readonly expires_at?: number;
    readonly id?: string;
  }): Jwk {
    const pair = generateKeyPairSync("ec", { namedCurve: "P-256" });
    const common = { use: "sig", alg: "ES256", kid: hex() };
    addKeyRow(trust.issuer, { ...common, ...pair.publicKey.export({ format: "jwk" }) });
    insert("hydra_oauth2_trusted_jwt_bearer_issuer", {
      id: trust.id ?? randomUUID(),
      issuer: trust.issuer,
      subject: trust.subject ?? "",
      scope: (trust.scope ?? []).join("|"),
      key_set: trust.issuer,
      key_id: common.kid,
      created_at: time(now),
      expires_at: time(trust.expires_at ?? now + 86_400),
      allow_any_subject: Number(trust.subject === undefined),
    });
    return { ...common, ...pair.privateKey.export({ format: "jwk" }) };
  }

  function addLogout(logout: {
    readonly subject: string;
    readonly sid: string;
    readonly client_id?: string;
    readonly state?: "waiting" | "accepted" | "rejected" | "used";
    readonly redirect_uri?: string;
    readonly expires_at?: number;
  }): { challenge: string; verifier: string } {
    const state = logout.state ?? "waiting";
    const secrets = { challenge: randomUUID(), verifier: randomUUID() };
    insert("hydra_oauth2_logout_request", {
      ...secrets,
      subject: logout.subject,
      sid: logout.sid,
      client_id: logout.client_id ?? null,
      request_url: "/oauth2/sessions/logout",
      redir_url: logout.redirect_uri ?? "https://login.example.com/bye",
      was_used: Number(state === "used"),
      accepted: Number(state === "accepted" || state === "used"),
      rejected: Number(state === "rejected"),
      rp_initiated: Number(logout.client_id !== undefined),
      expires_at: logout.expires_at === undefined ? null : time(logout.expires_at),
      requested_at: time(now),
    });
    return secrets;
  }

  /** A flow that has not come to its end; in v26 a row as 2.0 and 2.1 wrote it. */
  function addFlow(
    at: "login" | "login_answered" | "consent" | "consent_answered",
    given: HydraConsentOptions,
  ) {
    const { rejected: _, ...fields } = given;
    const consent: HydraConsent = { ...emptyConsent(given), ...fields };
    if (isTwo) return addHalfFlow(at, consent);
    const login = addLoginRows(consent);
    const names = {
      login_challenge: login.challenge,
      login_verifier: login.verifier,
      login_csrf: login.csrf,
    };
    if (at !== "login") addLoginAnswer(login.challenge, consent, at !== "login_answered");
    if (at === "login" || at === "login_answered") return names;
    const { verifier, csrf } = addConsentRequest(consent, login.challenge);
    if (at === "consent_answered") addConsentAnswer(consent, { was_used: false, error: {} });
    return {
      ...names,
      consent_challenge: consent.id,
      consent_verifier: verifier,
      consent_csrf: csrf,
    };
  }

  function addHalfFlow(
    at: "login" | "login_answered" | "consent" | "consent_answered",
    consent: HydraConsent,
  ) {
    const names = { login_challenge: hex(), login_verifier: hex(), login_csrf: hex() };
    const consentNames = {
      consent_challenge: consent.id,
      consent_verifier: hex(),
      consent_csrf: hex(),
    };
    const isAtConsent = at === "consent" || at === "consent_answered";
    const states = { login: 1, login_answered: 2, consent: 4, consent_answered: 5 } as const;
    insert("hydra_oauth2_flow", {
      ...flowRow(consent),
      ...names,
      login_skip: 0,
      state: states[at],
      subject: at === "login" ? "" : consent.subject,
      login_initialized_at: time(consent.granted_at),
      ...(at === "login"
        ? {}
        : {
            login_remember: 1,
            login_remember_for: 3600,
            login_error: "{}",
            login_authenticated_at: time(consent.granted_at),
            login_was_used: Number(isAtConsent),
          }),
      ...(isAtConsent
        ? {
            consent_challenge_id: consent.id,
            consent_skip: 0,
            consent_verifier: consentNames.consent_verifier,
            consent_csrf: consentNames.consent_csrf,
          }
        : {}),
      ...(at === "consent_answered"
        ? {
            granted_scope: list(consent.scope),
            granted_at_audience: list(consent.audience),
            consent_remember: Number(consent.remember),
            consent_remember_for: consent.remember_for,
            consent_handled_at: time(consent.granted_at),
            consent_was_used: 0,
            consent_error: "{}",
            session_access_token: JSON.stringify(consent.access_token),
            session_id_token: JSON.stringify(consent.id_token),
          }
        : {}),
    });
    return isAtConsent ? { ...names, ...consentNames } : names;
  }

  return {
    version,
    nid,
    path: options.path,
    addAccessToken,
    addAssertion,
    addClient,
    addCode,
    addConsent,
    addFlow,
    addForcedSubject,
    addGrant,
    addKey,
    addKeyRow,
    addLogout,
    addMachineToken,
    addRefreshToken,
    addRegistrationToken,
    addSession,
    addTrustedIssuer,
    /** A row of any table, with the values as Ory Hydra writes them. */
    insert,
    /** What is written from here on is under another system secret. */
    rotateSystemSecret(secret: string): void {
      systemKey = keyOf(secret);
    },
    /** Any statement, such as what a clean-up script does. */
    run(sql: string, ...values: (string | number | null)[]): void {
      database.prepare(sql).run(...values);
    },
    close(): void {
      database.close();
    },
  };
}

/** What the session of a token is made of. */
interface TokenOwner {
  readonly id: string;
  readonly client_id: string;
  readonly subject: string;
  readonly identifier: string;
  readonly scope: readonly string[];
  readonly audience: readonly string[];
  readonly challenge_id: string | null;
  readonly nonce: string;
  readonly acr: string;
  readonly amr: readonly string[];
  readonly sid: string;
  readonly granted_at: number;
  readonly access_token: object;
  readonly id_token: object;
}

const SQLITE_TYPES = {
  key: "VARCHAR(255)",
  text: "TEXT",
  list: "TEXT",
  json: "TEXT",
  time: "TIMESTAMP",
  flag: "INTEGER",
  number: "BIGINT",
  uuid: "CHAR(36)",
} as const;

/** Computed with a function that not every SQLite has: a reader that selects it may fail. */
const GENERATED =
  "expires_at TIMESTAMP GENERATED ALWAYS AS (unknown_to_readers(consent_remember_for)) VIRTUAL";

/** As up to 1.11.8: Go's names of fields. */
function oldSession(of: TokenOwner, expiries: Record<string, string>): object {
  return {
    idToken: {
      Claims: {
        Issuer: "https://id.example.com/",
        Subject: of.identifier,
        Audience: [of.client_id],
        Nonce: of.nonce,
        RequestedAt: of.challenge_id === null ? ZERO_TIME : rfc3339(of.granted_at),
        AuthTime: of.challenge_id === null ? ZERO_TIME : rfc3339(of.granted_at),
        AuthenticationContextClassReference: of.acr,
        AuthenticationMethodsReference: "",
        Extra: { ...of.id_token, sid: of.sid },
      },
      Headers: { Extra: {} },
      ExpiresAt: expiries,
      Username: "",
      Subject: of.subject,
    },
    extra: of.access_token,
    KID: "",
    ClientID: of.client_id,
    ConsentChallenge: of.challenge_id ?? "",
  };
}

function newSession(of: TokenOwner, expiries: Record<string, string>): object {
  return {
    id_token: {
      id_token_claims: {
        iss: "https://id.example.com/",
        sub: of.identifier,
        aud: [of.client_id],
        nonce: of.nonce,
        rat: of.challenge_id === null ? ZERO_TIME : rfc3339(of.granted_at),
        auth_time: of.challenge_id === null ? ZERO_TIME : rfc3339(of.granted_at),
        acr: of.acr,
        amr: of.amr,
        ext: { ...of.id_token, sid: of.sid },
      },
      headers: { extra: {} },
      expires_at: expiries,
      username: "",
      subject: of.subject,
    },
    extra: of.access_token,
    kid: "",
    client_id: of.client_id,
    consent_challenge: of.challenge_id ?? "",
  };
}

const ZERO_TIME = "0001-01-01T00:00:00Z";

function keyOf(secret: string): Buffer {
  return createHash("sha256").update(secret).digest();
}

/** What the database has of a token. */
export function signatureOf(token: string): string {
  return token.slice(token.lastIndexOf(".") + 1);
}

/** Ory Hydra stores these as BLOBs in columns of text. */
function asStored(table: string, name: string, value: Row[string]): Row[string] | Uint8Array {
  const isBytes = name === "session_data" || name === "oidc_context";
  return isBytes && typeof value === "string" && table !== "" ? Buffer.from(value) : value;
}

function unpadded(bytes: Buffer): string {
  return bytes.toString("base64").replaceAll("=", "");
}

function hex(): string {
  return randomBytes(16).toString("hex");
}

function rfc3339(seconds: number): string {
  return new Date(seconds * 1000).toISOString().replace(".000", "");
}

/** As Ory Hydra writes times into SQLite. */
function time(seconds: number): string {
  return `${new Date(seconds * 1000).toISOString().slice(0, 19).replace("T", " ")}+00:00`;
}
