import assert from "node:assert/strict";
import { test } from "node:test";
import type { Request } from "./process/messages.ts";
import type { StartTokenProcess } from "./process/token-client.ts";
import { TokenError } from "./rules/errors.ts";
import { readOptions } from "./rules/options.ts";
import { createPkcs11Signer } from "./signer.ts";

const options = readOptions({
  library: "/module.so",
  token_label: "latchkey",
  pin_file: "/pin",
  sessions: 2,
});
const { signal } = new AbortController();
const signature = Uint8Array.of(1);

/** A signer over processes that do what the test says. */
function openSigner(carryOut: (request: Request, process: number) => Promise<unknown>) {
  const clock = { now_ms: 0 };
  const pin = { value: "2468" };
  const processes: { retired: boolean; killed: boolean; readonly pins: string[] }[] = [];
  const start: StartTokenProcess = () => {
    const state = { retired: false, killed: false, pins: [] as string[] };
    const number = processes.push(state);
    return {
      call: async (request) => {
        if (request.kind === "open") state.pins.push(request.pin);
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- The test responds with what the request asks for.
        return (await carryOut(request, number)) as never;
      },
      retire: () => void (state.retired = true),
      kill: () => void (state.killed = true),
    };
  };
  const signer = createPkcs11Signer(options, {
    start,
    now_ms: () => clock.now_ms,
    readPin: async () => pin.value,
  });
  const sign = () => signer.sign("rsa", "RS256", Uint8Array.of(0), { signal });
  return { signer, sign, clock, pin, processes };
}

const fail = (code: string) => Promise.reject(new TokenError(code, `C_Sign returned ${code}`));

test("nothing is opened before the first call, and calls share a process", async () => {
  const { signer, sign, processes } = openSigner(async () => signature);
  assert.equal(processes.length, 0);
  assert.deepEqual(await Promise.all([sign(), sign(), sign()]), [signature, signature, signature]);
  assert.equal(processes.length, 1);
  await signer.close?.();
  assert.ok(processes[0]?.killed);
  await assert.rejects(sign(), /closed/);
});

test("after a failure the process is replaced and the call repeated", async () => {
  let isLost = false;
  const { sign, clock, processes } = openSigner(async ({ kind }, process) =>
    kind === "sign" && process === 1 && isLost ? fail("CKR_SESSION_HANDLE_INVALID") : signature,
  );
  await sign();
  isLost = true;
  clock.now_ms += 1_000;
  assert.equal(await sign(), signature);
  assert.deepEqual(
    processes.map(({ retired }) => retired),
    [true, false],
  );
});

test("a failure that a new process has as well is reported, at most one process a second is opened", async () => {
  const { sign, clock, processes } = openSigner(async ({ kind }) =>
    kind === "sign" ? fail("CKR_DEVICE_ERROR") : undefined,
  );
  for (const started of [1, 1, 2, 2]) {
    await assert.rejects(sign(), /CKR_DEVICE_ERROR/);
    assert.equal(processes.length, started);
    clock.now_ms += 500;
  }
});

test("a process that ended is replaced at any age, once for all calls that it failed", async () => {
  const { sign, processes } = openSigner(async ({ kind }, process) =>
    kind === "sign" && process === 1 ? fail("ENDED") : signature,
  );
  assert.deepEqual(await Promise.all([sign(), sign()]), [signature, signature]);
  assert.equal(processes.length, 2);
});

test("a token that cannot be opened is tried again after a second", async () => {
  let isPresent = false;
  const { sign, clock, processes } = openSigner(async ({ kind }) =>
    kind === "open" && !isPresent ? fail("TOKEN_UNKNOWN") : signature,
  );
  await assert.rejects(sign(), /TOKEN_UNKNOWN/);
  isPresent = true;
  await assert.rejects(sign(), /TOKEN_UNKNOWN/);
  assert.equal(processes.length, 1);
  clock.now_ms += 1_000;
  assert.equal(await sign(), signature);
  assert.ok(processes[0]?.retired);
});

test("a PIN that the token refused is not tried twice, until it is another", async () => {
  const { sign, clock, pin, processes } = openSigner(async (request) =>
    request.kind === "open" && request.pin === "wrong" ? fail("CKR_PIN_INCORRECT") : signature,
  );
  pin.value = "wrong";
  await assert.rejects(sign(), /CKR_PIN_INCORRECT/);
  for (let attempt = 0; attempt < 5; attempt += 1) {
    clock.now_ms += 1_000;
    await assert.rejects(sign(), /refused the PIN, which is still the same/);
  }
  pin.value = "right";
  clock.now_ms += 1_000;
  assert.equal(await sign(), signature);
  assert.deepEqual(
    processes.flatMap(({ pins }) => pins),
    ["wrong", "right"],
  );
});

test("no more calls run at once than there are sessions, and one that was given up does not run", async () => {
  const running: (() => void)[] = [];
  const { signer, sign } = openSigner(async ({ kind }) => {
    if (kind === "sign") await new Promise<void>((resolve) => running.push(resolve));
    return signature;
  });
  const [first, second, third] = [sign(), sign(), sign()];
  const aborted = AbortSignal.abort(new Error("given up"));
  const fourth = signer.sign("rsa", "RS256", Uint8Array.of(0), { signal: aborted });
  await new Promise((resolve) => setImmediate(resolve));
  assert.equal(running.length, 2);
  for (const finish of running.splice(0)) finish();
  await Promise.all([first, second]);
  await assert.rejects(fourth, /given up/);
  await new Promise((resolve) => setImmediate(resolve));
  assert.equal(running.length, 1);
  running[0]?.();
  assert.equal(await third, signature);
});
