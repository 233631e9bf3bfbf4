/** The tables of Ory Hydra's database, as far as a takeover reads them: columns and their kinds, without constraints. */

export type HydraVersion = "v1.9" | "v1.11" | "v26";

export type ColumnKind = "key" | "text" | "list" | "json" | "time" | "flag" | "number" | "uuid";

export interface HydraColumn {
  readonly name: string;
  readonly kind: ColumnKind;
}

/** `list` is joined by `|` in 1.x and a JSON array afterwards; `flag` is a boolean; `uuid` is a type of its own in PostgreSQL. */
export function hydraTables(version: HydraVersion): ReadonlyMap<string, readonly HydraColumn[]> {
  const tables = version === "v26" ? tablesOfTwo() : tablesOfOne(version);
  return new Map(Object.entries(tables).map(([name, columns]) => [name, parseColumns(columns)]));
}

/** The migrations that a server of the version has run last. */
export const hydraMigrations: Readonly<Record<HydraVersion, readonly string[]>> = {
  "v1.9": ["20190100000001", "20200913192340", "20201116133000"],
  "v1.11": ["20190100000001000000", "20201116133000000000", "20220328111500000000"],
  v26: ["20150101000001000000", "20220328111500000000", "20251202130532000001"],
};

const CLIENT =
  "id:key client_name:text client_secret:text redirect_uris:list grant_types:list response_types:list scope:text owner:text " +
  "policy_uri:text tos_uri:text client_uri:text logo_uri:text contacts:list client_secret_expires_at:number " +
  "sector_identifier_uri:text jwks:json jwks_uri:text request_uris:list token_endpoint_auth_method:text " +
  "request_object_signing_alg:text userinfo_signed_response_alg:text subject_type:text allowed_cors_origins:list audience:list " +
  "created_at:time updated_at:time frontchannel_logout_uri:text frontchannel_logout_session_required:flag " +
  "post_logout_redirect_uris:list backchannel_logout_uri:text backchannel_logout_session_required:flag metadata:json " +
  "token_endpoint_auth_signing_alg:text";

const LIFESPANS = [
  "authorization_code_grant_access_token_lifespan",
  "authorization_code_grant_id_token_lifespan",
  "authorization_code_grant_refresh_token_lifespan",
  "client_credentials_grant_access_token_lifespan",
  "implicit_grant_access_token_lifespan",
  "implicit_grant_id_token_lifespan",
  "jwt_bearer_grant_access_token_lifespan",
  "password_grant_access_token_lifespan",
  "password_grant_refresh_token_lifespan",
  "refresh_token_grant_id_token_lifespan",
  "refresh_token_grant_access_token_lifespan",
  "refresh_token_grant_refresh_token_lifespan",
]
  .map((name) => `${name}:number`)
  .join(" ");

const KEY = "sid:key kid:key version:number keydata:text created_at:time";

const TOKEN =
  "signature:key request_id:key requested_at:time client_id:key scope:text granted_scope:text form_data:text session_data:text " +
  "subject:key active:flag requested_audience:text granted_audience:text challenge_id:key";

const SESSION = "id:key authenticated_at:time subject:key remember:flag";
const LOGOUT =
  "challenge:key verifier:key subject:key sid:key client_id:key request_url:text redir_url:text was_used:flag accepted:flag " +
  "rejected:flag rp_initiated:flag";
const FORCED = "subject:key client_id:key subject_obfuscated:text";
const JTI = "signature:key expires_at:time";
const ISSUER =
  "id:key issuer:text subject:text scope:text key_set:key key_id:key created_at:time expires_at:time allow_any_subject:flag";

function tablesOfOne(version: "v1.9" | "v1.11"): Record<string, string> {
  const hasAmr = version === "v1.11";
  const amr = hasAmr ? " amr:text" : "";
  return {
    hydra_client: hasAmr
      ? `${CLIENT} ${LIFESPANS} registration_access_token_signature:text`
      : CLIENT,
    hydra_jwk: KEY,
    hydra_oauth2_access: TOKEN,
    hydra_oauth2_refresh: TOKEN,
    hydra_oauth2_code: TOKEN,
    hydra_oauth2_oidc: TOKEN,
    hydra_oauth2_pkce: TOKEN,
    hydra_oauth2_authentication_session: SESSION,
    hydra_oauth2_authentication_request:
      "challenge:key requested_scope:text verifier:key csrf:text subject:key request_url:text skip:flag client_id:key " +
      "requested_at:time authenticated_at:time oidc_context:text login_session_id:key requested_at_audience:text",
    hydra_oauth2_authentication_request_handled: `challenge:key subject:key remember:flag remember_for:number error:text acr:text requested_at:time authenticated_at:time was_used:flag forced_subject_identifier:text context:text${amr}`,
    hydra_oauth2_consent_request: `challenge:key verifier:key client_id:key subject:key request_url:text skip:flag requested_scope:text csrf:text authenticated_at:time requested_at:time oidc_context:text forced_subject_identifier:text login_session_id:key login_challenge:key requested_at_audience:text acr:text context:text${amr}`,
    hydra_oauth2_consent_request_handled:
      "challenge:key granted_scope:text remember:flag remember_for:number error:text requested_at:time session_access_token:text " +
      "session_id_token:text authenticated_at:time was_used:flag granted_at_audience:text handled_at:time",
    hydra_oauth2_jti_blacklist: JTI,
    hydra_oauth2_logout_request: LOGOUT,
    hydra_oauth2_obfuscated_authentication_session: FORCED,
    ...(hasAmr ? { hydra_oauth2_trusted_jwt_bearer_issuer: ISSUER } : {}),
    schema_migration: hasAmr ? "version:key version_self:number" : "version:key",
  };
}

function tablesOfTwo(): Record<string, string> {
  const token = `${TOKEN} nid:uuid expires_at:time`;
  return {
    networks: "id:uuid created_at:time updated_at:time",
    hydra_client: `${CLIENT} ${LIFESPANS} registration_access_token_signature:text access_token_strategy:text skip_consent:flag nid:uuid skip_logout_consent:flag device_authorization_grant_id_token_lifespan:number device_authorization_grant_access_token_lifespan:number device_authorization_grant_refresh_token_lifespan:number`,
    hydra_jwk: `${KEY} nid:uuid`,
    hydra_oauth2_access: token,
    hydra_oauth2_refresh: `${token} first_used_at:time access_token_signature:key used_times:number`,
    hydra_oauth2_code: token,
    hydra_oauth2_oidc: token,
    hydra_oauth2_pkce: token,
    hydra_oauth2_device_auth_codes:
      "device_code_signature:key user_code_signature:key request_id:key requested_at:time client_id:key scope:text " +
      "granted_scope:text form_data:text session_data:text subject:key device_code_active:flag user_code_state:number " +
      "requested_audience:text granted_audience:text challenge_id:key expires_at:time nid:uuid",
    hydra_oauth2_authentication_session: `${SESSION} nid:uuid identity_provider_session_id:key expires_at:time`,
    hydra_oauth2_flow:
      "login_challenge:key nid:uuid requested_scope:list login_verifier:key login_csrf:text subject:key request_url:text " +
      "login_skip:flag client_id:key requested_at:time oidc_context:json login_session_id:key requested_at_audience:list " +
      "login_initialized_at:time state:number login_remember:flag login_remember_for:number login_error:text acr:text " +
      "login_authenticated_at:time login_was_used:flag forced_subject_identifier:text context:json amr:list " +
      "consent_challenge_id:key consent_skip:flag consent_verifier:key consent_csrf:text granted_scope:list " +
      "granted_at_audience:list consent_remember:flag consent_remember_for:number consent_handled_at:time " +
      "consent_was_used:flag consent_error:text session_id_token:json session_access_token:json " +
      "login_extend_session_lifespan:flag identity_provider_session_id:key device_challenge_id:key device_code_request_id:key " +
      "device_verifier:key device_csrf:text device_was_used:flag device_handled_at:time device_error:text",
    hydra_oauth2_jti_blacklist: `${JTI} nid:uuid`,
    hydra_oauth2_logout_request: `${LOGOUT} nid:uuid expires_at:time requested_at:time`,
    hydra_oauth2_obfuscated_authentication_session: `${FORCED} nid:uuid`,
    hydra_oauth2_trusted_jwt_bearer_issuer: `${ISSUER} nid:uuid`,
    schema_migration: "version:key version_self:number",
  };
}

function parseColumns(columns: string): HydraColumn[] {
  return columns.split(" ").map((column) => {
    const [name = "", kind = ""] = column.split(":");
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- The texts above name kinds only.
    return { name, kind: kind as ColumnKind };
  });
}
