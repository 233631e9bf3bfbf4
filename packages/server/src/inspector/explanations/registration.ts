/** Dynamic registration: RFC 7591, RFC 7592. */

import type { Acceptances, Rejections } from "./explanation.ts";

const REGISTRATION_ERROR = "RFC 7591 §3.2.2";
const STATEMENT = "RFC 7591 §2.3";
const OF_NATIVE_APPS = "RFC 8252 §7";

/** Steps that succeeded. */
export const registrationAcceptances = {
  registered: {
    because: "The client may register here, and it describes itself within the limits.",
    reference: "RFC 7591 §3.2.1",
  },
  registration_updated: {
    because: "The client presented its registration access token, which was replaced.",
    reference: "RFC 7592 §2.2",
  },
} satisfies Acceptances;

/** Steps that were rejected. */
export const registrationRejections = {
  scope_not_registrable: {
    reference: REGISTRATION_ERROR,
    fix: "Add the scope to oauth2.registration.allowed_scope, or give the client an initial access token with that scope.",
  },
  pairwise_without_redirect: {
    reference: "OpenID Connect Core §8.1",
    fix: "Register the grant type authorization_code with redirect URIs of the client, or the subject_type public.",
  },
  grant_types_not_registrable: {
    reference: REGISTRATION_ERROR,
    fix: "Add the grant type to oauth2.registration.allowed_grant_types.",
  },
  response_types_not_registrable: {
    reference: "RFC 7591 §2.1",
    fix: "Use the authorization code flow: register the response type code.",
  },
  redirect_uris_missing: { reference: "RFC 7591 §2", fix: "Send the redirect_uris." },
  redirect_uri_with_wildcard: {
    reference: "RFC 9700 §4.1.3",
    fix: "Register each redirect URI that the client uses.",
  },
  redirect_uri_with_credentials: {
    reference: REGISTRATION_ERROR,
    fix: "Remove the username and password from the redirect URI.",
  },
  redirect_uri_not_https: {
    reference: "OpenID Connect Dynamic Client Registration §2",
    fix: "Use https. An app on the user's device may use http on 127.0.0.1, [::1] or localhost.",
  },
  redirect_uri_of_native_app: {
    reference: OF_NATIVE_APPS,
    fix: "Send application_type native, or leave it out.",
  },
  redirect_uri_scheme_not_registrable: {
    reference: "RFC 8252 §8.4",
    fix: "Use a scheme with a dot, or add the scheme to oauth2.registration.private_use_schemes.",
  },
  link_not_web: { reference: REGISTRATION_ERROR, fix: "Send an http or https URL." },
  statement_missing: {
    reference: STATEMENT,
    fix: "Send a software_statement of an issuer that this server trusts.",
  },
  statement_malformed: { reference: STATEMENT, fix: "Send the statement as its issuer signed it." },
  statement_issuer_not_trusted: {
    reference: STATEMENT,
    fix: "Add the issuer to oauth2.registration.software_statement.issuers.",
  },
  statement_not_verified: {
    reference: STATEMENT,
    fix: "Check that the keys of oauth2.registration.software_statement.issuers are those of the issuer.",
  },
  statement_expired: { reference: STATEMENT, fix: "Request a new statement from its issuer." },
  statement_not_yet_valid: { reference: STATEMENT, fix: "Check the clock of the issuer." },
} satisfies Rejections;
