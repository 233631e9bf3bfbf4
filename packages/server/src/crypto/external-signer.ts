import type { JsonWebKey } from "@latchkey/api";
import type { MaybePromise } from "../maybe-promise.ts";
import type { SigningAlgorithm } from "./signing-algorithm.ts";

/** What signs with keys that are outside of the server: in a hardware security module, or in a key management service. */
export interface ExternalSigner {
  /**
   * Signs bytes: the signing input of a JWS. The signature has the form of RFC 7518, so that of ECDSA is R ‖ S, as long as the
   * curve says. Rejects when it cannot sign now; the message is logged, and must not have secrets.
   */
  sign(key: string, alg: SigningAlgorithm, data: Uint8Array, call: SignerCall): Promise<Uint8Array>;
  /** The keys that can sign, by the names that `sign` takes. */
  publicKeys(call: SignerCall): Promise<readonly ExternalKey[]>;
  /** Ends its connections. Called once, when the server stops. */
  close?(): MaybePromise<void>;
}

/** A call of a signer. */
export interface SignerCall {
  /** Aborted at the deadline of the call: nothing waits for its result any more. */
  readonly signal: AbortSignal;
}

/** A key that is in a signer. */
export interface ExternalKey {
  readonly key: string;
  /** The algorithms that it can sign with, the preferred one first. */
  readonly algs: readonly SigningAlgorithm[];
  readonly public_key: JsonWebKey;
}

/** A module that is named by the setting `signers` exports this. */
export interface SignerModule {
  /**
   * Opens a signer with the options of its entry in the settings. Throws when they are wrong: the server does not start. A
   * signer that only does not respond yet is opened all the same.
   */
  openSigner(options: SignerOptions): MaybePromise<ExternalSigner>;
}

/** What the settings have under `options`, as they are written. */
export type SignerOptions = Readonly<Record<string, unknown>>;

/** A signer cannot sign now. The caller may try again later. */
export class SignerUnavailableError extends Error {
  override readonly name = "SignerUnavailableError";
  /** Seconds. */
  readonly retry_after = 1;
}
