import assert from "node:assert/strict";
import { test } from "node:test";

import {
  responseOf,
  consentRequest,
  get,
  createTestPages,
  photos,
  submit,
  visibleText,
} from "../fixture.ts";

const NEXT = "https://op.example/oauth2/auth?consent_verifier=v";
const done = { redirect_to: NEXT };
const replies = {
  getConsentRequest: consentRequest,
  acceptConsentRequest: done,
  rejectConsentRequest: done,
  listSubjectConsentSessions: [],
};
const PAGE = get("/consent?consent_challenge=c2");

test("the consent page names the client, the destination, the user and every permission", async () => {
  const words = visibleText(await responseOf(createTestPages(replies), PAGE));
  for (const said of [
    "Photos wants access to your account",
    "You will be redirected to photos.example",
    "Signed in as Alice Liddell (alice@example.com)",
    "recognize you when you come back (always included)",
    "see your name, picture and other profile details",
    "see your email address",
    "keep this access when you are not using the app",
    "access “photos.read” on your behalf",
    "https://api.photos.example",
    "Deny Allow",
    "Privacy policy Terms of service",
  ]) {
    assert.ok(words.includes(said), `${said} is missing from: ${words}`);
  }
});

test("the user can switch accounts", async () => {
  const { body } = await responseOf(createTestPages(replies), PAGE);
  assert.ok(
    body.includes(
      'href="https://op.example/oauth2/auth?client_id=photos&amp;state=s&amp;prompt=login"',
    ),
  );
});

test("what the user allows is granted, with its claims", async () => {
  const world = createTestPages(replies);
  const shown = await responseOf(world, PAGE);
  const fields = [
    ["decision", "allow"],
    ["grant_scope", "email"],
    ["grant_scope", "admin"],
  ] as const;
  const left = await responseOf(world, submit(shown, fields));
  assert.ok(left.body.includes(`content="0;url=${NEXT}"`));
  assert.deepEqual(world.asked.at(-1), [
    "acceptConsentRequest",
    { consent_challenge: "c2" },
    {
      grant_scope: ["openid", "email"],
      grant_access_token_audience: ["https://api.photos.example"],
      session: { userinfo: { email: "alice@example.com", email_verified: true } },
      remember: false,
      remember_for: 0,
    },
  ]);
});

test("consent is remembered if the user selects it", async () => {
  const world = createTestPages(replies);
  const shown = await responseOf(world, PAGE);
  await responseOf(
    world,
    submit(shown, [
      ["decision", "allow"],
      ["remember", "on"],
    ]),
  );
  const [, , body] = world.asked.at(-1) ?? [];
  assert.deepEqual(body, {
    grant_scope: ["openid"],
    grant_access_token_audience: ["https://api.photos.example"],
    session: { userinfo: {} },
    remember: true,
    remember_for: 0,
  });
});

for (const fields of [[["decision", "deny"]], []] as [string, string][][]) {
  test(`${fields.length > 0 ? "deny" : "a missing decision"} rejects the request`, async () => {
    const world = createTestPages(replies);
    const shown = await responseOf(world, PAGE);
    await responseOf(world, submit(shown, fields));
    const [operation, , body] = world.asked.at(-1) ?? [];
    assert.equal(operation, "rejectConsentRequest");
    assert.deepEqual(body, {
      error: "access_denied",
      error_description: "The user denied access.",
    });
  });
}

test("a remembered consent is accepted without a page, with current claims", async () => {
  const settled = { ...consentRequest, skip: true, requested_scope: ["openid", "profile"] };
  const world = createTestPages({ ...replies, getConsentRequest: settled });
  const answer = await responseOf(world, PAGE);
  assert.deepEqual([answer.status, answer.headers["location"]], [303, NEXT]);
  assert.deepEqual(world.asked.at(-1)?.[2], {
    grant_scope: ["openid", "profile"],
    grant_access_token_audience: ["https://api.photos.example"],
    session: { userinfo: { name: "Alice Liddell" } },
    remember: false,
    remember_for: 0,
  });
});

test("a client whose users are not asked for consent gets what it requests without a page", async () => {
  const client = { ...photos, skip_consent: true };
  const asked = { ...consentRequest, client, requested_scope: ["openid", "profile"] };
  const world = createTestPages({ ...replies, getConsentRequest: asked });
  const answer = await responseOf(world, PAGE);
  assert.deepEqual([answer.status, answer.headers["location"]], [303, NEXT]);
  const [, , acceptance] = world.asked.at(-1) ?? [];
  assert.deepEqual(Object(acceptance)["grant_scope"], ["openid", "profile"]);
  assert.equal(Object(acceptance)["remember"], false);
});

test("scopes not granted before are marked as new", async () => {
  const earlier = { grant_scope: ["openid", "profile", "email"], consent_request: consentRequest };
  const world = createTestPages({ ...replies, listSubjectConsentSessions: [earlier] });
  const words = visibleText(await responseOf(world, PAGE));
  assert.match(words, /not using the app new access “photos\.read” on your behalf new/);
  assert.doesNotMatch(words, /email address new/);
});

test("the form is shown even if earlier grants cannot be loaded", async () => {
  const refused = Response.json({ error: "server_error" }, { status: 500 });
  const world = createTestPages({ ...replies, listSubjectConsentSessions: refused });
  assert.equal((await responseOf(world, PAGE)).status, 200);
});

test("a client cannot inject markup, unsafe links or http images", async () => {
  const mallory = {
    ...photos,
    client_name: "<script>alert(1)</script>",
    policy_uri: "javascript:alert(1)",
    tos_uri: "data:text/html,x",
    client_uri: "javascript:alert(1)",
    logo_uri: "http://mallory.example/pixel.gif",
  };
  const asked = {
    ...consentRequest,
    client: mallory,
    requested_scope: ['"><img src=x>'],
    requested_access_token_audience: ["<b>"],
  };
  const { body } = await responseOf(
    createTestPages({ ...replies, getConsentRequest: asked }),
    PAGE,
  );
  assert.doesNotMatch(body, /<script|<img|<b>|javascript:|data:text|mallory\.example/);
});

test("a logo is loaded without a referrer", async () => {
  const client = { ...photos, logo_uri: "https://photos.example/logo.svg" };
  const world = createTestPages({ ...replies, getConsentRequest: { ...consentRequest, client } });
  const { body } = await responseOf(world, PAGE);
  assert.match(body, /<img[^>]*src="https:\/\/photos\.example\/logo\.svg"[^>]*no-referrer/s);
});

const agent = {
  ...photos,
  client_id: "https://agent.example/client.json",
  client_name: "Agent",
  client_uri: "https://bank.example",
  client_id_metadata_document: true,
};

test("the page names the host of a client ID metadata document and warns of impersonation on loopback", async () => {
  const asked = { ...consentRequest, client: agent, redirect_uri: "http://127.0.0.1:51004/cb" };
  const world = createTestPages({ ...replies, getConsentRequest: asked });
  const words = visibleText(await responseOf(world, PAGE));
  assert.match(words, /From agent\.example/);
  assert.match(words, /redirected to an app on this device \(127\.0\.0\.1:51004\)/);
  assert.match(words, /Any program on this device can claim to be Agent/);
  assert.doesNotMatch(words, /Do not ask me again|bank\.example/);
});

test("a client ID metadata document with an https redirect URI needs no warning", async () => {
  const asked = { ...consentRequest, client: agent, redirect_uri: "https://agent.example/cb" };
  const world = createTestPages({ ...replies, getConsentRequest: asked });
  const words = visibleText(await responseOf(world, PAGE));
  assert.match(words, /You will be redirected to agent\.example/);
  assert.match(words, /Do not ask me again/);
  assert.doesNotMatch(words, /Any program/);
});

test("scopes and APIs are called as the operator calls them, in the language of the page", async () => {
  const display_texts = {
    scopes: [
      {
        scope: "photos.read",
        texts: {
          en: { title: "See your photos", description: "Also those in <private> albums." },
          de: { title: "Ihre Fotos ansehen" },
        },
      },
      { scope: "email", texts: { ja: { title: "連絡先を確認する" } } },
    ],
    audiences: [
      { audience: "https://api.photos.example", texts: { en: { title: "Photo albums" } } },
    ],
  };
  const asked = { ...replies, getConsentRequest: { ...consentRequest, display_texts } };
  const shownIn = async (language: string) =>
    responseOf(
      createTestPages(asked),
      get("/consent?consent_challenge=c2", { "accept-language": language }),
    );

  const english = await shownIn("en");
  const words = visibleText(english);
  assert.match(words, /See your photos Also those in &lt;private&gt; albums\./);
  assert.match(words, /see your email address/, "which has no text in English");
  assert.match(words, /Photo albums https:\/\/api\.photos\.example/);
  assert.ok(english.body.includes("&lt;private&gt;") && !english.body.includes("<private>"));
  assert.ok(!words.includes("photos.read"));

  assert.match(visibleText(await shownIn("de-AT")), /Ihre Fotos ansehen/);
  const japanese = visibleText(await shownIn("ja"));
  assert.match(japanese, /連絡先を確認する/);
  assert.match(japanese, /See your photos/, "the default language, before the name of the scope");
});
