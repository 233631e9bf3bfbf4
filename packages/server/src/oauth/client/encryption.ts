/** RFC 7516, OpenID Connect Registration §2: how responses to a client are encrypted, and to which of its keys. */

import type { JsonWebKey } from "@latchkey/api";

/** The key encryption (`alg`) and the content encryption (`enc`) of a JWE. */
export interface Encryption {
  readonly alg: string;
  readonly enc: string;
}

/** OpenID Connect Registration §2: the content encryption of a client that registers only a key encryption. */
export const DEFAULT_ENC = "A128CBC-HS256";

/** The fields of a client for one kind of response. */
type EncryptedResponse = "id_token" | "userinfo" | "authorization";

/** The clients' fields for encrypted responses. */
type EncryptionFields = {
  readonly [Kind in EncryptedResponse as `${Kind}_encrypted_response_${"alg" | "enc"}`]?:
    | string
    | undefined;
};

/** How a response to the client is encrypted; undefined when it is not. */
export function encryptionOf(
  client: EncryptionFields,
  response: EncryptedResponse,
): Encryption | undefined {
  const alg = client[`${response}_encrypted_response_alg`];
  const enc = client[`${response}_encrypted_response_enc`];
  return alg === undefined ? undefined : { alg, enc: enc ?? DEFAULT_ENC };
}

/** The newest key that content can be encrypted to: of the right type, and not reserved for signatures (RFC 7517 §4.2). */
export function findEncryptionKey(
  keys: readonly JsonWebKey[],
  alg: string,
): JsonWebKey | undefined {
  const kty = alg.startsWith("RSA") ? "RSA" : "EC";
  const fitting = keys.filter(
    (key) => key.kty === kty && key.use !== "sig" && (key.alg === undefined || key.alg === alg),
  );
  return fitting.find(({ use }) => use === "enc") ?? fitting[0];
}
