import assert from "node:assert/strict";
import { test } from "node:test";
import { type ExternalSigner, SignerUnavailableError } from "../crypto/external-signer.ts";
import { createMetrics } from "../telemetry/metrics.ts";
import { createServerMetrics } from "../telemetry/server-metrics.ts";
import { createSigners } from "./signers.ts";

const metrics = createServerMetrics(createMetrics());
const data = Buffer.from("header.claims");

function open(signer: Partial<ExternalSigner>) {
  const never = async (): Promise<never> => new Promise(() => {});
  const whole = { sign: never, publicKeys: never, ...signer };
  return createSigners(new Map([["hsm", { signer: whole, timeout_ms: 10 }]]), metrics);
}

test("a signer that never responds is given up at its timeout, and its call is aborted", async () => {
  const signals: AbortSignal[] = [];
  const signers = open({
    sign: async (_key, _alg, _data, { signal }) => {
      signals.push(signal);
      return new Promise(() => {});
    },
  });
  await assert.rejects(signers.sign({ signer: "hsm", key: "one" }, "RS256", data), (error) => {
    assert.ok(error instanceof SignerUnavailableError);
    assert.match(error.message, /The signer hsm failed: it did not respond within 10 ms/);
    return true;
  });
  assert.deepEqual(
    signals.map(({ aborted }) => aborted),
    [true],
  );
  assert.deepEqual(await signers.list(), [
    {
      name: "hsm",
      state: "unavailable",
      problem: "The signer hsm failed: it did not respond within 10 ms.",
      keys: [],
    },
  ]);
});

test("a signer fails from a call that failed until one that did not", async () => {
  let works = false;
  const signers = open({
    sign: async () => {
      if (!works) throw new Error("The token was removed.");
      return Buffer.from("signature");
    },
  });
  const sign = () => signers.sign({ signer: "hsm", key: "one" }, "RS256", data);
  assert.equal(signers.isFailing(), false);
  await assert.rejects(sign());
  assert.equal(signers.isFailing(), true);
  works = true;
  await sign();
  assert.equal(signers.isFailing(), false);
});

test("a signer that the settings do not have is unavailable, and has no keys", async () => {
  const signers = open({});
  const reference = { signer: "kms", key: "one" };
  await assert.rejects(signers.sign(reference, "RS256", data), SignerUnavailableError);
  assert.equal(await signers.findKey(reference), undefined);
});

test("a signer cannot bring a private key or a broken one into the server", async () => {
  const jwk = { kty: "OKP", crv: "Ed25519", x: "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo" };
  const keyOf = async (public_key: typeof jwk) =>
    open({
      publicKeys: async () => [{ key: "one", algs: ["EdDSA", "RS256"], public_key }],
    }).findKey({ signer: "hsm", key: "one" });
  const leaking = { ...jwk, d: "nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A" };
  assert.deepEqual(await keyOf(leaking), { key: "one", algs: ["EdDSA"], public_key: jwk });
  await assert.rejects(keyOf({ ...jwk, x: "AAAA" }), SignerUnavailableError);
});
