/** Tokens that are bound to a key, and client certificates: RFC 9449, RFC 8705. */

import type { Rejections } from "./explanation.ts";

const PROOF = "RFC 9449 §4.3";
const LIBRARY =
  "Sign a new proof for each request. OAuth libraries with DPoP do that by themselves.";
const CERTIFICATE = "RFC 8705 §2";

/** Steps that were rejected. */
export const bindingRejections = {
  proof_missing: {
    reference: "RFC 9449 §5.2",
    fix: "Send a DPoP proof, or turn off dpop_bound_access_tokens of the client and oauth2.dpop.required.",
  },
  proof_sent_twice: {
    reference: PROOF,
    fix: "Send one DPoP header. Check whether a proxy adds another one.",
  },
  proof_malformed: { reference: PROOF, fix: LIBRARY },
  proof_typ_wrong: { reference: PROOF, fix: "Set the typ of the proof to dpop+jwt." },
  proof_alg_refused: {
    reference: PROOF,
    fix: "Use an algorithm of dpop_signing_alg_values_supported, such as ES256.",
  },
  proof_key_unusable: {
    reference: PROOF,
    fix: "Send the public key as jwk in the header of the proof.",
  },
  proof_key_private: {
    reference: PROOF,
    fix: "Send only the public fields of the key. The key that was sent is compromised: make a new one.",
  },
  proof_signature_invalid: {
    reference: PROOF,
    fix: "Sign the proof with the private key of the jwk in its header.",
  },
  proof_claim_missing: { reference: "RFC 9449 §4.2", fix: LIBRARY },
  proof_method_mismatch: { reference: PROOF, fix: LIBRARY },
  proof_url_mismatch: {
    reference: PROOF,
    fix: "Use the URL of the discovery document. If clients reach the server by another one, set urls.self.public.",
  },
  proof_too_old: {
    reference: "RFC 9449 §11.1",
    fix: "Check the clock of the client, or increase oauth2.dpop.iat_window.",
  },
  proof_expired: {
    reference: "RFC 7519 §4.1.4",
    fix: "Sign a new proof for each request; its exp has passed.",
  },
  proof_not_valid_yet: {
    reference: "RFC 7519 §4.1.5",
    fix: "Correct the clock of the client, or leave nbf out of the proof.",
  },
  proof_from_the_future: {
    reference: "RFC 9449 §11.1",
    fix: "Check the clock of the client, or increase oauth2.dpop.iat_window.",
  },
  proof_token_mismatch: { reference: "RFC 9449 §7.1", fix: LIBRARY },
  proof_nonce_missing: {
    reference: "RFC 9449 §8",
    fix: "Nothing, if the client repeats its request with the nonce of the response. OAuth libraries with DPoP do.",
  },
  proof_nonce_invalid: {
    reference: "RFC 9449 §8",
    fix: "Nothing, if the client repeats its request with the nonce of the response. OAuth libraries with DPoP do.",
  },
  proof_replayed: {
    reference: "RFC 9449 §11.1",
    fix: "Sign a new proof for each request. If the application does, a proof was intercepted.",
  },
  dpop_jkt_mismatch: {
    reference: "RFC 9449 §10.1",
    fix: "Leave out dpop_jkt where the request has a DPoP header.",
  },
  dpop_jkt_malformed: {
    reference: "RFC 9449 §10",
    fix: "Send the SHA-256 thumbprint of the public key (RFC 7638).",
  },
  code_key_mismatch: {
    reference: "RFC 9449 §10",
    fix: "Use the same key for dpop_jkt and for the proof. If the application does, the code was intercepted.",
  },
  refresh_key_mismatch: {
    reference: "RFC 9449 §5",
    fix: "Store the key with the refresh token. If the application does, the refresh token was stolen.",
  },
  repeat_key_mismatch: {
    reference: "RFC 9449 §5",
    fix: "Refresh in one place, and share the new tokens together with their key.",
  },
  response_type_unbound: {
    reference: "RFC 9449 §5",
    fix: "Use response_type=code, so that the token endpoint can bind the tokens to a key.",
  },
  certificate_to_bind_missing: {
    reference: "RFC 8705 §3",
    fix: "Present the certificate, at a URL of mtls_endpoint_aliases if there are any. Behind a proxy, check serve.mtls.header and serve.trusted_proxies.",
  },
  keys_combined: {
    reference: "RFC 7800 §3.1",
    fix: "Send no DPoP proof, or turn off tls_client_certificate_bound_access_tokens.",
  },
  certificate_missing: {
    reference: CERTIFICATE,
    fix: "Present the certificate, at a URL of mtls_endpoint_aliases if there are any. Behind a proxy, check serve.mtls.header and serve.trusted_proxies.",
  },
  certificate_malformed: {
    reference: "RFC 9440 §2",
    fix: "Set serve.mtls.header.format to what the proxy sends, and let the proxy replace the header of the caller.",
  },
  certificate_expired: {
    reference: "RFC 5280 §4.1.2.5",
    fix: "Renew the certificate of the client.",
  },
  certificate_not_yet_valid: {
    reference: "RFC 5280 §4.1.2.5",
    fix: "Check the clock of the server and the dates of the certificate.",
  },
  certificate_chain_not_verified: {
    reference: "RFC 8705 §2.1",
    fix: "Add the authority to serve.mtls.ca, intermediate ones too, or use self_signed_tls_client_auth.",
  },
  certificate_name_mismatch: {
    reference: "RFC 8705 §2.1.2",
    fix: "Set the client's tls_client_auth_subject_dn to the subject of its certificate: openssl x509 -noout -subject -nameopt RFC2253.",
  },
  certificate_not_registered: {
    reference: "RFC 8705 §2.2.2",
    fix: "Add the certificate to the client's jwks or jwks_uri, as x5c of its key.",
  },
} satisfies Rejections;
