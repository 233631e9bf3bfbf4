import assert from "node:assert/strict";
import { test } from "node:test";
import { basic } from "@latchkey/client";
import { startTestServer } from "../support/server.ts";
import { registerMachine } from "./machine.ts";
import { assertRefused, fieldsOf, type Received } from "./refusal.ts";

const { latchkey } = await startTestServer();

const SECRET = "a secret: with %41, +plus & ümlaut";
await registerMachine(latchkey, { client_id: "a:b c+d", client_secret: SECRET });
await registerMachine(latchkey, { client_id: "basic", client_secret: "basic secret" });
await registerMachine(latchkey, {
  client_id: "post",
  client_secret: SECRET,
  token_endpoint_auth_method: "client_secret_post",
});
await registerMachine(latchkey, {
  client_id: "app",
  client_secret: "useless secret",
  token_endpoint_auth_method: "none",
});

type Form = Readonly<Record<string, string>>;

/** Authentication at the revocation endpoint, which every kind of client may call. */
const accepted: readonly [string, string | undefined, Form][] = [
  ["Basic, both halves form-encoded", basic("a:b c+d", SECRET), {}],
  ["Basic in small letters", basic("basic", "basic secret").replace("Basic", "bASIC"), {}],
  [
    "Basic, and the same client_id in the form",
    basic("basic", "basic secret"),
    { client_id: "basic" },
  ],
  ["Basic with the blank unescaped, as many clients send it", raw("basic:basic secret"), {}],
  ["client_secret_post", undefined, { client_id: "post", client_secret: SECRET }],
  ["none", undefined, { client_id: "app" }],
];

for (const [title, authorization, form] of accepted) {
  test(`${title} authenticates the client`, async () => {
    const received = await ask(authorization, form);
    assert.equal(received.status, 200, JSON.stringify(received.body));
  });
}

/** None of these authenticates the client, and the error does not say why. */
const invalid: readonly [string, string | undefined, Form][] = [
  ["a wrong secret", basic("basic", "mallory's guess"), {}],
  ["an empty secret", basic("basic", ""), {}],
  ["a secret in other letters", basic("basic", "Basic Secret"), {}],
  ["an unknown client", basic("nobody", "basic secret"), {}],
  ["a wrong secret in the form", undefined, { client_id: "post", client_secret: "guess" }],
  ["the post client with Basic", basic("post", SECRET), {}],
  [
    "the basic client with its secret in the form",
    undefined,
    { client_id: "basic", client_secret: "basic secret" },
  ],
  ["the basic client without a secret", undefined, { client_id: "basic" }],
  [
    "the public client with a secret",
    undefined,
    { client_id: "app", client_secret: "useless secret" },
  ],
  ["the public client with Basic", basic("app", "useless secret"), {}],
  ["no client", undefined, {}],
  ["a bearer token instead of credentials", "Bearer lk_at_x", {}],
];

const descriptions = new Set<string>();
for (const [title, authorization, form] of invalid) {
  test(`${title} is invalid_client`, async () => {
    const received = await ask(authorization, form);
    const description = assertRefused(received, 401, "invalid_client");
    if (authorization?.startsWith("Basic")) descriptions.add(description);
    const challenge = received.headers.get("www-authenticate");
    // RFC 6749 §5.2: who tried with the Authorization header is answered with its scheme.
    if (authorization?.startsWith("Basic")) assert.match(challenge ?? "", /^Basic realm=/);
    else assert.equal(challenge, null);
  });
}

test("a wrong secret, a wrong method and an unknown client have the same error", () => {
  assert.equal(descriptions.size, 1);
});

const unreadable: readonly [string, string | undefined, Form][] = [
  ["Basic that is not base64", "Basic ???", {}],
  ["Basic without a colon", raw("basic"), {}],
  ["Basic without a client", raw(":basic secret"), {}],
  ["Basic with an escape that is none", raw("basic:%zz"), {}],
  [
    "Basic and a secret in the form",
    basic("basic", "basic secret"),
    { client_secret: "basic secret" },
  ],
  ["Basic and an assertion", basic("basic", "basic secret"), { client_assertion: "x" }],
  [
    "Basic for one client and a form for another",
    basic("basic", "basic secret"),
    { client_id: "post" },
  ],
  [
    "an assertion of an unknown type",
    undefined,
    { client_assertion: "x", client_assertion_type: "saml" },
  ],
  ["an assertion of no type", undefined, { client_assertion: "x" }],
];

for (const [title, authorization, form] of unreadable) {
  test(`${title} is invalid_request`, async () => {
    assertRefused(await ask(authorization, form), 400, "invalid_request");
  });
}

test("expose_internal_errors adds the reason as debug, and nothing else", async () => {
  const open = await startTestServer({ "oauth2.expose_internal_errors": true });
  const reply = await open.latchkey.call(
    "oauth2Token",
    { grant_type: "client_credentials" },
    { authorization: basic("nobody", "a secret") },
  );
  const { error_description, debug, ...rest } = fieldsOf(reply.body);
  assert.deepEqual(rest, { error: "invalid_client", status_code: 401 });
  assert.match(String(debug), /No client has this client_id/);
  assert.doesNotMatch(String(error_description), /No client has this client_id/);
});

/** RFC 7617 §2, without the form-encoding of RFC 6749. */
function raw(pair: string): string {
  return `Basic ${btoa(pair)}`;
}

function ask(authorization: string | undefined, form: Form): Promise<Received> {
  const options = authorization === undefined ? {} : { authorization };
  return latchkey.call("revokeOAuth2Token", { token: "lk_at_none", ...form }, options);
}
