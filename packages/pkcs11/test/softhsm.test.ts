import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { after, describe, it, test } from "node:test";
import { createLocalJWKSet, decodeProtectedHeader, jwtVerify } from "jose";
import { registerApp } from "../../server/test/support/app.ts";
import { codeFor, redeem, signIn } from "../../server/test/support/flow.ts";
import { startTestServer } from "../../server/test/support/server.ts";
import { openSigner } from "../src/index.ts";
import { startSoftHsm } from "./support/softhsm.ts";

const ID_TOKENS = "hydra.openid.id-token";
const ACCESS_TOKENS = "hydra.jwt.access-token";

const hsm = startSoftHsm();
hsm.generate("rsa:2048", "rsa", "01");
hsm.generate("EC:prime256v1", "ec", "02");
hsm.generate("EC:secp384r1", "ec384", "03");
hsm.generate("EC:secp521r1", "ec521", "04");
hsm.generate("EC:edwards25519", "ed", "05");
const { library, token_label, pin_file } = hsm;
const options = { library, token_label, pin_file };

/** A server whose clock is real, as that of the module's process is. */
function startServer(settings: Readonly<Record<string, unknown>> = {}) {
  const signers = { hsm: { module: "@latchkey/pkcs11", timeout: "60s", options } };
  return startTestServer({ signers, ...settings });
}

const world = await startServer({ "strategies.access_token": "jwt" });
const { latchkey, clock } = world;

describe("a server with keys in SoftHSM", () => {
  it("lists the keys of the token with their algorithms", async () => {
    const [signer] = await latchkey.listSigners();
    const rsa = ["RS256", "PS256", "RS384", "PS384", "RS512", "PS512"];
    assert.deepEqual(
      new Map(signer?.keys.map(({ key, algs }) => [key, algs])),
      new Map([
        ["rsa", rsa],
        ["ec", ["ES256"]],
        ["ec384", ["ES384"]],
        ["ec521", ["ES512"]],
        ["ed", ["EdDSA"]],
      ]),
    );
  });

  for (const [key, alg] of [
    ["rsa", "RS256"],
    ["rsa", "PS256"],
    ["rsa", "RS384"],
    ["rsa", "PS384"],
    ["rsa", "RS512"],
    ["rsa", "PS512"],
    ["ec", "ES256"],
    ["ec384", "ES384"],
    ["ec521", "ES512"],
    ["ed", "EdDSA"],
  ] as const) {
    it(`issues ID tokens and access tokens with ${alg}, which verify with its JWKS`, async () => {
      const client_id = `photos-${alg}`;
      const app = await registerApp(latchkey, { client_id, id_token_signed_response_alg: alg });
      for (const set of [ID_TOKENS, ACCESS_TOKENS]) {
        const body = { signer: "hsm", key, alg, kid: `${alg} of ${set}` };
        await latchkey.addSigningKey({ set, body, sign_now: true });
      }
      const { id_token = "", access_token } = await signIn(world, app);
      const jwks = createLocalJWKSet(await latchkey.wellKnown());
      const currentDate = new Date(clock.now * 1000);
      for (const [token, set] of [
        [id_token, ID_TOKENS],
        [access_token, ACCESS_TOKENS],
      ] as const) {
        assert.equal(decodeProtectedHeader(token).kid, `${alg} of ${set}`);
        await jwtVerify(token, jwks, { currentDate, algorithms: [alg] });
      }
    });
  }

  it("finds a key that was generated while it runs", async () => {
    hsm.generate("EC:prime256v1", "later", "06");
    const body = { signer: "hsm", key: "later" };
    const { crv } = await latchkey.addSigningKey({ set: ID_TOKENS, body });
    assert.equal(crv, "P-256");
  });
});

/** The processes that have SoftHSM loaded for this test. */
function tokenProcesses(): readonly number[] {
  const listed = execFileSync("ps", ["-o", "pid=,args=", "--ppid", String(process.pid)], {
    encoding: "utf8",
  });
  return listed
    .split("\n")
    .filter((line) => line.includes("token-process"))
    .map((line) => Number.parseInt(line, 10));
}

function killAll(pids: readonly number[]): void {
  assert.ok(pids.length > 0);
  for (const pid of pids) process.kill(pid, "SIGKILL");
}

async function startWithKey() {
  const other = await startServer();
  const body = { signer: "hsm", key: "rsa" };
  await other.latchkey.addSigningKey({ set: ID_TOKENS, body, sign_now: true });
  const app = await registerApp(other.latchkey);
  const exchange = async (code: string) => (await redeem(other, app, code)).status;
  return { other, app, exchange };
}

test("while the token is away, requests fail with 503, and they are served once it is back", async () => {
  const { other, app, exchange } = await startWithKey();
  const code = await codeFor(other, app);
  hsm.remove();
  killAll(tokenProcesses()); // SoftHSM goes on with what it has read; a device would not.
  assert.equal(await exchange(code), 503);
  const [signer] = await other.latchkey.listSigners();
  assert.equal(signer?.state, "unavailable");
  other.server.context.log.flush();
  assert.match(other.lines.join(""), /not signed.*no token with this label/);
  hsm.insert();
  await untilServed(() => exchange(code));
});

test("a key that is deleted in the token fails with 503, and so does another under its name", async () => {
  hsm.generate("EC:prime256v1", "lost", "07");
  const other = await startServer();
  const body = { signer: "hsm", key: "lost" };
  await other.latchkey.addSigningKey({ set: ID_TOKENS, body, sign_now: true });
  const app = await registerApp(other.latchkey, { id_token_signed_response_alg: "ES256" });
  const code = await codeFor(other, app);
  hsm.deleteKey("lost");
  assert.equal((await redeem(other, app, code)).status, 503);
  hsm.generate("EC:prime256v1", "lost", "08");
  assert.equal((await redeem(other, app, code)).status, 503);
  other.server.context.log.flush();
  const logged = other.lines.join("");
  assert.match(logged, /The signer hsm failed: /);
  assert.match(logged, /signed with another key than the published one/);
});

test("the module's process is replaced when it crashes, without a failed request", async () => {
  const { other, app, exchange } = await startWithKey();
  killAll(tokenProcesses());
  assert.equal(await exchange(await codeFor(other, app)), 200);
});

test("a module that hangs is given up, and its process replaced", async () => {
  const signer = openSigner({ ...options, hang_timeout_ms: 8_000 });
  after(() => signer.close?.());
  const signal = AbortSignal.timeout(120_000);
  const others = new Set(tokenProcesses());
  await signer.publicKeys({ signal });
  const [own = 0] = tokenProcesses().filter((pid) => !others.has(pid));
  process.kill(own, "SIGSTOP");
  assert.equal((await signer.sign("ed", "EdDSA", Buffer.from("data"), { signal })).length, 64);
  assert.ok(!tokenProcesses().includes(own));
});

test("a PIN that the token refused is not tried again until its file has another", async () => {
  const starting = tokenProcesses().length;
  hsm.writePin("wrong");
  const signer = openSigner(options);
  after(() => signer.close?.());
  const signal = AbortSignal.timeout(120_000);
  await assert.rejects(signer.publicKeys({ signal }), /C_Login returned CKR_PIN_INCORRECT/);
  await untilRejected(
    () => signer.publicKeys({ signal }),
    /refused the PIN, which is still the same/,
  );
  assert.ok(tokenProcesses().length <= starting);
  hsm.writePin("2468");
  await untilServed(async () => {
    const keys = await signer.publicKeys({ signal }).catch(() => []);
    return keys.length > 0 ? 200 : 503;
  });
});

/** The signer does not open a token again within a second of a failure. */
async function untilServed(ask: () => Promise<number>): Promise<void> {
  for (;;) {
    const status = await ask();
    if (status === 200) return;
    assert.equal(status, 503);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

async function untilRejected(ask: () => Promise<unknown>, message: RegExp): Promise<void> {
  for (;;) {
    const error: unknown = await ask().then(
      () => assert.fail("it was not rejected"),
      (reason: unknown) => reason,
    );
    assert.ok(error instanceof Error);
    if (message.test(error.message)) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
