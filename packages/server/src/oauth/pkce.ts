/** RFC 7636: Proof Key for Code Exchange (PKCE). */

import { hash } from "node:crypto";
import type { Client } from "./client.ts";
import { quote } from "./oauth-error.ts";
import { defineRejections, type RejectionOf } from "./rejection.ts";
import { err, ok, type Result } from "../result.ts";

/** §4.2: the hash of the verifier. S256 is the only supported method, so the method is not stored. */
export type CodeChallenge = string;

/** Which clients must send a challenge. */
export interface PkcePolicy {
  readonly enforced: boolean;
  readonly enforced_for_public_clients: boolean;
}

/** The PKCE parameters of an authorization request. */
export interface CodeChallengeParameters {
  readonly code_challenge: string | undefined;
  readonly code_challenge_method: string | undefined;
}

/** Why a challenge is rejected. */
export type CodeChallengeRejection = RejectionOf<typeof codeChallengeRejections>;

/** Why a verifier is rejected. */
export type CodeVerifierRejection = RejectionOf<typeof codeVerifierRejections>;

const CODE_CHALLENGE = /^[A-Za-z0-9\-_]{43}$/;
const CODE_VERIFIER = /^[A-Za-z0-9\-._~]{43,128}$/; // §4.1

/** §4.3: the challenge of an authorization request; undefined when there is none and none is required. */
export function parseCodeChallenge(
  { code_challenge, code_challenge_method }: CodeChallengeParameters,
  client: Client,
  policy: PkcePolicy,
): Result<CodeChallenge | undefined, CodeChallengeRejection> {
  if (code_challenge === undefined) {
    // A client that sends a method intends to use PKCE, so a missing challenge is an error.
    const isMissing = code_challenge_method !== undefined || isRequired(client, policy);
    return isMissing ? err({ reason: "code_challenge_missing" }) : ok(undefined);
  }
  const method = code_challenge_method ?? "plain"; // §4.3
  if (method !== "S256") return err({ reason: "code_challenge_method_unsupported", method });
  if (!isCodeChallenge(code_challenge)) return err({ reason: "code_challenge_malformed" });
  return ok(code_challenge);
}

/** §4.2: whether a text is the base64url of a SHA-256 hash. */
export function isCodeChallenge(text: string): boolean {
  return CODE_CHALLENGE.test(text);
}

function isRequired(client: Client, policy: PkcePolicy): boolean {
  const { token_endpoint_auth_method, metadata_document, registration } = client;
  const isPublic = token_endpoint_auth_method === "none";
  // The client of a metadata document is a stranger, whatever the settings ask of registered clients.
  if (policy.enforced || metadata_document !== undefined) return true;
  // No administrator vouches for a client that registered itself either.
  return isPublic && (policy.enforced_for_public_clients || registration !== undefined);
}

/** §4.6: the verifier sent to the token endpoint must hash to the challenge sent to the authorization endpoint. */
export function verifyCodeVerifier(
  challenge: CodeChallenge | undefined,
  verifier: string | undefined,
): Result<void, CodeVerifierRejection> {
  if (challenge === undefined) {
    return verifier === undefined ? ok(undefined) : err({ reason: "code_verifier_unexpected" });
  }
  if (verifier === undefined) return err({ reason: "code_verifier_missing" });
  if (!CODE_VERIFIER.test(verifier)) return err({ reason: "code_verifier_malformed" });

  // The challenge is not secret (it went through the browser), so a constant-time comparison is not needed.
  const isMatch = hash("sha256", verifier, "base64url") === challenge;
  return isMatch ? ok(undefined) : err({ reason: "code_verifier_mismatch" });
}

/** §4.4.1. */
export const codeChallengeRejections = defineRejections("invalid_request", {
  code_challenge_missing: {
    description:
      "The code_challenge is missing. Use PKCE: send a code_challenge and code_challenge_method=S256.",
    reference: "RFC 7636 §4.4.1",
    fix: "Use PKCE with the code_challenge_method S256. Current OAuth libraries support it.",
  },
  code_challenge_malformed: {
    description:
      "The code_challenge must be the SHA-256 hash of the code_verifier in base64url: 43 characters without padding.",
    reference: "RFC 7636 §4.2",
    fix: "Send the SHA-256 hash of the code_verifier in base64url, without padding.",
  },
  code_challenge_method_unsupported: {
    description: ({ method }: { method: string }) =>
      `The code_challenge_method ${quote(method)} is not supported. Use S256.`,
    reference: "RFC 7636 §4.4.1",
    fix: "Use S256.",
  },
});

/** §4.6. */
export const codeVerifierRejections = defineRejections("invalid_grant", {
  code_verifier_missing: {
    description: "The code_verifier is missing. The authorization request had a code_challenge.",
    reference: "RFC 7636 §4.5",
    fix: "Send the code_verifier that belongs to the code_challenge.",
  },
  code_verifier_unexpected: {
    description: "Leave out the code_verifier: the authorization request had no code_challenge.",
    reference: "RFC 7636 §4.6",
    fix: "Send a code_challenge with the authorization request, or leave out the code_verifier.",
  },
  code_verifier_malformed: {
    description:
      "The code_verifier must have 43 to 128 characters: letters, digits, and any of - . _ ~.",
    reference: "RFC 7636 §4.1",
    fix: "Use a code_verifier of 43 to 128 unreserved characters.",
  },
  code_verifier_mismatch: {
    description: "The code_verifier does not match the code_challenge.",
    reference: "RFC 7636 §4.6",
    fix: "Store one code_verifier per authorization request. A second tab or a reload often overwrites it.",
  },
});
