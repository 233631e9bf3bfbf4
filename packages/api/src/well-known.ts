/** The discovery document: OpenID Connect Discovery §3 and RFC 8414 §2. A member is there when its feature is. */
export interface WellKnown {
  /** Who the tokens say they come from. */
  readonly issuer: string;
  /** Where the public keys are. */
  readonly jwks_uri: string;
  /** Where grants become tokens. */
  readonly token_endpoint: string;
  /** Where browsers are sent. */
  readonly authorization_endpoint?: string;
  /** Where tokens are given back. */
  readonly revocation_endpoint?: string;
  /** Where tokens are asked about. */
  readonly introspection_endpoint?: string;
  /** Where the claims about a person are. */
  readonly userinfo_endpoint?: string;
  /** Where people log out. */
  readonly end_session_endpoint?: string;
  /** Where clients are registered. */
  readonly registration_endpoint?: string;

  /** The grants of the token endpoint. */
  readonly grant_types_supported?: readonly string[];
  /** What the authorization endpoint answers with. */
  readonly response_types_supported?: readonly string[];
  /** How it answers. */
  readonly response_modes_supported?: readonly string[];
  /** Whether clients know people by one id, or each by its own. */
  readonly subject_types_supported?: readonly string[];
  /** The scopes with a meaning of their own. */
  readonly scopes_supported?: readonly string[];
  /** The claims there may be. */
  readonly claims_supported?: readonly string[];
  /** The authentication levels (`acr`) there may be. */
  readonly acr_values_supported?: readonly string[];
  /** The methods of RFC 7636. */
  readonly code_challenge_methods_supported?: readonly string[];

  /** How clients prove themselves at the token endpoint. */
  readonly token_endpoint_auth_methods_supported?: readonly string[];
  /** The algorithms of their assertions. */
  readonly token_endpoint_auth_signing_alg_values_supported?: readonly string[];
  /** How clients prove themselves when they revoke. */
  readonly revocation_endpoint_auth_methods_supported?: readonly string[];
  /** How callers prove themselves when they introspect. */
  readonly introspection_endpoint_auth_methods_supported?: readonly string[];

  /** The algorithms of ID tokens. */
  readonly id_token_signing_alg_values_supported?: readonly string[];
  /** The algorithms of signed userinfo. */
  readonly userinfo_signing_alg_values_supported?: readonly string[];
  /** The algorithms of request objects. */
  readonly request_object_signing_alg_values_supported?: readonly string[];

  /** Whether request objects travel by value. */
  readonly request_parameter_supported?: boolean;
  /** Whether request objects travel by reference. */
  readonly request_uri_parameter_supported?: boolean;
  /** Whether references must be registered. */
  readonly require_request_uri_registration?: boolean;
  /** Whether single claims can be asked for. */
  readonly claims_parameter_supported?: boolean;
  /** Whether authorization answers name their issuer: RFC 9207 §3. */
  readonly authorization_response_iss_parameter_supported?: boolean;
  /** Whether clients are told of a logout in the browser. */
  readonly frontchannel_logout_supported?: boolean;
  /** Whether they are told which session there. */
  readonly frontchannel_logout_session_supported?: boolean;
  /** Whether clients are told of a logout behind the browser. */
  readonly backchannel_logout_supported?: boolean;
  /** Whether they are told which session there. */
  readonly backchannel_logout_session_supported?: boolean;
}
