import { isJsonObject } from "../../../limits/json-depth.ts";
import { isKeyName } from "../../../crypto/parse-jwk.ts";
import { isKeyEncryption, type KeyEncryption } from "../../../crypto/encryption-algorithm.ts";
import { isSigningAlgorithm, type SigningAlgorithm } from "../../../crypto/signing-algorithm.ts";
import { type OAuthError, quote } from "../../../oauth/oauth-error.ts";
import { err, ok, type Result } from "../../../result.ts";

/** The requested key. */
export interface KeyRequest {
  readonly alg: SigningAlgorithm | KeyEncryption;
  readonly use: string;
  readonly kid: string | undefined;
}

/** Reads the body of `POST /keys/{set}`. The default is a signing key for RS256; null counts as left out. */
export function readKeyRequest(body: unknown): Result<KeyRequest, OAuthError> {
  if (body === undefined) return ok({ alg: "RS256", use: "sig", kid: undefined });
  if (!isJsonObject(body)) {
    return invalid("The body must be a JSON object with alg, use and kid.");
  }
  const alg = body["alg"] ?? "RS256";
  const use = body["use"] ?? "";
  const kid = body["kid"] ?? "";
  if (typeof alg !== "string") return invalid("The field alg must be a string.");
  if (typeof use !== "string") return invalid("The field use must be a string.");
  if (typeof kid !== "string" || (kid !== "" && !isKeyName(kid))) {
    return invalid("The field kid must be 1 to 255 characters of well-formed text.");
  }
  const algorithm = alg === "ECDSA" ? "ES512" : alg; // The contract's name.
  if (!isSigningAlgorithm(algorithm) && !isKeyEncryption(algorithm)) {
    return invalid(
      `The alg ${quote(alg)} is not supported: use RS256, PS256, ES256, ES512, EdDSA, ML-DSA-44, HS256, HS512 or a peer; for encryption RSA-OAEP-256 or ECDH-ES+A256KW.`,
    );
  }
  const defaultUse = isKeyEncryption(algorithm) ? "enc" : "sig";
  return ok({
    alg: algorithm,
    use: use === "" ? defaultUse : use,
    kid: kid === "" ? undefined : kid,
  });
}

function invalid(error_description: string): Result<never, OAuthError> {
  return err({ error: "invalid_request", error_description });
}
