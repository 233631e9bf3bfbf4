/** A key as RFC 7517 §4 and RFC 7518 §6 write it: numbers are base64url, certificates plain base64. */
export interface JsonWebKey {
  readonly use?: string;
  readonly kty: string;
  readonly kid?: string;
  readonly crv?: string;
  readonly alg?: string;
  readonly k?: string;
  readonly x?: string;
  readonly y?: string;
  readonly n?: string;
  readonly e?: string;
  readonly d?: string;
  readonly p?: string;
  readonly q?: string;
  readonly dp?: string;
  readonly dq?: string;
  readonly qi?: string;
  /** Not a readonly array: WebCrypto and jose both declare it writable. */
  readonly x5c?: string[];
  readonly x5u?: string;
  readonly x5t?: string;
  readonly "x5t#S256"?: string;
}

/** RFC 7517 §5. Not a readonly array, for the same reason as `x5c`. */
export interface JsonWebKeySet {
  readonly keys: JsonWebKey[];
}

/** What to generate: an `alg` such as `RS256` or `ES256`, and a random `kid` when none is given. */
export interface JsonWebKeySetGeneratorRequest {
  readonly alg: string;
  readonly use?: string;
  readonly kid?: string;
}
