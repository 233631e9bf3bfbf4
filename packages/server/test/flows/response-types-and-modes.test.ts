import assert from "node:assert/strict";
import { hash } from "node:crypto";
import { describe, it, test } from "node:test";
import { createLocalJWKSet, jwtVerify } from "jose";
import { isActive } from "../operations/machine.ts";
import { RESPONSE_TYPES, registerApp } from "../support/app.ts";
import { answerOf, redeem, completeFlow } from "../support/flow.ts";
import { startTestServer } from "../support/server.ts";

const world = await startTestServer();
const { latchkey, clock } = world;
const photos = await registerApp(latchkey, { id_token_signed_response_alg: "ES256" });
const jwks = createLocalJWKSet(await warmJwks());
const nonce = "n-of-photos";

async function warmJwks() {
  await latchkey.createJsonWebKeySet({ set: "hydra.openid.id-token", body: { alg: "ES256" } });
  return latchkey.wellKnown();
}

function leftHalf(text: string | undefined): string {
  assert.ok(text);
  return hash("sha256", text, "buffer").toString("base64url", 0, 16);
}

async function claimsOf(id_token: string | undefined) {
  assert.ok(id_token);
  const currentDate = new Date(clock.now * 1000);
  const options = { issuer: "http://127.0.0.1:4444", audience: "photos", currentDate };
  return (await jwtVerify(id_token, jwks, options)).payload;
}

for (const response_type of RESPONSE_TYPES) {
  const words = response_type.split(" ");
  const modes =
    response_type === "code" ? ["query", "fragment", "form_post"] : ["fragment", "form_post"];

  describe(`response_type ${response_type}`, () => {
    for (const response_mode of [undefined, ...modes]) {
      it(`answers in the ${response_mode ?? "implied mode"} with all of it and nothing else`, async () => {
        const params = { response_type, nonce, ...(response_mode && { response_mode }) };
        const answer = await answerOf(await completeFlow(world, photos, { params }));
        assert.equal(
          answer.place,
          response_mode ?? (response_type === "code" ? "query" : "fragment"),
        );
        assert.equal(answer.redirect_uri, photos.redirect_uri);
        const { code, access_token, id_token, ...rest } = answer.parameters;
        assert.equal(code !== undefined, words.includes("code"));
        assert.equal(access_token !== undefined, words.includes("token"));
        assert.equal(id_token !== undefined, words.includes("id_token"));
        assert.deepEqual(rest, {
          ...(words.includes("token") && { token_type: "bearer", expires_in: "3600" }),
          scope: "openid offline",
          state: "where photos was",
          iss: "http://127.0.0.1:4444",
        });
      });
    }

    it("binds each part to the others, and every part works", async () => {
      const params = { response_type, nonce };
      const { parameters } = await answerOf(await completeFlow(world, photos, { params }));
      const { code, access_token, id_token } = parameters;
      if (id_token !== undefined) {
        const claims = await claimsOf(id_token);
        assert.equal(claims["nonce"], nonce);
        assert.equal(claims["at_hash"], access_token && leftHalf(access_token));
        assert.equal(claims["c_hash"], code && leftHalf(code));
      }
      if (access_token !== undefined) assert.ok(await isActive(latchkey, access_token));
      if (code === undefined) return;
      const reply = await redeem(world, photos, code);
      assert.ok(reply.ok);
      const claims = await claimsOf(reply.body.id_token);
      assert.equal(claims["nonce"], nonce);
      assert.equal(claims["at_hash"], leftHalf(reply.body.access_token));
      assert.ok(reply.body.refresh_token);
      if (id_token !== undefined) assert.equal(claims["c_hash"], leftHalf(code));
      if (access_token === undefined) return;
      assert.ok(await isActive(latchkey, access_token), "the first token outlives the redemption");
      assert.notEqual(access_token, reply.body.access_token);
    });

    if (response_type !== "code") {
      it("never stands in a query", async () => {
        const params = { client_id: "photos", response_type, response_mode: "query", nonce };
        const { location = "" } = await latchkey.oauthAuth(params);
        const { searchParams, hash: fragment } = new URL(location);
        assert.equal(searchParams.get("error"), "unsupported_response_mode");
        assert.equal(fragment, "");
      });
    }
  });
}

test("the words of a response type may come in any order", async () => {
  const params = { response_type: "token id_token code", nonce };
  const { parameters } = await answerOf(await completeFlow(world, photos, { params }));
  assert.ok(parameters["code"] && parameters["access_token"] && parameters["id_token"]);
});

test("without openid a hybrid answer has no ID token, and an implicit one is refused", async () => {
  const consent = { grant_scope: ["offline"] };
  const hybrid = { response_type: "code id_token", nonce };
  const half = await answerOf(await completeFlow(world, photos, { params: hybrid, consent }));
  assert.ok(half.parameters["code"]);
  assert.ok(!("id_token" in half.parameters));
  const implicit = { response_type: "id_token", nonce };
  const none = await answerOf(await completeFlow(world, photos, { params: implicit, consent }));
  assert.equal(none.place, "fragment");
  assert.equal(none.parameters["error"], "unsupported_response_type");
});

test("an access token of the authorization endpoint has its own lifetime, and ends with its grant", async () => {
  const params = { response_type: "code token" };
  const { parameters } = await answerOf(await completeFlow(world, photos, { params }));
  const { access_token: token = "", code = "" } = parameters;
  assert.ok(await isActive(latchkey, token));
  clock.now += 1;
  assert.ok((await redeem(world, photos, code)).ok);
  clock.now += 1;
  assert.equal((await redeem(world, photos, code)).status, 400, "a replay");
  assert.equal(await isActive(latchkey, token), false);

  const other = await answerOf(
    await completeFlow(world, photos, { params: { response_type: "token" } }),
  );
  const { access_token = "" } = other.parameters;
  clock.now += 3599;
  assert.ok(await isActive(latchkey, access_token));
  clock.now += 1;
  assert.equal(await isActive(latchkey, access_token), false);
});

test("the form_post page may run its own script, and escapes what it carries", async () => {
  const state = `"><script>alert('mallory')</script>`;
  const page = await completeFlow(world, photos, { params: { response_mode: "form_post", state } });
  assert.match(page.headers.get("content-type") ?? "", /^text\/html/);
  assert.match(page.headers.get("cache-control") ?? "", /no-store/);
  const text = await page.clone().text();
  assert.equal((await answerOf(page)).parameters["state"], state);
  const scripts = [...text.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(
    ([, script = ""]) => script,
  );
  assert.equal(scripts.length, 1);
  const policy = page.headers.get("content-security-policy") ?? "";
  const allowed = `'sha256-${hash("sha256", scripts[0] ?? "", "base64")}'`;
  assert.ok(policy.includes(allowed), `the browser runs only what ${policy} allows: ${allowed}`);
});
