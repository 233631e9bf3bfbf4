/**
 * A key as RFC 7517 §4 and RFC 7518 §6 write it: numbers are base64url, certificates plain base64.
 * @example {"kty": "oct", "kid": "mail", "alg": "HS256", "k": "YSBzZWNyZXQgb2YgdGhpcnR5LXR3byBieXRlcywgeWVz"}
 */
export interface JsonWebKey {
  /** `sig` for signatures, `enc` for encryption. */
  readonly use?: string;
  /** The family: `RSA`, `EC`, `OKP` or `oct`. */
  readonly kty: string;
  /** Names the key in its set. */
  readonly kid?: string;
  /** The curve, of `EC` and `OKP` keys. */
  readonly crv?: string;
  /** The algorithm it is for. */
  readonly alg?: string;
  /** The secret, of `oct` keys. */
  readonly k?: string;
  /** The x coordinate, or the public half of an `OKP` key. */
  readonly x?: string;
  /** The y coordinate. */
  readonly y?: string;
  /** The RSA modulus. */
  readonly n?: string;
  /** The RSA exponent. */
  readonly e?: string;
  /** The private half. */
  readonly d?: string;
  /** The first prime. */
  readonly p?: string;
  /** The second prime. */
  readonly q?: string;
  /** The private exponent, reduced for the first prime. */
  readonly dp?: string;
  /** The private exponent, reduced for the second prime. */
  readonly dq?: string;
  /** The inverse of the second prime. */
  readonly qi?: string;
  /** The certificates of the key, its own first. */
  readonly x5c?: string[]; // Not a readonly array: WebCrypto and jose both declare it writable.
  /** Where the certificates are. */
  readonly x5u?: string;
  /** The SHA-1 digest of the first certificate. */
  readonly x5t?: string;
  /** The SHA-256 digest of the first certificate. */
  readonly "x5t#S256"?: string;
}

/**
 * A set of keys: RFC 7517 §5.
 * @example {"keys": [{"kty": "oct", "kid": "mail", "alg": "HS256", "k": "YSBzZWNyZXQgb2YgdGhpcnR5LXR3byBieXRlcywgeWVz"}]}
 */
export interface JsonWebKeySet {
  /** The keys, newest first. */
  readonly keys: JsonWebKey[]; // As `x5c`.
}

/**
 * What to generate: an `alg` such as `RS256` or `ES256`, and a random `kid` when none is given.
 * @example {"alg": "ES256", "use": "sig"}
 */
export interface JsonWebKeySetGeneratorRequest {
  /** The algorithm it is for, such as `RS256`, `ES256` or `EdDSA`. */
  readonly alg: string;
  /** `sig` for signatures, `enc` for encryption. */
  readonly use?: string;
  /** Names the key in its set; random when left out. */
  readonly kid?: string;
}
