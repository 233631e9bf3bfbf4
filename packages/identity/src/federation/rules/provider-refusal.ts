/** Why a sign-in with an identity provider is refused, or a refresh of its tokens. */

import { failedSignInReasons, type ProviderRefusal } from "@latchkey/api";
import type { Explanation } from "@latchkey/server/feature/rules";

interface RefusalRow extends Explanation {
  /** Whether the same may succeed a little later, without a change here or at the provider. */
  readonly is_passing: boolean;
  readonly fix: string;
}

const CODE_FLOW = "RFC 6749 §4.1";
const ID_TOKEN = "OpenID Connect Core §3.1.3.7";
const CHECK_PROVIDER =
  "Ask the operator of the identity provider. Compare the issuer and the client ID of its record with what is registered there.";

const rows: Readonly<Record<ProviderRefusal, RefusalRow>> = {
  provider_unreachable: {
    is_passing: true,
    fix: "Try again later. If it stays, check the URLs of the identity provider, and whether this server can reach them.",
  },
  provider_address_refused: {
    is_passing: false,
    fix: "Use https URLs of public addresses for the identity provider. The log has the reason.",
  },
  provider_failed: { is_passing: true, fix: "Try again later." },
  provider_secret_missing: {
    is_passing: false,
    fix: "Enter the client secret of the identity provider.",
  },
  provider_metadata_invalid: {
    is_passing: false,
    reference: "OpenID Connect Discovery §4.3",
    fix: "Enter the issuer exactly as the identity provider publishes it, and check its discovery document and its keys.",
  },
  provider_cancelled: {
    is_passing: true,
    reference: `${CODE_FLOW}.2.1`,
    fix: "The user can try again, or sign in another way.",
  },
  provider_error: {
    is_passing: false,
    reference: `${CODE_FLOW}.2.1`,
    fix: "The log has the error code. Check the redirect URI and the scope that are registered at the identity provider.",
  },
  provider_client_refused: {
    is_passing: false,
    reference: "RFC 6749 §5.2",
    fix: "Check the client ID, the client secret and its expiry, and token_endpoint_auth_method of the identity provider.",
  },
  provider_code_refused: {
    is_passing: true,
    reference: "RFC 6749 §5.2",
    fix: "The user can try again. Check the redirect URI that is registered at the identity provider if it stays.",
  },
  provider_response_invalid: {
    is_passing: true,
    reference: `${CODE_FLOW}.4`,
    fix: CHECK_PROVIDER,
  },
  provider_response_iss_wrong: {
    is_passing: false,
    reference: "RFC 9207 §2.4",
    fix: CHECK_PROVIDER,
  },
  provider_id_token_missing: {
    is_passing: false,
    reference: "OpenID Connect Core §3.1.3.3",
    fix: "Add openid to the scope of the identity provider.",
  },
  provider_id_token_invalid: { is_passing: false, reference: ID_TOKEN, fix: CHECK_PROVIDER },
  provider_iss_wrong: { is_passing: false, reference: ID_TOKEN, fix: CHECK_PROVIDER },
  provider_aud_wrong: { is_passing: false, reference: ID_TOKEN, fix: CHECK_PROVIDER },
  provider_azp_wrong: { is_passing: false, reference: ID_TOKEN, fix: CHECK_PROVIDER },
  provider_nonce_wrong: { is_passing: false, reference: ID_TOKEN, fix: CHECK_PROVIDER },
  provider_token_expired: {
    is_passing: false,
    reference: ID_TOKEN,
    fix: "Compare the clocks of this server and of the identity provider.",
  },
  provider_keys_unavailable: {
    is_passing: true,
    fix: "Try again later. If it stays, check the jwks_uri of the identity provider.",
  },
  provider_key_unknown: {
    is_passing: true,
    reference: "OpenID Connect Core §10.1.1",
    fix: "Try again in a minute: the keys are fetched again then. If it stays, ask the operator of the identity provider.",
  },
  provider_signature_wrong: { is_passing: false, reference: ID_TOKEN, fix: CHECK_PROVIDER },
  provider_sign_in_too_old: {
    is_passing: true,
    reference: ID_TOKEN,
    fix: "The user signs in to the identity provider again. It has to heed prompt=login or max_age.",
  },
  provider_userinfo_failed: {
    is_passing: false,
    reference: "OpenID Connect Core §5.3",
    fix: "Check the scope of the identity provider, and userinfo_endpoint and emails_endpoint where its record has them.",
  },
  provider_user_other: {
    is_passing: false,
    reference: "OpenID Connect Core §5.3.2",
    fix: CHECK_PROVIDER,
  },
  provider_user_unnamed: {
    is_passing: false,
    fix: "Set subject_claim of the identity provider to the field that identifies users.",
  },
  provider_state_unknown: {
    is_passing: true,
    reference: "RFC 6749 §10.12",
    fix: "Start again in the app. Cookies of this server have to reach the browser that returns.",
  },
};

/** Whether the same may succeed a little later, without a change here or at the provider. */
export function isPassing(reason: ProviderRefusal): boolean {
  return rows[reason].is_passing;
}

/** Whether an ID token was verified and found wrong: the same request gets no other one. */
export function isWrongIdToken(reason: ProviderRefusal): boolean {
  return WRONG_ID_TOKEN.includes(reason);
}

const WRONG_ID_TOKEN: readonly ProviderRefusal[] = [
  "provider_id_token_invalid",
  "provider_iss_wrong",
  "provider_aud_wrong",
  "provider_azp_wrong",
  "provider_nonce_wrong",
  "provider_token_expired",
  "provider_signature_wrong",
  "provider_user_other",
];

/** What the inspector says of them. */
export const providerRefusals: Readonly<Record<string, Explanation>> = Object.fromEntries(
  Object.entries(rows).map(([reason, row]) => {
    const { is_passing: _, ...explanation } = row;
    return [reason, { because: becauseOf(reason), ...explanation }];
  }),
);

function becauseOf(reason: string): string {
  return Object.entries(failedSignInReasons).find(([name]) => name === reason)?.[1] ?? "";
}

/** RFC 6749 §4.1.2.1: what an error of an authorization response means. */
export function refusalOfError(error: string | null): ProviderRefusal {
  if (error === "access_denied") return "provider_cancelled";
  const isPassingError = error === "server_error" || error === "temporarily_unavailable";
  return isPassingError ? "provider_failed" : "provider_error";
}
