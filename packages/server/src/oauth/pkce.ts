/** RFC 7636 — Proof Key for Code Exchange. */

import { hash } from "node:crypto";
import type { Client } from "./client.ts";
import { type OAuthError, quote } from "./oauth-error.ts";
import { err, ok, type Result } from "./result.ts";

/** §4.2: what the verifier must hash to. The only method we know is S256, so it is not kept. */
export type CodeChallenge = string;

/** Whom this server asks for a challenge. */
export interface PkcePolicy {
  readonly enforced: boolean;
  readonly enforced_for_public_clients: boolean;
}

/** What an authorization request says of its challenge. */
export interface AnnouncedChallenge {
  readonly code_challenge: string | undefined;
  readonly code_challenge_method: string | undefined;
}

/** What is wrong with a challenge. */
export type CodeChallengeRejection =
  | { readonly reason: "code_challenge_missing" }
  | { readonly reason: "code_challenge_malformed" }
  | { readonly reason: "code_challenge_method_unsupported"; readonly method: string };

/** What is wrong with a verifier. */
export type CodeVerifierRejection =
  | { readonly reason: "code_verifier_missing" }
  | { readonly reason: "code_verifier_unexpected" }
  | { readonly reason: "code_verifier_malformed" }
  | { readonly reason: "code_verifier_mismatch" };

const CODE_CHALLENGE = /^[A-Za-z0-9\-_]{43}$/; // §4.2: base64url of 32 bytes
const CODE_VERIFIER = /^[A-Za-z0-9\-._~]{43,128}$/; // §4.1

/** §4.3: the challenge of an authorization request; undefined where the client sends none and need not. */
export function parseCodeChallenge(
  { code_challenge, code_challenge_method }: AnnouncedChallenge,
  client: Client,
  policy: PkcePolicy,
): Result<CodeChallenge | undefined, CodeChallengeRejection> {
  if (code_challenge === undefined) {
    // A client that names a method believes itself protected.
    const isMissed = code_challenge_method !== undefined || isRequired(client, policy);
    return isMissed ? err({ reason: "code_challenge_missing" }) : ok(undefined);
  }
  const method = code_challenge_method ?? "plain"; // §4.3
  if (method !== "S256") return err({ reason: "code_challenge_method_unsupported", method });
  if (!CODE_CHALLENGE.test(code_challenge)) return err({ reason: "code_challenge_malformed" });
  return ok(code_challenge);
}

function isRequired(client: Client, policy: PkcePolicy): boolean {
  const isPublic = client.token_endpoint_auth_method === "none";
  return policy.enforced || (isPublic && policy.enforced_for_public_clients);
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

  // The challenge went through a browser and is no secret, so the time this takes betrays nothing.
  const matches = hash("sha256", verifier, "base64url") === challenge;
  return matches ? ok(undefined) : err({ reason: "code_verifier_mismatch" });
}

/** §4.4.1, §4.6: what the client is told. */
export function describePkceRejection(
  rejection: CodeChallengeRejection | CodeVerifierRejection,
): OAuthError {
  switch (rejection.reason) {
    case "code_challenge_missing":
      return {
        error: "invalid_request",
        error_description:
          "The request must carry a code_challenge with the code_challenge_method S256.",
      };
    case "code_challenge_malformed":
      return {
        error: "invalid_request",
        error_description:
          "The code_challenge must be the SHA-256 of the code_verifier in base64url: 43 characters without padding.",
      };
    case "code_challenge_method_unsupported":
      return {
        error: "invalid_request",
        error_description: `The code_challenge_method ${quote(rejection.method)} is not supported. Use S256.`,
      };
    case "code_verifier_missing":
      return invalidGrant(
        "The code was asked for with a code_challenge, so its code_verifier is needed.",
      );
    case "code_verifier_unexpected":
      return invalidGrant(
        "The code was asked for without a code_challenge, so no code_verifier can match.",
      );
    case "code_verifier_malformed":
      return invalidGrant(
        "The code_verifier must be 43 to 128 letters, digits, or any of - . _ ~.",
      );
    case "code_verifier_mismatch":
      return invalidGrant("The code_verifier does not match the code_challenge.");
  }
}

function invalidGrant(error_description: string): OAuthError {
  return { error: "invalid_grant", error_description };
}
