import type { JsonObject, JsonWebKey } from "@latchkey/api";
import { signingAlgorithms } from "../../oauth/algorithms.ts";
import { type ProofRejection, readProofKey } from "../../oauth/binding/dpop.ts";
import { err, ok, type Result } from "../../result.ts";
import { pickFields } from "../jwk.ts";
import { decodeJwt, verifyJwt } from "../jwt.ts";
import { explainJwkRejection, parsePublicJwk } from "../parse-jwk.ts";

/** A proof whose signature matches the key in its header. Its claims are not checked here. */
interface SignedProof {
  readonly claims: JsonObject;
  /** RFC 9449 §6.1: the thumbprint of its key. */
  readonly jkt: string;
}

/** RFC 9449 §4.3 (1) to (7): verifies the signature of a proof with the key in its header. */
export async function verifyProofSignature(
  header: string,
  algorithms: readonly string[] = signingAlgorithms,
): Promise<Result<SignedProof, ProofRejection>> {
  if (header.includes(",")) return err({ reason: "proof_sent_twice" }); // Repeated headers are joined with a comma.
  const decoded = decodeJwt(header);
  if (decoded === undefined) return err({ reason: "proof_malformed" });
  const presented = readProofKey(decoded.header, algorithms);
  if (!presented.ok) return presented;
  const key = parsePublicJwk(keyFieldsOf(presented.value));
  if (!key.ok) return err({ reason: "proof_key_unusable", detail: explainJwkRejection(key.error) });
  const verified = await verifyJwt(header, [key.value], { algorithms });
  return verified.ok
    ? ok({ claims: verified.value.claims, jkt: await thumbprintOf(key.value) })
    : err({ reason: "proof_signature_invalid" });
}

/** The numbers of a key alone: certificates, names and uses that a proof adds mean nothing here, and cost time to check. */
function keyFieldsOf({ kty, crv, x, y, n, e }: JsonObject): JsonObject {
  return { kty, crv, x, y, n, e };
}

/** RFC 7638 §3. */
async function thumbprintOf(key: JsonWebKey): Promise<string> {
  const { calculateJwkThumbprint } = await import("jose"); // Loaded with the first proof, not at every start.
  return calculateJwkThumbprint(pickFields(key, ["kty", "crv", "x", "y", "n", "e"]));
}
