import assert from "node:assert/strict";
import { test } from "node:test";
import { decodeJwt } from "jose";
import { registerApp } from "../support/app.ts";
import { openBrowser } from "../support/browser.ts";
import { answerOf, authorize, challengeOf, passLogin, requestOf, signIn } from "../support/flow.ts";
import { startTestServer } from "../support/server.ts";

const world = await startTestServer({ "urls.consent": "https://login.example/consent" });
const { latchkey } = world;
const photos = await registerApp(latchkey);
const CLAIMS = { userinfo: { birthdate: { essential: true } }, id_token: { email: null } };

test("login and consent apps read the requested claims", async () => {
  const browser = openBrowser(world);
  const asked = await authorize(browser, requestOf(photos, { claims: JSON.stringify(CLAIMS) }));
  const login_challenge = challengeOf(asked, "login");
  const login = await latchkey.getLoginRequest({ login_challenge });
  assert.deepEqual(login.oidc_context.claims, CLAIMS);
  const consent_challenge = challengeOf(await passLogin(world, browser, asked), "consent");
  const consent = await latchkey.getConsentRequest({ consent_challenge });
  assert.deepEqual(consent.oidc_context.claims, CLAIMS);
});

/** Parameters that are refused, by what is wrong with them. */
const malformed: [string, string, RegExp][] = [
  ["no JSON", "{", /JSON object/],
  ["a list", "[]", /JSON object/],
  ["a member that is no object", '{"userinfo":["email"]}', /object as userinfo/],
  ["a claim that is true", '{"id_token":{"email":true}}', /null or an object/],
  ["an essential that is a string", '{"id_token":{"email":{"essential":"yes"}}}', /essential/],
  ["values that are no list", '{"id_token":{"acr":{"values":"gold"}}}', /values as a list/],
  ["__proto__ as a claim", '{"id_token":{"__proto__":{"essential":true}}}', /name/],
  ["__proto__ in a claim", '{"id_token":{"email":{"__proto__":{"essential":true}}}}', /null or/],
  ["a claim without a name", '{"id_token":{"":null}}', /name/],
  ["deep nesting", `{"id_token":{"a":{"value":${"[".repeat(50)}${"]".repeat(50)}}}}`, /nested/],
  [
    "too many claims",
    JSON.stringify({
      userinfo: Object.fromEntries(Array.from({ length: 65 }, (_, n) => [n, null])),
    }),
    /more than 64/,
  ],
];

for (const [reason, claims, expected] of malformed) {
  test(`claims with ${reason} is an invalid_request`, async () => {
    const response = await authorize(openBrowser(world), requestOf(photos, { claims }));
    const { parameters } = await answerOf(response);
    assert.equal(parameters["error"], "invalid_request");
    assert.match(parameters["error_description"] ?? "", expected);
  });
}

for (const claims of ["{}", '{"other":{"a":1}}', '{"userinfo":null}', '{"id_token":{}}']) {
  test(`claims ${claims} requests nothing`, async () => {
    const asked = await authorize(openBrowser(world), requestOf(photos, { claims }));
    const login_challenge = challengeOf(asked, "login");
    const { oidc_context } = await latchkey.getLoginRequest({ login_challenge });
    assert.equal(oidc_context.claims, undefined);
  });
}

test("OpenID Connect Core §5.5.1: only the user of a requested sub can sign in", async () => {
  const claims = JSON.stringify({ id_token: { sub: { value: "alice" } } });
  const browser = openBrowser(world);
  await signIn(world, photos, { browser, login: { subject: "bob", remember: true } });
  const asked = await authorize(browser, requestOf(photos, { claims }));
  const login_challenge = challengeOf(asked, "login");
  assert.equal(
    (await latchkey.getLoginRequest({ login_challenge })).skip,
    false,
    "not bob's session",
  );
  const refused = await passLogin(world, browser, asked, { subject: "bob" });
  assert.equal((await answerOf(refused)).parameters["error"], "login_required");

  const silent = await authorize(browser, requestOf(photos, { claims, prompt: "none" }));
  assert.equal((await answerOf(silent)).parameters["error"], "login_required");

  const { id_token = "" } = await signIn(world, photos, {
    browser,
    params: { claims },
    login: { subject: "alice", remember: true },
  });
  assert.equal(decodeJwt(id_token).sub, "alice");
  const known = await authorize(browser, requestOf(photos, { claims }));
  const again = challengeOf(known, "login");
  assert.equal((await latchkey.getLoginRequest({ login_challenge: again })).skip, true);
});

test("a requested acr that no one named is 0", async () => {
  const claims = JSON.stringify({ id_token: { acr: null } });
  const { id_token = "" } = await signIn(world, photos, { params: { claims } });
  assert.equal(decodeJwt(id_token)["acr"], "0");
});

test("a consent app that says which claims it grants is asked again for others", async () => {
  const browser = openBrowser(world);
  const claimsFor = (...names: string[]) =>
    JSON.stringify({ userinfo: Object.fromEntries(names.map((name) => [name, null])) });
  await signIn(world, photos, {
    browser,
    params: { claims: claimsFor("email", "birthdate") },
    login: { subject: "carol", remember: true },
    consent: { remember: true, grant_claims: ["email"] },
  });
  const askFor = async (claims: string) => {
    const asked = await authorize(browser, requestOf(photos, { claims }));
    const response = await passLogin(world, browser, asked, { subject: "carol" });
    const consent_challenge = challengeOf(response, "consent");
    return latchkey.getConsentRequest({ consent_challenge });
  };
  assert.equal((await askFor(claimsFor("email"))).skip, true);
  const more = await askFor(claimsFor("email", "birthdate"));
  assert.equal(more.skip, false);
  assert.deepEqual(more.granted_before?.claims, ["email"]);
});

test("a consent app that does not say which claims it grants is not asked again for them", async () => {
  const browser = openBrowser(world);
  const params = { claims: JSON.stringify(CLAIMS) };
  const login = { subject: "dave", remember: true };
  await signIn(world, photos, { browser, login, consent: { remember: true } });
  const asked = await authorize(browser, requestOf(photos, params));
  const response = await passLogin(world, browser, asked, { subject: "dave" });
  const consent_challenge = challengeOf(response, "consent");
  assert.equal((await latchkey.getConsentRequest({ consent_challenge })).skip, true);
});
