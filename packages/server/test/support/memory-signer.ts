import { generateKeyPairSync, type KeyObject, sign } from "node:crypto";
import type { JsonWebKey } from "@latchkey/api";
import type {
  ExternalKey,
  ExternalSigner,
  SignerOptions,
} from "../../src/crypto/external-signer.ts";

/** A signer with keys in memory, which a test can make fail: with the keys `rsa`, `ec` and `ed`. */
export interface MemorySigner extends ExternalSigner {
  /** What `sign` does instead of signing; undefined while the signer works. */
  interrupt: (() => Promise<Uint8Array>) | undefined;
  /** Puts other keys under the same names. */
  replaceKeys(): void;
  readonly calls: { signed: number; closed: number };
}

export function createMemorySigner(): MemorySigner {
  let pairs = generatePairs();
  const calls = { signed: 0, closed: 0 };
  return {
    interrupt: undefined,
    calls,
    replaceKeys: () => void (pairs = generatePairs()),
    async sign(key, alg, data) {
      if (this.interrupt !== undefined) return this.interrupt();
      const pair = pairs.get(key);
      if (pair === undefined) throw new Error(`There is no key ${key}.`);
      calls.signed += 1;
      const digest = alg === "EdDSA" ? null : "sha256";
      return sign(digest, data, { key: pair.privateKey, dsaEncoding: "ieee-p1363" });
    },
    async publicKeys() {
      return Array.from(pairs, ([key, { algs, publicKey }]): ExternalKey => {
        return { key, algs, public_key: exportJwk(publicKey) };
      });
    },
    close: () => void (calls.closed += 1),
  };
}

/** What the setting `signers` calls when it names this file. */
export function openSigner({ refuses = false }: SignerOptions): ExternalSigner {
  if (refuses === true) throw new Error("these options are not accepted");
  return createMemorySigner();
}

type Pairs = ReadonlyMap<
  string,
  {
    readonly algs: ExternalKey["algs"];
    readonly publicKey: KeyObject;
    readonly privateKey: KeyObject;
  }
>;

function generatePairs(): Pairs {
  return new Map([
    ["rsa", { algs: ["RS256"], ...generateKeyPairSync("rsa", { modulusLength: 2048 }) }],
    ["ec", { algs: ["ES256"], ...generateKeyPairSync("ec", { namedCurve: "P-256" }) }],
    ["ed", { algs: ["EdDSA"], ...generateKeyPairSync("ed25519") }],
  ]);
}

function exportJwk(key: KeyObject): JsonWebKey {
  const { kty = "", ...numbers } = key.export({ format: "jwk" });
  return { kty, ...numbers };
}
