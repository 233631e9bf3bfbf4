import assert from "node:assert/strict";
import { hash } from "node:crypto";
import { test } from "node:test";
import { bearer } from "@latchkey/client";
import { decodeJwt } from "jose";
import { assertRefused } from "../operations/refusal.ts";
import { registerApp } from "../support/app.ts";
import { openBrowser } from "../support/browser.ts";
import { answerOf, authorize, passLogin, requestOf, signIn } from "../support/flow.ts";
import { startTestServer } from "../support/server.ts";

const SALT = "a pinch of salt";
const pairwise = { subject_type: "pairwise" };

async function start(app = {}) {
  const world = await startTestServer({
    "oidc.subject_identifiers.supported_types": ["public", "pairwise"],
    "oidc.subject_identifiers.pairwise.salt": SALT,
  });
  const photos = await registerApp(world.latchkey, { ...pairwise, ...app });
  return { ...world, world, photos };
}

function nameOf(subject: string, sector: string): string {
  return hash("sha256", `${sector}${subject}${SALT}`, "hex");
}

test("a pairwise client knows alice under a name of its own, everywhere but in the access token", async () => {
  const { world, latchkey, photos } = await start();
  const { id_token = "", access_token } = await signIn(world, photos);
  const name = nameOf("alice", "photos.example");
  assert.equal(decodeJwt(id_token).sub, name);
  const person = await latchkey.userinfo({}, { authorization: bearer(access_token) });
  assert.ok(typeof person === "object");
  assert.equal(person.sub, name);
  const introspection = await latchkey.introspectOAuth2Token({ token: access_token });
  assert.ok(introspection.active);
  assert.equal(introspection.sub, "alice");
  assert.equal(introspection.obfuscated_subject, name);
});

test("a pairwise client that introspects its own tokens learns no other name of alice", async () => {
  const { world, fetch, photos } = await start();
  const consent = { session: { access_token: { department: "for APIs alone" } } };
  const { access_token, refresh_token = "" } = await signIn(world, photos, { consent });
  const name = nameOf("alice", "photos.example");
  for (const [token, token_use] of [
    [access_token, "access_token"],
    [refresh_token, "refresh_token"],
  ] as const) {
    const response = await fetch("http://public.test/oauth2/introspect", {
      method: "POST",
      headers: { authorization: photos.authorization ?? "" },
      body: new URLSearchParams({ token }),
    });
    const body: unknown = await response.json();
    assert.partialDeepStrictEqual(body, { active: true, sub: name, token_use });
    assert.doesNotMatch(JSON.stringify(body), /alice|obfuscated_subject|for APIs alone/);
  }
});

test("clients of one sector share a name, and others do not", async () => {
  const { world, latchkey } = await start();
  const subOf = async (client_id: string, redirect_uri: string) => {
    const app = { ...pairwise, client_id, redirect_uris: [redirect_uri] };
    const { id_token = "" } = await signIn(world, await registerApp(latchkey, app));
    return decodeJwt(id_token).sub;
  };
  const here = await subOf("a", "https://one.example/a");
  assert.equal(await subOf("b", "https://one.example/b"), here);
  assert.notEqual(await subOf("c", "https://two.example/a"), here);
  assert.notEqual(await subOf("d", "https://one.example:8443/a"), here);
});

test("a client with public subjects gets the subject, and no obfuscated_subject", async () => {
  const { world, latchkey } = await start();
  const letters = await registerApp(latchkey, { client_id: "letters" });
  const login = { subject: "alice", force_subject_identifier: "a-42" };
  const { id_token = "", access_token } = await signIn(world, letters, { login });
  assert.equal(
    decodeJwt(id_token).sub,
    "alice",
    "force_subject_identifier is for pairwise clients",
  );
  const introspection = await latchkey.introspectOAuth2Token({ token: access_token });
  assert.ok(!("obfuscated_subject" in introspection));
});

test("the login provider may choose the name itself", async () => {
  const { world, latchkey, photos } = await start();
  const login = { subject: "alice", force_subject_identifier: "a-42" };
  const { id_token = "", access_token } = await signIn(world, photos, { login });
  assert.equal(decodeJwt(id_token).sub, "a-42");
  const introspection = await latchkey.introspectOAuth2Token({ token: access_token });
  assert.ok(introspection.active);
  assert.deepEqual([introspection.sub, introspection.obfuscated_subject], ["alice", "a-42"]);
});

for (const [kind, forced] of [
  ["pairwise", {}],
  ["forced", { force_subject_identifier: "a-42" }],
] as const) {
  for (const later of [1, 7200]) {
    test(`a hint under the ${kind} name means alice, ${later} seconds later`, async () => {
      const { world, photos, clock } = await start();
      const browser = openBrowser(world);
      const { id_token = "" } = await signIn(world, photos, {
        browser,
        params: { scope: "openid" },
        login: { remember: true, ...forced },
      });
      clock.now += later;
      const asked = await authorize(browser, requestOf(photos, { id_token_hint: id_token }));
      const { parameters } = await answerOf(asked);
      assert.equal(parameters["error"], undefined, "alice is mistaken for another user");
      const again = await passLogin(world, browser, asked, forced);
      assert.ok((await answerOf(again)).parameters["consent_challenge"]);
    });
  }
}

for (const [title, settings, app] of [
  ["of the client", {}, { access_token_strategy: "jwt" }],
  ["of the server", { "strategies.access_token": "jwt" }, {}],
] as const) {
  test(`a pairwise client with JWT access tokens ${title} is rejected: APIs would not find the subject there`, async () => {
    const { latchkey } = await startTestServer({
      "oidc.subject_identifiers.supported_types": ["public", "pairwise"],
      "oidc.subject_identifiers.pairwise.salt": SALT,
      ...settings,
    });
    const body = { ...pairwise, ...app, redirect_uris: ["https://photos.example/callback"] };
    assertRefused(
      await latchkey.call("createOAuth2Client", { body }),
      400,
      "invalid_client_metadata",
    );
  });
}

test("a pairwise client without a sector identifier is rejected", async () => {
  const redirect_uris = ["https://one.example/cb", "https://two.example/cb"];
  const { world, latchkey } = await start({ client_id: "other" });
  const reply = await latchkey.call("createOAuth2Client", {
    body: { client_id: "torn", ...pairwise, redirect_uris, scope: "openid" },
  });
  if (!reply.ok) return assert.equal(reply.status, 400);
  const torn = {
    client_id: "torn",
    redirect_uri: redirect_uris[0] ?? "",
    authorization: undefined,
  };
  const browser = openBrowser(world);
  const asked = await authorize(browser, requestOf(torn, { scope: "openid" }));
  const { parameters } = await answerOf(await passLogin(world, browser, asked));
  return assert.equal(parameters["error"], "invalid_request");
});
