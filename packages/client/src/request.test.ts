import assert from "node:assert/strict";
import { test } from "node:test";

import {
  operationIds,
  operations,
  type OperationId,
  type Operations,
  pathInputsOf,
  queryInputsOf,
} from "@latchkey/api";

import { buildRequest } from "./request.ts";

/** Inputs of each kind, and the request line and body that they become. */
const examples: { [Id in OperationId]?: [Required<Operations[Id]["input"]>, string, unknown?] } = {
  deleteOAuth2Client: [{ id: "a/b?c#d ü" }, "DELETE /clients/a%2Fb%3Fc%23d%20%C3%BC"],
  listOAuth2Clients: [
    { limit: 2, offset: 0, client_name: "Photos", owner: "tea & co", search: "pho" },
    "GET /clients?limit=2&offset=0&client_name=Photos&owner=tea+%26+co&search=pho",
  ],
  getAuthorizationDetailsType: [
    { type: "https://bank.example/payment" },
    "GET /authorization-details-types/https%3A%2F%2Fbank.example%2Fpayment",
  ],
  createJsonWebKeySet: [
    { set: "mail", sign_now: true, body: { alg: "ES256" } },
    "POST /keys/mail?sign_now=true",
    { alg: "ES256" },
  ],
  revokeConsentSessions: [
    { subject: "alice", client: "photos", all: false },
    "DELETE /oauth2/auth/sessions/consent?subject=alice&client=photos&all=false",
  ],
  updateOAuth2Client: [
    { id: "photos", body: { scope: "openid" } },
    "PUT /clients/photos",
    { scope: "openid" },
  ],
  introspectOAuth2Token: [
    {
      token: "t",
      scope: "openid photos.read",
      token_type_hint: "access_token",
      client_id: "photos",
      client_secret: "s",
      client_assertion_type: "urn:t",
      client_assertion: "e.y.J",
    },
    "POST /oauth2/introspect",
    "token=t&scope=openid+photos.read&token_type_hint=access_token&client_id=photos" +
      "&client_secret=s&client_assertion_type=urn%3At&client_assertion=e.y.J",
  ],
  oAuth2DeviceFlow: [
    {
      scope: "openid offline",
      audience: "api",
      resource: ["urn:a", "urn:b"],
      authorization_details: "[]",
      acr_values: "gold",
      max_age: 60,
      claims: "{}",
      client_id: "tv",
      client_secret: "s",
      client_assertion_type: "urn:t",
      client_assertion: "e.y.J",
    },
    "POST /oauth2/device/auth",
    "scope=openid+offline&audience=api&resource=urn%3Aa&resource=urn%3Ab&authorization_details=%5B%5D&acr_values=gold&max_age=60&claims=%7B%7D&client_id=tv&client_secret=s" +
      "&client_assertion_type=urn%3At&client_assertion=e.y.J",
  ],
};

for (const id of operationIds) {
  const { method, path, body } = operations[id];
  test(`${id} is sent as ${method} ${path}`, () => {
    const named = pathInputsOf(operations[id]).map((name) => [name, `${name}/ü`]);
    const asked = queryInputsOf(operations[id]).map((name) => [name, `${name} & more`]);
    const sent = { form: { token: "t&u", resource: ["urn:a", "urn:b"] }, json: { body: { a: 1 } } };
    const request = buildRequest(id, {
      ...Object.fromEntries([...named, ...asked]),
      ...(body && sent[body]),
    });

    const target = path.replaceAll("}", "%2F%C3%BC").replaceAll("{", "");
    const query = asked.map(([name]) => `${name}=${name}+%26+more`).join("&");
    assert.equal(request.method, method);
    assert.equal(request.target, query === "" ? target : `${target}?${query}`);
    assert.equal(request.content_type, contentTypes[body ?? "none"]);
    assert.equal(request.body, bodies[body ?? "none"]);
  });
}

for (const [id, [input, line, body]] of Object.entries(examples)) {
  test(`${id} is sent as ${line}`, () => {
    const request = buildRequest(idOf(id), { ...input });
    assert.equal(`${request.method} ${request.target}`, line);
    assert.equal(request.body, typeof body === "object" ? JSON.stringify(body) : body);
  });
}

function idOf(text: string): OperationId {
  const id = operationIds.find((one) => one === text);
  if (id === undefined) throw new Error(`There is no operation ${text}.`);
  return id;
}

test("what is not given is not sent", () => {
  assert.deepEqual(buildRequest("listOAuth2Clients", { limit: undefined }), {
    method: "GET",
    target: "/clients",
  });
  assert.deepEqual(buildRequest("flushInactiveOAuth2Tokens", {}), {
    method: "POST",
    target: "/oauth2/flush",
  });
  assert.equal(
    buildRequest("introspectOAuth2Token", { token: "t", scope: undefined }).body,
    "token=t",
  );
});

const unsendable = [
  ["getOAuth2Client", {}, /getOAuth2Client needs "id"/],
  ["deleteOAuth2Client", { id: "" }, /deleteOAuth2Client needs "id"/],
  ["getJsonWebKey", { set: "mail" }, /getJsonWebKey needs "kid"/],
  ["deleteJsonWebKey", { set: "mail", kid: ".." }, /deleteJsonWebKey cannot send "\.\." as "kid"/],
  ["getJsonWebKeySet", { set: "." }, /getJsonWebKeySet cannot send "\." as "set"/],
] as const;

for (const [id, input, message] of unsendable) {
  test(`${id} with ${JSON.stringify(input)} goes nowhere`, () => {
    assert.throws(() => buildRequest(id, input), { name: "TypeError", message });
  });
}

const contentTypes = {
  none: undefined,
  json: "application/json",
  form: "application/x-www-form-urlencoded",
};

const bodies = {
  none: undefined,
  json: '{"a":1}',
  form: "token=t%26u&resource=urn%3Aa&resource=urn%3Ab",
};
