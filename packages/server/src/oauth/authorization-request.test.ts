import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { type AuthorizationOptions, parseAuthorizationRequest } from "./authorization-request.ts";
import type { Client } from "./client.ts";
import { exampleClient } from "./example-client.ts";
import { exampleForm } from "./example-form.ts";
import { identifierKey, noApis } from "./resource/api.ts";
import { exampleApi } from "./resource/example-api.ts";

const options: AuthorizationOptions = {
  scope_strategy: "wildcard",
  min_parameter_entropy: 0,
  pkce: { enforced: false, enforced_for_public_clients: true },
  insecure_redirect_uris: [],
  apis: noApis,
  open_apis: true,
  has_registration_page: false,
  acr_values_required: false,
};
const callback = "https://photos.example/callback";
const challenge = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM";

type Fields = Readonly<Record<string, string | readonly string[]>>;

const asked: Fields = { client_id: "photos", response_type: "code", redirect_uri: callback };

function photos(overrides: Partial<Client> = {}): Client {
  return exampleClient({
    redirect_uris: [callback],
    grant_types: ["authorization_code", "implicit"],
    response_types: ["code", "token", "id_token token", "code id_token"],
    scope: ["openid", "offline", "photos.*"],
    audience: ["https://api.example"],
    ...overrides,
  });
}

function ask(fields: Fields, client = photos(), changes: Partial<AuthorizationOptions> = {}) {
  return parseAuthorizationRequest(exampleForm({ ...asked, ...fields }), client, {
    ...options,
    ...changes,
  });
}

describe("OpenID Connect Core §3.1.2.1: a valid request", () => {
  it("has defaults for absent parameters", () => {
    const request = parseAuthorizationRequest(
      exampleForm({ client_id: "photos", response_type: "code" }),
      photos(),
      options,
    );
    assert.deepEqual(request, {
      ok: true,
      value: {
        client_id: "photos",
        response_type: ["code"],
        response_mode: "query",
        redirect_uri: callback,
        redirect_uri_sent: false,
        scope: [],
        audience: [],
        prompt: [],
        ui_locales: [],
        acr_values: [],
      },
    });
  });

  it("has every parameter", () => {
    const request = ask({
      response_type: "id_token code",
      response_mode: "form_post",
      scope: "openid photos.read openid",
      audience: ["https://api.example/a", "https://api.example/b"],
      state: "s",
      nonce: "n",
      prompt: "login consent login",
      max_age: "0",
      id_token_hint: "a.b.c",
      login_hint: "alice@example",
      display: "popup",
      ui_locales: "de  fr",
      acr_values: "1 2",
      code_challenge: challenge,
      code_challenge_method: "S256",
      dpop_jkt: challenge,
      claims: '{"userinfo":{"email":null}}',
    });
    assert.deepEqual(request, {
      ok: true,
      value: {
        client_id: "photos",
        response_type: ["code", "id_token"],
        response_mode: "form_post",
        redirect_uri: callback,
        redirect_uri_sent: true,
        scope: ["openid", "photos.read"],
        audience: ["https://api.example/a", "https://api.example/b"],
        state: "s",
        nonce: "n",
        prompt: ["login", "consent"],
        max_age: 0,
        id_token_hint: "a.b.c",
        login_hint: "alice@example",
        display: "popup",
        ui_locales: ["de", "fr"],
        acr_values: ["1", "2"],
        claims: { userinfo: { email: null } },
        code_challenge: challenge,
        dpop_jkt: challenge,
      },
    });
  });

  it("prompt has several values, each once", () => {
    const request = ask({ prompt: "select_account login select_account" });
    assert.deepEqual(request.ok && request.value.prompt, ["select_account", "login"]);
  });

  it("needs no code_challenge when no code is issued", () => {
    const open = photos({ token_endpoint_auth_method: "none" });
    assert.equal(ask({ response_type: "token" }, open).ok, true);
  });

  it("may use an http redirect URI that the settings allow", () => {
    const plain = "http://photos.example/callback";
    const client = photos({ redirect_uris: [plain] });
    const said = { insecure_redirect_uris: [plain] };
    assert.equal(ask({ redirect_uri: plain }, client, said).ok, true);
  });
});

describe("an error that is shown to the user, since the redirect URI is not verified", () => {
  const table: [title: string, Fields, Client | undefined, error: string][] = [
    ["an unknown client", {}, undefined, "invalid_client"],
    ["no client_id", { client_id: "" }, undefined, "invalid_request"],
    ["two client_ids", { client_id: ["photos", "album"] }, photos(), "invalid_request"],
    [
      "two redirect URIs",
      { redirect_uri: ["https://photos.example/a", "https://photos.example/b"] },
      photos(),
      "invalid_request",
    ],
    [
      "an unknown response mode",
      { response_mode: "pigeon" },
      photos(),
      "unsupported_response_mode",
    ],
    [
      "an unregistered redirect URI",
      { redirect_uri: "https://mallory.example/" },
      photos(),
      "invalid_request",
    ],
    [
      "no redirect_uri when two are registered",
      { redirect_uri: "" },
      photos({ redirect_uris: [callback, `${callback}/2`] }),
      "invalid_request",
    ],
    [
      "a redirect URI anyone can read",
      { redirect_uri: "http://photos.example/" },
      photos({ redirect_uris: ["http://photos.example/"] }),
      "invalid_request",
    ],
    [
      "a bad destination before a bad scope",
      { redirect_uri: "https://mallory.example/", scope: "admin" },
      photos(),
      "invalid_request",
    ],
  ];
  for (const [title, fields, client, error] of table) {
    it(`${title} → ${error}`, () => {
      const form = exampleForm({ ...asked, ...fields });
      const request = parseAuthorizationRequest(form, client, options);
      assert.ok(!request.ok);
      assert.equal(request.error.deliver, "here");
      assert.equal(request.error.error.error, error);
    });
  }
});

describe("an error that is sent to the client", () => {
  const hybrid = { response_type: "code id_token", nonce: "n" };
  const open = photos({ token_endpoint_auth_method: "none" });
  const eight = { min_parameter_entropy: 8 };
  const table: [title: string, Fields, error: string, Client?, Partial<AuthorizationOptions>?][] = [
    ["a scope the client may not request", { scope: "openid admin" }, "invalid_scope"],
    ["a malformed scope", { scope: 'say"cheese"' }, "invalid_scope"],
    [
      "a scope that another strategy would allow",
      { scope: "photos.read" },
      "invalid_scope",
      photos(),
      { scope_strategy: "exact" },
    ],
    [
      "an audience the client may not request",
      { audience: "https://mallory.example" },
      "invalid_request",
    ],
    ["a registration in passing", { registration: "{}" }, "registration_not_supported"],
    ["no response type", { response_type: "" }, "unsupported_response_type"],
    ["an unknown response type", { response_type: "magic" }, "unsupported_response_type"],
    [
      "a response type it is not registered for",
      { response_type: "id_token" },
      "unsupported_response_type",
    ],
    [
      "a response type whose grant it lacks",
      { response_type: "token" },
      "unauthorized_client",
      photos({ grant_types: ["authorization_code"] }),
    ],
    [
      "a token in the query",
      { response_type: "token", response_mode: "query" },
      "unsupported_response_mode",
    ],
    [
      "an ID token in the query",
      { ...hybrid, response_mode: "query" },
      "unsupported_response_mode",
    ],
    ["a state that can be guessed", { state: "1234567" }, "invalid_state", photos(), eight],
    ["no state, when one is required", {}, "invalid_state", photos(), eight],
    ["no nonce for an ID token", { response_type: "code id_token" }, "invalid_request"],
    [
      "a nonce that can be guessed",
      { ...hybrid, state: "12345678" },
      "insufficient_entropy",
      photos(),
      eight,
    ],
    ["an unknown prompt", { prompt: "create" }, "invalid_request"],
    ["the prompt none and another", { prompt: "none login" }, "invalid_request"],
    [
      "the prompt none and a choice of accounts",
      { prompt: "none select_account" },
      "invalid_request",
    ],
    ["a max_age that is not a number", { max_age: "soon" }, "invalid_request"],
    ["a max_age below zero", { max_age: "-1" }, "invalid_request"],
    ["a max_age in fractions", { max_age: "1.5" }, "invalid_request"],
    ["a code without a challenge, from a client without a secret", {}, "invalid_request", open],
    ["a dpop_jkt that is no thumbprint", { dpop_jkt: "key" }, "invalid_request"],
    [
      "a challenge in the clear",
      { code_challenge: challenge, code_challenge_method: "plain" },
      "invalid_request",
    ],
  ];
  for (const [title, fields, error, client, changes] of table) {
    it(`${title} → ${error}`, () => {
      const request = ask(fields, client, changes);
      assert.ok(!request.ok);
      assert.equal(request.error.deliver, "client");
      assert.equal(request.error.error.error, error);
      assert.match(request.error.error.error_description, /^[\x20\x21\x23-\x5b\x5d-\x7e]+\.$/);
    });
  }

  it("a short nonce is accepted when the ID token does not go through the browser", () => {
    assert.equal(ask({ state: "12345678", nonce: "1" }, photos(), eight).ok, true);
  });

  const first: [earlier: string, later: string, Fields, error: string][] = [
    ["scope", "audience", { scope: "admin", audience: "urn:x" }, "invalid_scope"],
    ["audience", "registration", { audience: "urn:x", registration: "{}" }, "invalid_request"],
    [
      "registration",
      "response type",
      { registration: "{}", response_type: "magic" },
      "registration_not_supported",
    ],
    [
      "response type",
      "prompt",
      { response_type: "magic", prompt: "magic" },
      "unsupported_response_type",
    ],
  ];
  for (const [earlier, later, fields, error] of first) {
    it(`looks at the ${earlier} before the ${later}`, () => {
      const request = ask(fields);
      assert.equal(!request.ok && request.error.error.error, error);
    });
  }
});

describe("the response mode of an error", () => {
  const table: [title: string, Fields, response_mode: string][] = [
    ["code", { response_type: "code" }, "query"],
    ["token", { response_type: "token" }, "fragment"],
    ["a hybrid", { response_type: "code id_token", nonce: "n" }, "fragment"],
    ["a token type the client does not have", { response_type: "id_token" }, "fragment"],
    ["nothing", { response_type: "" }, "query"],
    ["code, as a form", { response_type: "code", response_mode: "form_post" }, "form_post"],
    ["code, in the fragment", { response_mode: "fragment" }, "fragment"],
    ["code, as a JWT", { response_type: "code", response_mode: "jwt" }, "query.jwt"],
    ["token, as a JWT", { response_type: "token", response_mode: "jwt" }, "fragment.jwt"],
    ["code, as a JWT in a form", { response_mode: "form_post.jwt" }, "form_post.jwt"],
  ];
  for (const [title, fields, response_mode] of table) {
    it(`${title} → ${response_mode}`, () => {
      const request = ask({ ...fields, scope: "admin", state: "s" });
      assert.ok(!request.ok && request.error.deliver === "client");
      const { error: _error, ...destination } = request.error;
      assert.deepEqual(destination, {
        deliver: "client",
        client_id: "photos",
        redirect_uri: callback,
        response_mode,
        state: "s",
      });
    });
  }
});

describe("JARM §2.3.1: tokens in a query", () => {
  const encrypted = { authorization_encrypted_response_alg: "RSA-OAEP-256" };
  const table: [response_mode: string, Partial<Client>, reason: string | undefined][] = [
    ["query", {}, "response_mode_reveals_tokens"],
    ["query", encrypted, "response_mode_reveals_tokens"],
    ["query.jwt", {}, "response_mode_reveals_tokens"],
    ["query.jwt", encrypted, undefined],
    ["fragment.jwt", {}, undefined],
    ["jwt", {}, undefined],
  ];
  for (const [response_mode, client, reason] of table) {
    it(`${response_mode}${client === encrypted ? ", encrypted" : ""} → ${reason ?? "ok"}`, () => {
      const request = ask({ response_type: "token", response_mode }, photos(client));
      assert.equal(request.ok ? undefined : request.error.error.reason, reason);
    });
  }
});

describe("RFC 8707 §2.1: the resources of a request", () => {
  const mail = exampleApi({ identifier: "https://mail.example", allow_any_client: true });
  const apis = new Map([[identifierKey(mail.identifier), mail]]);

  it("are its audience, together with the older parameter", () => {
    const request = ask(
      {
        resource: ["https://Mail.Example/", "https://api.example"],
        audience: "https://api.example/a",
      },
      photos(),
      { apis },
    );
    assert.deepEqual(request.ok && request.value.audience, [
      "https://api.example/a",
      "https://mail.example",
      "https://api.example",
    ]);
  });

  for (const [resource, reason] of [
    ["/mail", "resource_malformed"],
    ["https://mail.example/#inbox", "resource_malformed"],
    ["https://mallory.example", "resource_not_allowed"],
  ]) {
    it(`are refused to the client: ${resource} is ${reason}`, () => {
      const request = ask({ resource: resource ?? "", state: "s" }, photos(), { apis });
      assert.ok(!request.ok && request.error.deliver === "client");
      assert.equal(request.error.error.error, "invalid_target");
      assert.equal(request.error.error.reason, reason);
      assert.equal(request.error.state, "s");
    });
  }
});
