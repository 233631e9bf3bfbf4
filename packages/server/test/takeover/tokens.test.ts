import assert from "node:assert/strict";
import { hash } from "node:crypto";
import { describe, it } from "node:test";
import { issueOpaque } from "../../../takeover/test/support/issued.ts";
import { signatureOf } from "../../src/crypto/opaque-token.ts";
import { isActive, registerMachine, tokenOf } from "../operations/machine.ts";
import { registerApp } from "../support/app.ts";
import { codeFor, redeem, refresh, signIn } from "../support/flow.ts";
import { SECRET, startTakenServer } from "./taken-server.ts";

const world = await startTakenServer();
const { latchkey, issueLike, addToken } = world;
const photos = await registerApp(latchkey);
const { authorization = "" } = photos;
const mallory = await registerApp(latchkey, { client_id: "mallory" });

function assertInvalidGrant({ ok, body }: { readonly ok: boolean; readonly body: unknown }): void {
  assert.equal(ok, false);
  assert.equal(body instanceof Object && "error" in body && body.error, "invalid_grant");
}

describe("tokens of the other server", () => {
  for (const prefix of ["", "ory_at_"])
    it(`an access token is introspected and shows the user: ${prefix || "no prefix"}`, async () => {
      const { access_token } = await signIn(world, photos);
      const theirs = await issueLike("access", access_token, prefix);
      const introspected = await latchkey.introspectOAuth2Token({ token: theirs });
      const ours = await latchkey.introspectOAuth2Token({ token: access_token });
      assert.ok(introspected.active);
      assert.deepEqual(introspected, ours);
      const claims = await latchkey.userinfo({}, { authorization: `Bearer ${theirs}` });
      assert.partialDeepStrictEqual(claims, { sub: "alice" });
    });

  it("an access token that was stored by its digest is found, too", async () => {
    const other = issueOpaque(SECRET, "ory_at_");
    const ofRow = await tokenOf(latchkey, await registerMachine(latchkey, { client_id: "m1" }));
    await addToken("access", hash("sha384", other.signature, "hex"), {
      row_signature: signatureOf(ofRow),
    });
    assert.ok(await isActive(latchkey, other.token));
  });

  it("a token of a machine is revoked at our row", async () => {
    const machine = await registerMachine(latchkey, { client_id: "m2" });
    const row_signature = signatureOf(await tokenOf(latchkey, machine));
    const { token, signature } = issueOpaque(SECRET);
    await addToken("access", hash("sha384", signature, "hex"), { row_signature });
    assert.ok(await isActive(latchkey, token));
    const { authorization: own } = machine;
    await latchkey.revokeOAuth2Token({ token }, { authorization: own });
    assert.equal(await isActive(latchkey, token), false);
  });

  it("a prefix of another kind is refused", async () => {
    const { access_token, refresh_token = "" } = await signIn(world, photos);
    const access = await issueLike("access", access_token);
    const renewing = await issueLike("refresh", refresh_token);
    assert.equal(await isActive(latchkey, `ory_rt_${access}`), false);
    assert.equal(await isActive(latchkey, `ory_at_${renewing}`), false);
    assert.ok(await isActive(latchkey, renewing));
  });

  it("a changed random half is refused: its signature is in the database of the other server", async () => {
    const { access_token } = await signIn(world, photos);
    const [, signature = ""] = (await issueLike("access", access_token)).split(".");
    const forged = `${Buffer.alloc(32, 1).toString("base64url")}.${signature}`;
    assert.equal(await isActive(latchkey, forged), false);
  });

  it("a refresh yields tokens of ours, and ends the access token", async () => {
    const { access_token, refresh_token = "" } = await signIn(world, photos);
    const access = await issueLike("access", access_token);
    const renewing = await issueLike("refresh", refresh_token, "ory_rt_");
    const renewed = await refresh(world, photos, renewing);
    assert.ok(renewed.ok, JSON.stringify(renewed.body));
    assert.match(renewed.body.access_token, /^lk_at_/);
    assert.match(renewed.body.refresh_token ?? "", /^lk_rt_/);
    assert.equal(await isActive(latchkey, access), false);
    assert.ok((await refresh(world, photos, renewed.body.refresh_token)).ok);
  });

  it("a refresh token that was used before revokes the grant", async () => {
    const { refresh_token = "" } = await signIn(world, photos);
    const renewing = await issueLike("refresh", refresh_token);
    const renewed = await refresh(world, photos, renewing);
    assert.ok(renewed.ok);
    const next = await refresh(world, photos, renewed.body.refresh_token);
    assert.ok(next.ok);
    world.clock.now += 120;
    const replayed = await refresh(world, photos, renewing);
    assertInvalidGrant(replayed);
    assert.equal(await isActive(latchkey, next.body.access_token), false);
  });

  it("another client cannot refresh, and nothing happens to the grant", async () => {
    const { refresh_token = "" } = await signIn(world, photos);
    const renewing = await issueLike("refresh", refresh_token);
    const stolen = await refresh(world, mallory, renewing);
    assertInvalidGrant(stolen);
    assert.ok((await refresh(world, photos, renewing)).ok);
  });

  it("revoking one of its tokens revokes the grant, ours and theirs", async () => {
    const { access_token, refresh_token = "" } = await signIn(world, photos);
    const renewing = await issueLike("refresh", refresh_token);
    await latchkey.revokeOAuth2Token({ token: renewing }, { authorization });
    for (const token of [renewing, refresh_token, access_token])
      assert.equal(await isActive(latchkey, token), false);
  });
});

describe("codes of the other server", () => {
  const code_verifier = "a".repeat(43);
  const code_challenge = hash("sha256", code_verifier, "base64url");

  for (const prefix of ["", "ory_ac_"])
    it(`are redeemed once: ${prefix || "no prefix"}`, async () => {
      const code = await issueLike("code", await codeFor(world, photos), prefix);
      const wrong = await redeem(world, photos, code, { redirect_uri: "https://mallory.example/" });
      assertInvalidGrant(wrong);
      const redeemed = await redeem(world, photos, code);
      assert.ok(redeemed.ok, JSON.stringify(redeemed.body));
      assert.match(redeemed.body.access_token, /^lk_at_/);
      world.clock.now += 60;
      const again = await redeem(world, photos, code);
      assertInvalidGrant(again);
      assert.equal(await isActive(latchkey, redeemed.body.access_token), false);
    });

  it("are bound to their client and their PKCE challenge", async () => {
    const params = { code_challenge, code_challenge_method: "S256" } as const;
    const code = await issueLike("code", await codeFor(world, photos, { params }));
    for (const [app, form] of [
      [mallory, { code_verifier }],
      [photos, {}],
      [photos, { code_verifier: "b".repeat(43) }],
    ] as const) {
      const refused = await redeem(world, app, code, form);
      assertInvalidGrant(refused);
    }
    assert.ok((await redeem(world, photos, code, { code_verifier })).ok);
  });
});

describe("what the other server did not issue", () => {
  it("a token without a row, or under another secret, is unknown", async () => {
    assert.equal(await isActive(latchkey, issueOpaque(SECRET).token), false);
    const { token, signature } = issueOpaque("a secret of no server");
    const row_signature = signatureOf(
      await tokenOf(latchkey, await registerMachine(latchkey, { client_id: "m3" })),
    );
    await addToken("access", signature, { row_signature });
    assert.equal(await isActive(latchkey, token), false);
  });
});
