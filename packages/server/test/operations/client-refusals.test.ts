import assert from "node:assert/strict";
import { test } from "node:test";
import { startTestServer } from "../support/server.ts";
import { assertRefused, receive } from "./refusal.ts";

const { latchkey, fetch } = await startTestServer();
await latchkey.createOAuth2Client({ body: { client_id: "photos" } });

const JSON_TYPE = { "Content-Type": "application/json" };

/** Bodies that are no description at all, and what the answer must speak of. */
const bodies: readonly [string, string, RegExp][] = [
  ["nothing", "", /empty/],
  ["blanks", " \n", /empty/],
  ["half an object", '{"client_id":', /JSON/],
  ["a list", "[]", /object/],
  ["a null", "null", /object/],
  ["a text", '"photos"', /object/],
  ["a NUL in a field", '{"client_name":"a\\u0000b"}', /NUL|client_name/],
  ["65 levels", '{"metadata":'.repeat(65) + "1" + "}".repeat(65), /deep/],
];

/** One member of the wrong type: the answer names it. */
const mistyped: readonly [string, unknown][] = [
  ["client_id", 1],
  ["client_name", ["Photos"]],
  ["client_secret", { is: "secret" }],
  ["scope", ["openid"]],
  ["redirect_uris", "https://photos.example"],
  ["redirect_uris", [1]],
  ["grant_types", { 0: "client_credentials" }],
  ["audience", "https://api.example"],
  ["contacts", [7]],
  ["metadata", "x".repeat(65_536)],
  ["jwks", "keys"],
  ["frontchannel_logout_session_required", "yes"],
  ["client_name", "half a pair \ud800"],
  ["client_name", "x".repeat(100_000)],
];

/** Well typed, and still not to be had: RFC 7591 §3.2.2. */
const invalid: readonly [string, object, string][] = [
  ["a secret of five characters", { client_secret: "abcde" }, "invalid_client_metadata"],
  [
    "a redirect URI with a fragment",
    { redirect_uris: ["https://a.example/#x"] },
    "invalid_redirect_uri",
  ],
  ["a relative redirect URI", { redirect_uris: ["/callback"] }, "invalid_redirect_uri"],
  [
    "a redirect URI that is a program",
    { redirect_uris: ["javascript:alert(1)"] },
    "invalid_redirect_uri",
  ],
  ...["https://*.a.example/cb", "https://%2A.a.example/cb", "com.example.app://*/cb"].map(
    (uri): [string, object, string] => [
      `the redirect URI ${uri}`,
      { redirect_uris: [uri] },
      "invalid_redirect_uri",
    ],
  ),
  ...[
    { jwks_uri: "https://%2a.example/jwks" },
    { backchannel_logout_uri: "https://%2a.example/" },
    { frontchannel_logout_uri: "https://%2a.example/" },
    { request_uris: ["https://%2a.example/"] },
    { initiate_login_uri: "https://%2a.example/" },
    { sector_identifier_uri: "https://%2a.example/" },
    { client_uri: "https://%2a.example/" },
    { logo_uri: "https://*.example/" },
    { post_logout_redirect_uris: ["https://%2a.example/"] },
    { allowed_cors_origins: ["https://a%2a%2aa.example"] },
  ].map((body): [string, object, string] => [
    `a wildcard host in ${Object.keys(body).join()}`,
    body,
    "invalid_client_metadata",
  ]),
  ...[
    { policy_uri: "/privacy" },
    { tos_uri: "terms.html" },
    { client_uri: "//photos.example" },
    { logo_uri: "photos.example/logo.png" },
    { logo_uri: "data:image/png;base64,AAAA" },
  ].map((body): [string, object, string] => [
    `${JSON.stringify(body)}, which is no web page`,
    body,
    "invalid_client_metadata",
  ]),
  ["a scope with a quote", { scope: 'a "b"' }, "invalid_client_metadata"],
  ["an unheard-of auth method", { token_endpoint_auth_method: "tls" }, "invalid_client_metadata"],
  [
    "private_key_jwt without keys",
    { token_endpoint_auth_method: "private_key_jwt" },
    "invalid_client_metadata",
  ],
  [
    "keys in two places",
    { jwks: { keys: [{ kty: "oct", k: "c2VjcmV0" }] }, jwks_uri: "https://a.example/jwks" },
    "invalid_client_metadata",
  ],
  ["a jwks whose keys are no list", { jwks: { keys: {} } }, "invalid_client_metadata"],
  ["a key without numbers", { jwks: { keys: [{ kty: "RSA" }] } }, "invalid_client_metadata"],
  ["a jwks_uri that is not a URL", { jwks_uri: "photos" }, "invalid_client_metadata"],
  ["HS256 for assertions", { token_endpoint_auth_signing_alg: "HS256" }, "invalid_client_metadata"],
  [
    "an origin with a path",
    { allowed_cors_origins: ["https://a.example/x"] },
    "invalid_client_metadata",
  ],
  [
    "an origin with a user",
    { allowed_cors_origins: ["https://me@a.example"] },
    "invalid_client_metadata",
  ],
  [
    "an origin longer than any host name, which no index takes",
    { allowed_cors_origins: [`https://${"x".repeat(3_000)}.example`] },
    "invalid_client_metadata",
  ],
  [
    "an origin of another scheme",
    { allowed_cors_origins: ["ftp://a.example"] },
    "invalid_client_metadata",
  ],
  [
    "a sector in the clear",
    { sector_identifier_uri: "http://a.example/s" },
    "invalid_client_metadata",
  ],
  [
    "signed userinfo with none of ours",
    { userinfo_signed_response_alg: "HS256" },
    "invalid_client_metadata",
  ],
  ["pairwise where only public is", { subject_type: "pairwise" }, "invalid_client_metadata"],
  [
    "a way out on a foreign host",
    {
      redirect_uris: ["https://a.example/in"],
      post_logout_redirect_uris: ["https://b.example/out"],
    },
    "invalid_client_metadata",
  ],
  ["an id with a line break", { client_id: "a\nb" }, "invalid_client_metadata"],
  ["an id no path can carry", { client_id: ".." }, "invalid_client_metadata"],
];

for (const [method, path] of [
  ["POST", "/clients"],
  ["PUT", "/clients/photos"],
] as const) {
  const send = (body: string, headers: Readonly<Record<string, string>> = JSON_TYPE) =>
    receive(fetch(`http://admin.test${path}`, { method, headers, body }));

  for (const [title, body, about] of bodies) {
    test(`${method} ${path} with ${title} is refused`, async () => {
      assert.match(assertRefused(await send(body), 400, "invalid_request"), about);
    });
  }

  for (const [member, value] of mistyped) {
    const shown = JSON.stringify(value).slice(0, 40);
    test(`${method} ${path} with ${member} ${shown} is rejected with its name`, async () => {
      const received = await send(JSON.stringify({ [member]: value }));
      assert.match(assertRefused(received, 400, "invalid_request"), new RegExp(`\\b${member}\\b`));
    });
  }

  for (const [title, body, error] of invalid) {
    test(`${method} ${path} with ${title} is ${error}`, async () => {
      assertRefused(await send(JSON.stringify(body)), 400, error);
    });
  }

  test(`${method} ${path} requires the content type JSON`, async () => {
    const headers = { "Content-Type": "application/x-www-form-urlencoded" };
    assertRefused(await send('{"client_name":"x"}', headers), 400, "invalid_request");
  });
}

test("none of these refusals changed the client or made another", async () => {
  const clients = await latchkey.listOAuth2Clients();
  assert.deepEqual(
    clients.map(({ client_id, client_name }) => [client_id, client_name]),
    [["photos", ""]],
  );
});

test("unknown fields and nulls are ignored", async () => {
  const body = JSON.stringify({
    client_id: "album",
    colour: "red",
    contacts: null,
    __proto__: null,
  });
  const { status } = await fetch("http://admin.test/clients", {
    method: "POST",
    body,
    headers: JSON_TYPE,
  });
  assert.equal(status, 201);
  const album = await latchkey.getOAuth2Client({ id: "album" });
  assert.deepEqual(album.contacts, []);
  assert.ok(!("colour" in album));
});

test("a sector that production may not fetch refuses the client", async () => {
  const production = await startTestServer({ "urls.self.issuer": "https://id.example" });
  const body = {
    redirect_uris: ["https://photos.example/in"],
    sector_identifier_uri: "https://127.0.0.1:1/sector.json",
  };
  const reply = await production.latchkey.call("createOAuth2Client", { body });
  assertRefused(reply, 400, "invalid_client_metadata");
});
