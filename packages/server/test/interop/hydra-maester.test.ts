import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { basic } from "@latchkey/client";
import { startSignInServer } from "../support/sign-in-server.ts";

// The requests of hydra-maester, the Kubernetes controller that keeps clients as its resources describe them: their order, paths,
// headers and fields, and what it does with the responses. Its --endpoint is /clients with Hydra v1 and /admin/clients with v2.
const { issuer, admin } = await startSignInServer();

/** A client as the controller sends it: fields without `omitempty` are always there, the others only with a value. */
type Sent = Readonly<Record<string, unknown>>;

/** What the controller reads of a response, by the types of its Go struct. A value of another type ends its work with an error. */
const readAs: Readonly<Record<string, "string" | "boolean" | "number" | "list">> = {
  client_name: "string",
  client_id: "string",
  client_secret: "string",
  grant_types: "list",
  redirect_uris: "list",
  request_uris: "list",
  post_logout_redirect_uris: "list",
  allowed_cors_origins: "list",
  response_types: "list",
  audience: "list",
  scope: "string",
  skip_consent: "boolean",
  owner: "string",
  token_endpoint_auth_method: "string",
  jwks_uri: "string",
  frontchannel_logout_session_required: "boolean",
  frontchannel_logout_uri: "string",
  backchannel_logout_session_required: "boolean",
  backchannel_logout_uri: "string",
  authorization_code_grant_access_token_lifespan: "string",
  authorization_code_grant_id_token_lifespan: "string",
  authorization_code_grant_refresh_token_lifespan: "string",
  client_credentials_grant_access_token_lifespan: "string",
  implicit_grant_access_token_lifespan: "string",
  implicit_grant_id_token_lifespan: "string",
  jwt_bearer_grant_access_token_lifespan: "string",
  refresh_token_grant_access_token_lifespan: "string",
  refresh_token_grant_id_token_lifespan: "string",
  refresh_token_grant_refresh_token_lifespan: "string",
  logo_uri: "string",
  access_token_strategy: "string",
  client_secret_expires_at: "number",
  client_uri: "string",
  contacts: "list",
  created_at: "string",
  policy_uri: "string",
  registration_access_token: "string",
  registration_client_uri: "string",
  request_object_signing_alg: "string",
  sector_identifier_uri: "string",
  skip_logout_consent: "boolean",
  subject_type: "string",
  token_endpoint_auth_signing_alg: "string",
  tos_uri: "string",
  updated_at: "string",
  userinfo_signed_response_alg: "string",
};

function decode(value: unknown): Readonly<Record<string, unknown>> {
  assert.ok(typeof value === "object" && value !== null && !Array.isArray(value));
  const fields = Object.entries(value).filter(([, field]) => field !== null);
  for (const [name, field] of fields) {
    const expected = Object.hasOwn(readAs, name) ? readAs[name] : undefined;
    if (expected === "list") {
      assert.ok(Array.isArray(field) && field.every((one) => typeof one === "string"), name);
    } else if (expected !== undefined) assert.equal(typeof field, expected, name);
  }
  return Object.fromEntries(fields);
}

/** Go's encoder: a line break at the end, and <, > and & as escapes. */
function encode(body: Sent): string {
  const text = JSON.stringify(body).replaceAll(
    /[<>&]/g,
    (sign) => `\\u00${sign.charCodeAt(0).toString(16)}`,
  );
  return `${text}\n`;
}

/** The controller's client of the admin API. */
function controllerAt(endpoint: string) {
  const send = (method: string, id: string, body?: Sent): Promise<Response> =>
    fetch(`${admin}${endpoint}${id === "" ? "" : `/${id}`}`, {
      method,
      redirect: "manual",
      headers: {
        "User-Agent": "Go-http-client/1.1",
        "X-Forwarded-Proto": "https",
        ...(body !== undefined && { "Content-Type": "application/json" }),
        Accept: "application/json",
      },
      ...(body !== undefined && { body: encode(body) }),
    });
  const list = async (): Promise<readonly Readonly<Record<string, unknown>>[]> => {
    const response = await send("GET", "");
    assert.equal(response.status, 200);
    const listed: unknown = await response.json();
    assert.ok(Array.isArray(listed));
    return listed.map(decode);
  };
  const remove = async (id: string): Promise<number> => (await send("DELETE", id)).status;
  const get = async (id: string): Promise<Readonly<Record<string, unknown>> | undefined> => {
    const response = await send("GET", id);
    if (response.status === 404 || response.status === 401) return undefined;
    assert.equal(response.status, 200);
    return decode(await response.json());
  };
  const unregister = async (owner: unknown): Promise<void> => {
    for (const client of await list())
      if (client["owner"] === owner)
        assert.equal(await remove(String(client["client_id"])), 204, "deleted");
  };
  const register = async (client: Sent): Promise<Readonly<Record<string, unknown>>> => {
    await unregister(client["owner"]);
    const response = await send("POST", "", client);
    assert.equal(response.status, 201, await response.clone().text());
    return decode(await response.json());
  };
  return {
    list,
    remove,
    get,
    unregister,
    register,
    post: async (client: Sent): Promise<number> => (await send("POST", "", client)).status,
    /** A resource whose secret exists: it is found, and belongs to the same owner; or it is registered with that secret. */
    reconcile: async (client: Sent): Promise<"updated" | "registered" | "conflict"> => {
      const id = String(client["client_id"]);
      const found = await get(id);
      if (found === undefined) {
        await register(client);
        return "registered";
      }
      if (found["owner"] !== client["owner"]) return "conflict";
      const response = await send("PUT", id, client);
      assert.equal(response.status, 200, await response.clone().text());
      decode(await response.json());
      return "updated";
    },
  };
}

/** The fields that every resource has, and a resource that names only what it must. */
const always = {
  frontchannel_logout_session_required: false,
  frontchannel_logout_uri: "",
  backchannel_logout_session_required: false,
  backchannel_logout_uri: "",
};
const least = (name: string): Sent => ({
  grant_types: ["client_credentials"],
  scope: "read write",
  owner: `${name}/default`,
  metadata: null,
  ...always,
});

for (const endpoint of ["/clients", "/admin/clients"]) {
  describe(`hydra-maester at ${endpoint}`, () => {
    const controller = controllerAt(endpoint);
    const name = endpoint === "/clients" ? "first" : "second";

    it("registers a resource without a secret, whose secret it stores", async () => {
      const created = await controller.register(least(name));
      assert.equal(created["owner"], `${name}/default`);
      assert.deepEqual(created["grant_types"], ["client_credentials"]);
      const { client_id, client_secret } = created;
      const answer = await fetch(`${issuer}/oauth2/token`, {
        method: "POST",
        headers: { authorization: basic(String(client_id), String(client_secret)) },
        body: new URLSearchParams({ grant_type: "client_credentials", scope: "read" }),
      });
      assert.equal(answer.status, 200);

      const again = await controller.register(least(name));
      assert.notEqual(again["client_id"], client_id);
      assert.equal(await controller.get(String(client_id)), undefined, "the one before it is gone");
    });

    it("registers a resource with a secret of its own, and updates it", async () => {
      const client_id = `photos-${name}`;
      const client: Sent = {
        client_name: "Photos <of & for> all",
        client_id,
        client_secret: "s3cRet-of-kubernetes",
        grant_types: ["authorization_code", "refresh_token", "implicit", "client_credentials"],
        redirect_uris: ["https://photos.example/callback", "com.example.photos:/callback"],
        request_uris: ["https://photos.example/request.jwt"],
        post_logout_redirect_uris: ["https://photos.example/"],
        allowed_cors_origins: ["https://photos.example"],
        response_types: ["id_token", "code", "token"],
        audience: ["https://api.photos.example"],
        scope: "openid offline photos.read",
        skip_consent: true,
        owner: `photos-${name}/shop`,
        token_endpoint_auth_method: "client_secret_post",
        metadata: { property1: 1, property2: "2" },
        frontchannel_logout_session_required: true,
        frontchannel_logout_uri: "https://photos.example/front",
        backchannel_logout_session_required: true,
        backchannel_logout_uri: "https://photos.example/back",
        authorization_code_grant_access_token_lifespan: "6h",
        authorization_code_grant_id_token_lifespan: "1h",
        authorization_code_grant_refresh_token_lifespan: "720h",
        client_credentials_grant_access_token_lifespan: "10m",
        implicit_grant_access_token_lifespan: "5m",
        implicit_grant_id_token_lifespan: "300s",
        jwt_bearer_grant_access_token_lifespan: "1h",
        refresh_token_grant_access_token_lifespan: "6h",
        refresh_token_grant_id_token_lifespan: "1h",
        refresh_token_grant_refresh_token_lifespan: "720h",
        logo_uri: "https://photos.example/logo.png",
        access_token_strategy: "jwt",
        client_uri: "https://photos.example/",
        contacts: ["photos@example.com"],
        policy_uri: "https://photos.example/policy",
        request_object_signing_alg: "RS256",
        skip_logout_consent: true,
        subject_type: "public",
        tos_uri: "https://photos.example/terms",
        userinfo_signed_response_alg: "RS256",
      };
      assert.equal(await controller.reconcile(client), "registered");
      const { client_secret: _secret, ...described } = client;
      const found = (await controller.get(client_id)) ?? assert.fail();
      for (const [field, value] of Object.entries(described))
        assert.deepEqual(found[field], value, field);
      assert.equal(await controller.post(client), 409, "an id that is taken");

      const changed = { ...client, scope: "openid", client_name: "Pictures", metadata: null };
      assert.equal(await controller.reconcile(changed), "updated");
      const updated = (await controller.get(client_id)) ?? assert.fail();
      assert.deepEqual([updated["scope"], updated["client_name"]], ["openid", "Pictures"]);

      const others = { ...client, owner: "mallory/shop" };
      assert.equal(await controller.reconcile(others), "conflict");

      await controller.unregister(client["owner"]);
      assert.equal(await controller.get(client_id), undefined);
      assert.equal(await controller.remove(client_id), 404);
    });

    it("registers a resource with a private key, and one without a secret", async () => {
      const signed = {
        ...least(`signed-${name}`),
        client_id: `signed-${name}`,
        token_endpoint_auth_method: "private_key_jwt",
        jwks_uri: "https://photos.example/jwks.json",
        token_endpoint_auth_signing_alg: "ES256",
      };
      assert.equal(await controller.reconcile(signed), "registered");
      assert.equal(await controller.reconcile(signed), "updated");
      const spa = {
        ...least(`spa-${name}`),
        client_id: `spa-${name}`,
        grant_types: ["authorization_code"],
        response_types: ["code"],
        redirect_uris: ["https://spa.example/"],
        token_endpoint_auth_method: "none",
      };
      assert.equal(await controller.reconcile(spa), "registered");
      assert.equal(await controller.reconcile(spa), "updated");
    });

    it("finds its clients in the list", async () => {
      const owners = (await controller.list()).map(({ owner }) => owner);
      assert.ok(owners.includes(`signed-${name}/default`));
    });
  });
}
