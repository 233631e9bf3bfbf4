import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { type AuthorizationOptions, parseAuthorizationRequest } from "./authorization-request.ts";
import type { Client } from "./client.ts";
import { exampleClient } from "./example-client.ts";
import { exampleForm } from "./example-form.ts";

const options: AuthorizationOptions = {
  scope_strategy: "wildcard",
  min_parameter_entropy: 0,
  pkce: { enforced: false, enforced_for_public_clients: true },
  insecure_redirect_uris: [],
};
const callback = "https://photos.example/callback";
const challenge = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM";

type Fields = Readonly<Record<string, string | readonly string[]>>;

const asked: Fields = { client_id: "photos", response_type: "code", redirect_uri: callback };

function photos(remarks: Partial<Client> = {}): Client {
  return exampleClient({
    redirect_uris: [callback],
    grant_types: ["authorization_code", "implicit"],
    response_types: ["code", "token", "id_token token", "code id_token"],
    scope: ["openid", "offline", "photos.*"],
    audience: ["https://api.example"],
    ...remarks,
  });
}

function ask(fields: Fields, client = photos(), changes: Partial<AuthorizationOptions> = {}) {
  return parseAuthorizationRequest(exampleForm({ ...asked, ...fields }), client, {
    ...options,
    ...changes,
  });
}

describe("OpenID Connect Core §3.1.2.1: a request that holds", () => {
  it("is completed with what the client left out", () => {
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

  it("carries everything the client said", () => {
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
        code_challenge: challenge,
      },
    });
  });

  it("may choose an account, which means signing in anew", () => {
    const request = ask({ prompt: "select_account login" });
    assert.deepEqual(request.ok && request.value.prompt, ["login"]);
  });

  it("needs no challenge where there is no code to steal", () => {
    const open = photos({ token_endpoint_auth_method: "none" });
    assert.equal(ask({ response_type: "token" }, open).ok, true);
  });

  it("may go to http where the operator said so", () => {
    const plain = "http://photos.example/callback";
    const client = photos({ redirect_uris: [plain] });
    const said = { insecure_redirect_uris: [plain] };
    assert.equal(ask({ redirect_uri: plain }, client, said).ok, true);
  });
});

describe("a refusal that stays here: nobody knows yet where the client is", () => {
  const table: [world: string, Fields, Client | undefined, error: string][] = [
    ["a client nobody knows", {}, undefined, "invalid_client"],
    ["no client at all", { client_id: "" }, undefined, "invalid_request"],
    ["two clients", { client_id: ["photos", "album"] }, photos(), "invalid_request"],
    [
      "two places to go",
      { redirect_uri: ["https://photos.example/a", "https://photos.example/b"] },
      photos(),
      "invalid_request",
    ],
    [
      "a response mode nobody knows",
      { response_mode: "pigeon" },
      photos(),
      "unsupported_response_mode",
    ],
    [
      "mallory's redirect URI",
      { redirect_uri: "https://mallory.example/" },
      photos(),
      "invalid_request",
    ],
    [
      "no redirect URI where there are two",
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
  for (const [world, fields, client, error] of table) {
    it(`${world} → ${error}`, () => {
      const form = exampleForm({ ...asked, ...fields });
      const request = parseAuthorizationRequest(form, client, options);
      assert.ok(!request.ok);
      assert.equal(request.error.deliver, "here");
      assert.equal(request.error.error.error, error);
    });
  }
});

describe("a refusal that goes to the client", () => {
  const hybrid = { response_type: "code id_token", nonce: "n" };
  const open = photos({ token_endpoint_auth_method: "none" });
  const eight = { min_parameter_entropy: 8 };
  const table: [world: string, Fields, error: string, Client?, Partial<AuthorizationOptions>?][] = [
    ["a scope it may not ask for", { scope: "openid admin" }, "invalid_scope"],
    ["a scope nobody can write", { scope: 'say"cheese"' }, "invalid_scope"],
    [
      "a scope that another strategy would allow",
      { scope: "photos.read" },
      "invalid_scope",
      photos(),
      { scope_strategy: "exact" },
    ],
    ["an audience of somebody else", { audience: "https://mallory.example" }, "invalid_request"],
    ["a registration in passing", { registration: "{}" }, "registration_not_supported"],
    ["no response type", { response_type: "" }, "unsupported_response_type"],
    ["a response type nobody knows", { response_type: "magic" }, "unsupported_response_type"],
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
    ["no state, where one is wanted", {}, "invalid_state", photos(), eight],
    ["no nonce for an ID token", { response_type: "code id_token" }, "invalid_request"],
    [
      "a nonce that can be guessed",
      { ...hybrid, state: "12345678" },
      "insufficient_entropy",
      photos(),
      eight,
    ],
    ["a prompt nobody knows", { prompt: "create" }, "invalid_request"],
    ["the prompt none and another", { prompt: "none login" }, "invalid_request"],
    [
      "the prompt none and a choice of accounts",
      { prompt: "none select_account" },
      "invalid_request",
    ],
    ["a max_age in words", { max_age: "soon" }, "invalid_request"],
    ["a max_age below zero", { max_age: "-1" }, "invalid_request"],
    ["a max_age in fractions", { max_age: "1.5" }, "invalid_request"],
    ["a code without a challenge, from a client without a secret", {}, "invalid_request", open],
    [
      "a challenge in the clear",
      { code_challenge: challenge, code_challenge_method: "plain" },
      "invalid_request",
    ],
  ];
  for (const [world, fields, error, client, changes] of table) {
    it(`${world} → ${error}`, () => {
      const request = ask(fields, client, changes);
      assert.ok(!request.ok);
      assert.equal(request.error.deliver, "client");
      assert.equal(request.error.error.error, error);
      assert.match(request.error.error.error_description, /^[\x20\x21\x23-\x5b\x5d-\x7e]+\.$/);
    });
  }

  it("a short nonce is fine where only the token endpoint tells it", () => {
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

describe("where a refusal goes, in the client's URL", () => {
  const table: [world: string, Fields, response_mode: string][] = [
    ["code", { response_type: "code" }, "query"],
    ["token", { response_type: "token" }, "fragment"],
    ["a hybrid", { response_type: "code id_token", nonce: "n" }, "fragment"],
    ["a token type the client does not have", { response_type: "id_token" }, "fragment"],
    ["nothing", { response_type: "" }, "query"],
    ["code, as a form", { response_type: "code", response_mode: "form_post" }, "form_post"],
    ["code, in the fragment", { response_mode: "fragment" }, "fragment"],
  ];
  for (const [world, fields, response_mode] of table) {
    it(`${world} → ${response_mode}`, () => {
      const request = ask({ ...fields, scope: "admin", state: "s" });
      assert.ok(!request.ok && request.error.deliver === "client");
      const { error: _error, ...destination } = request.error;
      assert.deepEqual(destination, {
        deliver: "client",
        redirect_uri: callback,
        response_mode,
        state: "s",
      });
    });
  }
});
