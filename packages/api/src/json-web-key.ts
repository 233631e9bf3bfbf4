import * as v from "valibot";
import { named, optional, requestObject, required, type ValueOf } from "./objects.ts";
import { integer, oneOf, shortText } from "./values.ts";

const SECRET_KEY = {
  kty: "oct",
  kid: "mail",
  alg: "HS256",
  k: "YSBzZWNyZXQgb2YgdGhpcnR5LXR3byBieXRlcywgeWVz",
};

export const jsonWebKey = named(
  "JsonWebKey",
  "A key as RFC 7517 §4 and RFC 7518 §6 write it: numbers are base64url, certificates plain base64.",
  v.object({
    use: optional(v.string(), "`sig` for signatures, `enc` for encryption."),
    kty: required(v.string(), "The key type: `RSA`, `EC`, `OKP`, `AKP` or `oct`."),
    kid: optional(v.string(), "Identifies the key in its set."),
    crv: optional(v.string(), "The curve, of `EC` and `OKP` keys."),
    alg: optional(v.string(), "The algorithm it is for."),
    k: optional(v.string(), "The secret, of `oct` keys."),
    x: optional(v.string(), "The x coordinate, or the public key of an `OKP` key."),
    y: optional(v.string(), "The y coordinate."),
    n: optional(v.string(), "The RSA modulus."),
    e: optional(v.string(), "The RSA exponent."),
    d: optional(v.string(), "The private key."),
    pub: optional(v.string(), "The public key of an `AKP` key."),
    priv: optional(v.string(), "The private key of an `AKP` key: its seed."),
    p: optional(v.string(), "The first prime."),
    q: optional(v.string(), "The second prime."),
    dp: optional(v.string(), "The private exponent, reduced for the first prime."),
    dq: optional(v.string(), "The private exponent, reduced for the second prime."),
    qi: optional(v.string(), "The inverse of the second prime."),
    // Not a readonly array: WebCrypto and jose both declare it writable.
    x5c: optional(v.array(v.string()), "The certificates of the key, its own first."),
    x5u: optional(v.string(), "The URL of the certificates."),
    x5t: optional(v.string(), "The SHA-1 digest of the first certificate."),
    "x5t#S256": optional(v.string(), "The SHA-256 digest of the first certificate."),
    signer: optional(
      v.string(),
      "The signer that has the private key, by its name in the setting `signers`. Never published.",
    ),
    signer_key: optional(v.string(), "The name of the key in its signer. Never published."),
  }),
  SECRET_KEY,
);

export interface JsonWebKey extends ValueOf<typeof jsonWebKey> {}

/** RFC 7518 §6, RFC 9964 §3: the fields of private and symmetric keys, which are never published. */
export const privateKeyFields = ["d", "p", "q", "dp", "dq", "qi", "oth", "k", "priv"] as const;

export const jsonWebKeySet = named(
  "JsonWebKeySet",
  "A set of keys: RFC 7517 §5.",
  v.object({
    keys: required(v.array(jsonWebKey), "The keys, newest first."), // Writable, as `x5c` is.
  }),
  { keys: [SECRET_KEY] },
);

export interface JsonWebKeySet extends ValueOf<typeof jsonWebKeySet> {}

export const jsonWebKeySetSummary = named(
  "JsonWebKeySetSummary",
  "A key set that exists, without its keys.",
  v.object({
    set: required(v.string(), "The name of the key set."),
    keys: required(integer, "How many keys it has."),
    algs: required(
      v.array(v.string()),
      "The algorithms of its keys, each once, that of the newest key first; the `kty` of a key without `alg`.",
    ),
  }),
);

export interface JsonWebKeySetSummary extends ValueOf<typeof jsonWebKeySetSummary> {}

export const jsonWebKeySetGeneratorRequest = named(
  "JsonWebKeySetGeneratorRequest",
  "What to generate: an `alg` such as `RS256` or `ES256`, and a random `kid` when none is given.",
  v.object({
    alg: optional(
      v.string(),
      "The algorithm it is for, such as `RS256`, `ES256` or `EdDSA`; `RS256` when left out.",
    ),
    use: optional(v.string(), "`sig` for signatures, `enc` for encryption."),
    kid: optional(v.string(), "Identifies the key in its set; random when left out."),
  }),
  { alg: "ES256", use: "sig" },
);

export interface JsonWebKeySetGeneratorRequest extends ValueOf<
  typeof jsonWebKeySetGeneratorRequest
> {}

export const signingKey = named(
  "SigningKey",
  "A key that the server signs with, has signed with, or will sign with. All of them are published.",
  v.object({
    kid: required(v.string(), "Identifies the key in its set."),
    alg: required(v.string(), "The algorithm it signs with."),
    state: required(
      oneOf(["announced", "signing", "retired"]),
      "`announced`: published, and signs later. `signing`: signs now. `retired`: a newer key signs.",
    ),
    signer: optional(v.string(), "The signer that has the private key; absent for a stored one."),
    signs_from: optional(v.string(), "When an announced key begins to sign."),
    signing_since: optional(
      v.string(),
      "When the key that signs began to; absent where that is not known.",
    ),
    signs_until: optional(v.string(), "When an announced key takes over from the one that signs."),
    needed_until: optional(
      v.string(),
      "Until when a token that it signed may be valid; absent while no other key takes over, and when it is over.",
    ),
    next_key_at: optional(
      v.string(),
      "When the server announces the next key, where the set has a schedule (`oidc.key_rotation.every`).",
    ),
    deleted_at: optional(
      v.string(),
      "When the server deletes the key, where the set has a schedule and another key takes over.",
    ),
  }),
);

export interface SigningKey extends ValueOf<typeof signingKey> {}

export const signerKeyReference = named(
  "SignerKeyReference",
  "A key that is in a signer, to sign with.",
  requestObject({
    signer: required(shortText, "The name of the signer in the setting `signers`."),
    key: required(shortText, "The name of the key in the signer, as `listSigners` returns it."),
    alg: optional(
      shortText,
      "The algorithm to sign with; when left out, the first that the signer offers for the key.",
    ),
    kid: optional(shortText, "Identifies the key in its set; random when left out."),
  }),
  { signer: "hsm", key: "latchkey-2026", alg: "RS256" },
);

export interface SignerKeyReference extends ValueOf<typeof signerKeyReference> {}

export const signerStatus = named(
  "Signer",
  "A signer of the settings, as it responds now.",
  v.object({
    name: required(v.string(), "Its name in the setting `signers`."),
    state: required(oneOf(["ready", "unavailable"]), "Whether it responds."),
    problem: optional(v.string(), "Why it is unavailable."),
    keys: required(
      v.array(
        v.object({
          key: required(v.string(), "The name of the key in the signer."),
          algs: required(v.array(v.string()), "The algorithms that it can sign with."),
          public_key: required(jsonWebKey, "Its public half."),
        }),
      ),
      "The keys in it that the server could sign with.",
    ),
  }),
);

export interface SignerStatus extends ValueOf<typeof signerStatus> {}
