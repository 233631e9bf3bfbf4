import type { SignerStatus } from "@latchkey/api";
import type { KeyReference, SignElsewhere } from "../crypto/external-key.ts";
import {
  type ExternalKey,
  type ExternalSigner,
  type SignerCall,
  SignerUnavailableError,
} from "../crypto/external-signer.ts";
import { publicHalf } from "../crypto/jwk.ts";
import { explainJwkRejection, parseJwk } from "../crypto/parse-jwk.ts";
import { fits } from "../crypto/signing-algorithm.ts";
import type { ServerMetrics } from "../telemetry/server-metrics.ts";

/** The signers of the settings, with a deadline for each call. */
export interface Signers {
  /** Rejects with a `SignerUnavailableError` where the signer cannot sign now, or where the settings have none of its name. */
  readonly sign: SignElsewhere;
  /** The key of this name in a signer; undefined where the settings have no such signer, or where it has no such key. */
  readonly findKey: (reference: KeyReference) => Promise<ExternalKey | undefined>;
  /** All signers, as they respond now. */
  readonly list: () => Promise<readonly SignerStatus[]>;
  /** Whether the last call of a signer failed. Asks none. */
  readonly isFailing: () => boolean;
  readonly close: () => Promise<void>;
}

/** A signer that was opened, and the longest time that a call of it may take. */
export interface OpenedSigner {
  readonly signer: ExternalSigner;
  readonly timeout_ms: number;
}

export function createSigners(
  opened: ReadonlyMap<string, OpenedSigner>,
  { signer_calls }: Pick<ServerMetrics, "signer_calls">,
): Signers {
  const failing = new Set<string>();
  const call = async <T>(
    name: string,
    operation: "sign" | "list",
    ask: (signer: ExternalSigner, call: SignerCall) => Promise<T>,
  ): Promise<T> => {
    const found = opened.get(name);
    if (found === undefined)
      throw new SignerUnavailableError(`The settings have no signer ${name}.`);
    const started = performance.now();
    let outcome: "done" | "failed" = "failed";
    try {
      const result = await withDeadline(found.timeout_ms, (signal) =>
        ask(found.signer, { signal }),
      );
      outcome = "done";
      failing.delete(name);
      return result;
    } catch (cause) {
      failing.add(name);
      throw new SignerUnavailableError(`The signer ${name} failed: ${messageOf(cause)}`, { cause });
    } finally {
      const seconds = (performance.now() - started) / 1000;
      signer_calls.with({ signer: name, operation, outcome }).observe(seconds);
    }
  };

  const listKeys = async (name: string): Promise<readonly ExternalKey[]> => {
    const keys = await call(name, "list", (signer, options) => signer.publicKeys(options));
    return keys.map((key) => checkKey(name, key));
  };

  return {
    sign: ({ signer: name, key }, alg, data) =>
      call(name, "sign", (signer, options) => signer.sign(key, alg, data, options)),

    findKey: async ({ signer, key }) =>
      opened.has(signer) ? (await listKeys(signer)).find((one) => one.key === key) : undefined,

    list: () =>
      Promise.all(
        Array.from(opened.keys(), async (name): Promise<SignerStatus> => {
          try {
            const keys = await listKeys(name);
            return {
              name,
              state: "ready",
              keys: keys.map(({ key, algs, public_key }) => ({ key, algs: [...algs], public_key })),
            };
          } catch (error) {
            return { name, state: "unavailable", problem: messageOf(error), keys: [] };
          }
        }),
      ),

    isFailing: () => failing.size > 0,

    async close() {
      await Promise.allSettled(Array.from(opened.values(), async ({ signer }) => signer.close?.()));
    },
  };
}

/** The public half alone, of a key that works: a signer is code of others. */
function checkKey(signer: string, { key, algs, public_key }: ExternalKey): ExternalKey {
  const parsed = parseJwk(publicHalf(public_key));
  if (!parsed.ok)
    throw new SignerUnavailableError(
      `The key ${key} of the signer ${signer} cannot be used: ${explainJwkRejection(parsed.error)}`,
    );
  const { alg: _, kid: __, ...numbers } = parsed.value;
  return { key, algs: algs.filter((alg) => fits(alg, { ...numbers, alg })), public_key: numbers };
}

/** The result of the work, or a rejection at the deadline, whatever the work does with the signal. */
async function withDeadline<T>(
  timeout_ms: number,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    const error = new Error(`it did not respond within ${timeout_ms} ms.`);
    reject(error);
    controller.abort(error);
  }, timeout_ms);
  try {
    return await Promise.race([work(controller.signal), late]);
  } finally {
    clearTimeout(timer);
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
