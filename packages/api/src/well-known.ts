/** The discovery document: OpenID Connect Discovery §3 and RFC 8414 §2. A member is there when its feature is. */
export interface WellKnown {
  readonly issuer: string;
  readonly jwks_uri: string;
  readonly token_endpoint: string;
  readonly authorization_endpoint?: string;
  readonly revocation_endpoint?: string;
  readonly introspection_endpoint?: string;
  readonly userinfo_endpoint?: string;
  readonly end_session_endpoint?: string;
  readonly registration_endpoint?: string;

  readonly grant_types_supported?: readonly string[];
  readonly response_types_supported?: readonly string[];
  readonly response_modes_supported?: readonly string[];
  readonly subject_types_supported?: readonly string[];
  readonly scopes_supported?: readonly string[];
  readonly claims_supported?: readonly string[];
  readonly code_challenge_methods_supported?: readonly string[];

  readonly token_endpoint_auth_methods_supported?: readonly string[];
  readonly token_endpoint_auth_signing_alg_values_supported?: readonly string[];
  readonly revocation_endpoint_auth_methods_supported?: readonly string[];
  readonly introspection_endpoint_auth_methods_supported?: readonly string[];

  readonly id_token_signing_alg_values_supported?: readonly string[];
  readonly userinfo_signing_alg_values_supported?: readonly string[];
  readonly request_object_signing_alg_values_supported?: readonly string[];

  readonly request_parameter_supported?: boolean;
  readonly request_uri_parameter_supported?: boolean;
  readonly require_request_uri_registration?: boolean;
  readonly claims_parameter_supported?: boolean;
  /** RFC 9207 §3. */
  readonly authorization_response_iss_parameter_supported?: boolean;
  readonly frontchannel_logout_supported?: boolean;
  readonly frontchannel_logout_session_supported?: boolean;
  readonly backchannel_logout_supported?: boolean;
  readonly backchannel_logout_session_supported?: boolean;
}
