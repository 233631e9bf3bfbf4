import { createHash } from "node:crypto";
import type { ExternalKey } from "@latchkey/server";

/** A JWS algorithm that a server may ask for. */
export type Algorithm = ExternalKey["algs"][number];

/** A way to make a signature: a mechanism of PKCS#11, its parameters, and what is passed to it. */
export interface Mechanism {
  readonly type: number;
  /** The fields of CK_RSA_PKCS_PSS_PARAMS, all of them CK_ULONG; none for other mechanisms. */
  readonly parameters: readonly number[];
  /** What the token signs, made of the signing input. */
  readonly prepare: (data: Uint8Array) => Uint8Array;
}

const CKM = {
  RSA_PKCS: 0x1,
  RSA_PKCS_PSS: 0xd,
  SHA256: 0x250,
  SHA384: 0x260,
  SHA512: 0x270,
  SHA256_RSA_PKCS: 0x40,
  SHA384_RSA_PKCS: 0x41,
  SHA512_RSA_PKCS: 0x42,
  SHA256_RSA_PKCS_PSS: 0x43,
  SHA384_RSA_PKCS_PSS: 0x44,
  SHA512_RSA_PKCS_PSS: 0x45,
  ECDSA: 0x1041,
  ECDSA_SHA256: 0x1044,
  ECDSA_SHA384: 0x1045,
  ECDSA_SHA512: 0x1046,
  EDDSA: 0x1057,
} as const;

/** RFC 8017 §9.2, note 1: the DER encoding of DigestInfo up to the digest. */
const DIGEST_INFO = {
  sha256: Buffer.from("3031300d060960864801650304020105000420", "hex"),
  sha384: Buffer.from("3041300d060960864801650304020205000430", "hex"),
  sha512: Buffer.from("3051300d060960864801650304020305000440", "hex"),
} as const;

type Digest = keyof typeof DIGEST_INFO;

/** Hash mechanism, mask generation function (PKCS#11 §2.1.7) and salt length: RFC 7518 §3.5 wants one as long as the digest. */
const PSS: Readonly<Record<Digest, readonly number[]>> = {
  sha256: [CKM.SHA256, 2, 32],
  sha384: [CKM.SHA384, 3, 48],
  sha512: [CKM.SHA512, 4, 64],
};

/**
 * The ways to make signatures of an algorithm. The first hashes here, so that a long token is not sent to a module in the
 * network; the second is for tokens that insist on hashing themselves.
 */
const ways: Readonly<Partial<Record<Algorithm, readonly Mechanism[]>>> = {
  RS256: pkcs1("sha256", CKM.SHA256_RSA_PKCS),
  RS384: pkcs1("sha384", CKM.SHA384_RSA_PKCS),
  RS512: pkcs1("sha512", CKM.SHA512_RSA_PKCS),
  PS256: pss("sha256", CKM.SHA256_RSA_PKCS_PSS),
  PS384: pss("sha384", CKM.SHA384_RSA_PKCS_PSS),
  PS512: pss("sha512", CKM.SHA512_RSA_PKCS_PSS),
  ES256: ecdsa("sha256", CKM.ECDSA_SHA256),
  ES384: ecdsa("sha384", CKM.ECDSA_SHA384),
  ES512: ecdsa("sha512", CKM.ECDSA_SHA512),
  EdDSA: [{ type: CKM.EDDSA, parameters: [], prepare: (data) => data }],
};

/** The way to make a signature with the mechanisms of a token; undefined where there is none. */
export function mechanismOf(alg: Algorithm, offered: ReadonlySet<number>): Mechanism | undefined {
  return ways[alg]?.find(({ type }) => offered.has(type));
}

/** The algorithms that a key of this kind can sign with, the preferred one first. */
export function algorithmsOf(kind: KeyKind): readonly Algorithm[] {
  return algorithms[kind];
}

/** The kinds of keys that JWS has algorithms for. */
export type KeyKind = "RSA" | "P-256" | "P-384" | "P-521" | "Ed25519";

const algorithms: Readonly<Record<KeyKind, readonly Algorithm[]>> = {
  RSA: ["RS256", "PS256", "RS384", "PS384", "RS512", "PS512"],
  "P-256": ["ES256"],
  "P-384": ["ES384"],
  "P-521": ["ES512"],
  Ed25519: ["EdDSA"],
};

function pkcs1(digest: Digest, hashing: number): readonly Mechanism[] {
  const prepare = (data: Uint8Array): Uint8Array =>
    Buffer.concat([DIGEST_INFO[digest], hash(digest, data)]);
  return [
    { type: CKM.RSA_PKCS, parameters: [], prepare },
    { type: hashing, parameters: [], prepare: (data) => data },
  ];
}

function pss(digest: Digest, hashing: number): readonly Mechanism[] {
  const parameters = PSS[digest];
  return [
    { type: CKM.RSA_PKCS_PSS, parameters, prepare: (data) => hash(digest, data) },
    { type: hashing, parameters, prepare: (data) => data },
  ];
}

function ecdsa(digest: Digest, hashing: number): readonly Mechanism[] {
  return [
    { type: CKM.ECDSA, parameters: [], prepare: (data) => hash(digest, data) },
    { type: hashing, parameters: [], prepare: (data) => data },
  ];
}

function hash(digest: Digest, data: Uint8Array): Uint8Array {
  return createHash(digest).update(data).digest();
}
