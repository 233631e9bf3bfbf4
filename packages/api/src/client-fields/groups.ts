/** The groups of client fields, in the order in which the console's form and the help of the command show them. */

import type { ClientFieldName } from "../client-fields.ts";

/** Fields that are read together. */
export interface ClientFieldGroup {
  readonly name: string;
  readonly title: string;
  /** Whether most clients leave all of its fields at their defaults: the console folds it away until one is set. */
  readonly advanced: boolean;
  readonly fields: readonly ClientFieldName[];
}

/** Every field that a caller sets is in one group. `client_id` is in none: it is an argument of its own. */
export const clientFieldGroups = [
  {
    name: "general",
    title: "General",
    advanced: false,
    fields: [
      "client_name",
      "enabled",
      "redirect_uris",
      "post_logout_redirect_uris",
      "allowed_cors_origins",
      "owner",
    ],
  },
  {
    name: "access",
    title: "Grants and scopes",
    advanced: false,
    fields: [
      "grant_types",
      "response_types",
      "scope",
      "audience",
      "skip_consent",
      "authorization_details_types",
    ],
  },
  {
    name: "authentication",
    title: "Authentication",
    advanced: false,
    fields: [
      "token_endpoint_auth_method",
      "client_secret",
      "jwks_uri",
      "jwks",
      "token_endpoint_auth_signing_alg",
      "tls_client_auth_subject_dn",
      "tls_client_auth_san_dns",
      "tls_client_auth_san_uri",
      "tls_client_auth_san_ip",
      "tls_client_auth_san_email",
      "security_profile",
    ],
  },
  {
    name: "pages",
    title: "Shown to users",
    advanced: false,
    fields: ["client_uri", "logo_uri", "policy_uri", "tos_uri", "contacts", "initiate_login_uri"],
  },
  {
    name: "logout",
    title: "Logout",
    advanced: true,
    fields: [
      "skip_logout_consent",
      "logout_ends_tokens",
      "frontchannel_logout_uri",
      "frontchannel_logout_session_required",
      "backchannel_logout_uri",
      "backchannel_logout_session_required",
    ],
  },
  {
    name: "tokens",
    title: "Tokens",
    advanced: true,
    fields: [
      "access_token_strategy",
      "access_token_jwt_typ",
      "dpop_bound_access_tokens",
      "tls_client_certificate_bound_access_tokens",
      "subject_type",
      "sector_identifier_uri",
    ],
  },
  {
    name: "lifespans",
    title: "Token lifespans",
    advanced: true,
    fields: [
      "grant_lifespan",
      "authorization_code_grant_access_token_lifespan",
      "authorization_code_grant_refresh_token_lifespan",
      "authorization_code_grant_id_token_lifespan",
      "refresh_token_grant_access_token_lifespan",
      "refresh_token_grant_refresh_token_lifespan",
      "refresh_token_grant_id_token_lifespan",
      "client_credentials_grant_access_token_lifespan",
      "device_authorization_grant_access_token_lifespan",
      "device_authorization_grant_refresh_token_lifespan",
      "device_authorization_grant_id_token_lifespan",
      "backchannel_authentication_grant_access_token_lifespan",
      "backchannel_authentication_grant_refresh_token_lifespan",
      "backchannel_authentication_grant_id_token_lifespan",
      "implicit_grant_access_token_lifespan",
      "implicit_grant_id_token_lifespan",
      "jwt_bearer_grant_access_token_lifespan",
      "token_exchange_grant_access_token_lifespan",
    ],
  },
  {
    name: "sign_in",
    title: "Sign-in requirements",
    advanced: true,
    fields: ["default_acr_values", "acr_values_required", "default_max_age"],
  },
  {
    name: "requests",
    title: "Signed requests and responses",
    advanced: true,
    fields: [
      "require_pushed_authorization_requests",
      "require_signed_request_object",
      "request_uris",
      "request_object_signing_alg",
      "request_object_encryption_alg",
      "request_object_encryption_enc",
      "authorization_signed_response_alg",
      "authorization_encrypted_response_alg",
      "authorization_encrypted_response_enc",
      "id_token_signed_response_alg",
      "id_token_encrypted_response_alg",
      "id_token_encrypted_response_enc",
      "userinfo_signed_response_alg",
      "userinfo_encrypted_response_alg",
      "userinfo_encrypted_response_enc",
      "introspection_signed_response_alg",
    ],
  },
  {
    name: "exchange",
    title: "Token exchange",
    advanced: true,
    fields: [
      "token_exchange_type",
      "token_exchange_subject_clients",
      "token_exchange_subject_issuers",
      "token_exchange_scope",
      "id_jag_targets",
      "vault_providers",
      "support_access",
    ],
  },
  {
    name: "backchannel",
    title: "Backchannel authentication",
    advanced: true,
    fields: [
      "backchannel_token_delivery_mode",
      "backchannel_client_notification_endpoint",
      "backchannel_authentication_request_signing_alg",
    ],
  },
  {
    name: "software",
    title: "Software and metadata",
    advanced: true,
    fields: ["application_type", "software_id", "software_version", "metadata"],
  },
] as const satisfies readonly ClientFieldGroup[];
