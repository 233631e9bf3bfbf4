import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { basic } from "@latchkey/client";
import { startSignInServer } from "../support/sign-in-server.ts";

// The requests that the command `hydra` sends, with the fields that its flags leave at their defaults: most of them empty.
const { issuer, admin } = await startSignInServer();

interface Answer {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
}

async function send(method: string, url: string, body?: unknown): Promise<Answer> {
  const response = await fetch(url, {
    method,
    headers: {
      "User-Agent": "OpenAPI-Generator/1.0.0/go",
      Accept: "application/json",
      ...(body !== undefined && !(body instanceof URLSearchParams)
        ? { "Content-Type": "application/json" }
        : {}),
    },
    ...(body !== undefined && {
      body: body instanceof URLSearchParams ? body : JSON.stringify(body),
    }),
  });
  const text = await response.text();
  return { status: response.status, body: text === "" ? {} : JSON.parse(text) };
}

/** Gets a token as the client, as `hydra token client` does. */
async function tokenOf({ body }: Answer): Promise<string> {
  const response = await fetch(`${issuer}/oauth2/token`, {
    method: "POST",
    headers: { authorization: basic(String(body["client_id"]), String(body["client_secret"])) },
    body: new URLSearchParams({ grant_type: "client_credentials", scope: "core" }),
  });
  const { access_token }: { access_token: string } = JSON.parse(await response.text());
  return access_token;
}

const GENERATED = "q4VvZ0pWmS7-tXhDkLrYb2NcAe";

describe("the command hydra of v1", () => {
  it("creates, reads, lists, replaces and deletes clients", async () => {
    const client = {
      client_id: "one",
      client_secret: GENERATED,
      grant_types: ["client_credentials"],
      response_types: ["token"],
      scope: "core foobar",
      subject_type: "public",
      token_endpoint_auth_method: "client_secret_basic",
      created_at: "0001-01-01T00:00:00.000Z",
      updated_at: "0001-01-01T00:00:00.000Z",
    };
    const created = await send("POST", `${admin}/clients`, client);
    assert.deepEqual([created.status, created.body["client_secret"]], [201, GENERATED]);
    assert.equal((await send("GET", `${admin}/clients/one`)).status, 200);
    assert.equal((await send("GET", `${admin}/clients?limit=20&offset=0`)).status, 200);
    const replaced = await send("PUT", `${admin}/clients/one`, { ...client, scope: "core" });
    assert.deepEqual([replaced.status, replaced.body["scope"]], [200, "core"]);

    const token = await tokenOf(created);
    const introspected = await send(
      "POST",
      `${admin}/oauth2/introspect`,
      new URLSearchParams({ token, scope: "core" }),
    );
    assert.deepEqual([introspected.status, introspected.body["active"]], [200, true]);
    assert.equal((await send("DELETE", `${admin}/oauth2/tokens?client_id=one`)).status, 204);
    const flushed = { notAfter: "2026-01-01T00:00:00.000Z" };
    assert.equal((await send("POST", `${admin}/oauth2/flush`, flushed)).status, 204);
    assert.equal((await send("DELETE", `${admin}/clients/one`)).status, 204);
  });

  it("creates, reads and deletes keys", async () => {
    const key = { alg: "RS256", kid: "first", use: "sig" };
    assert.equal((await send("POST", `${admin}/keys/letters`, key)).status, 201);
    assert.equal((await send("GET", `${admin}/keys/letters`)).status, 200);
    assert.equal((await send("DELETE", `${admin}/keys/letters`)).status, 204);
  });
});

describe("the command hydra of v2", () => {
  /** Every flag that was not given is sent all the same, empty. */
  const defaults = {
    access_token_strategy: "",
    backchannel_logout_session_required: false,
    backchannel_logout_uri: "",
    client_id: "",
    client_name: "",
    client_secret: "",
    client_uri: "",
    frontchannel_logout_session_required: false,
    frontchannel_logout_uri: "",
    grant_types: ["client_credentials"],
    jwks_uri: "",
    logo_uri: "",
    metadata: {},
    owner: "",
    policy_uri: "",
    request_object_signing_alg: "RS256",
    response_types: ["code"],
    scope: "core foobar",
    sector_identifier_uri: "",
    skip_consent: false,
    skip_logout_consent: false,
    subject_type: "public",
    token_endpoint_auth_method: "client_secret_basic",
    tos_uri: "",
  };

  it("creates, reads, lists, replaces and deletes clients", async () => {
    const created = await send("POST", `${admin}/admin/clients`, defaults);
    assert.equal(created.status, 201, JSON.stringify(created.body));
    const id = String(created.body["client_id"]);
    assert.notEqual(id, "");
    assert.match(String(created.body["client_secret"]), /^lk_cs_/);
    assert.equal((await send("GET", `${admin}/admin/clients/${id}`)).status, 200);
    const listed = await send("GET", `${admin}/admin/clients?page_size=100&page_token=`);
    assert.equal(listed.status, 200);

    const token = await tokenOf(created);
    const { client_id: _id, ...described } = defaults;
    const replaced = await send("PUT", `${admin}/admin/clients/${id}`, {
      ...described,
      scope: "core",
    });
    assert.deepEqual([replaced.status, replaced.body["scope"]], [200, "core"]);
    assert.ok(await tokenOf(created), "an empty secret keeps the one that there is");

    const form = new URLSearchParams({ token, scope: "core" });
    const introspected = await send("POST", `${admin}/admin/oauth2/introspect`, form);
    assert.deepEqual([introspected.status, introspected.body["active"]], [200, true]);
    const revoked = await fetch(`${issuer}/oauth2/revoke`, {
      method: "POST",
      headers: { authorization: basic(id, String(created.body["client_secret"])) },
      body: new URLSearchParams({ token }),
    });
    assert.equal(revoked.status, 200);
    const tokens = `${admin}/admin/oauth2/tokens?client_id=${id}`;
    assert.equal((await send("DELETE", tokens)).status, 204);
    assert.equal((await send("DELETE", `${admin}/admin/clients/${id}`)).status, 204);
  });

  it("creates, imports, reads and deletes keys", async () => {
    const key = { alg: "ES256", kid: "", use: "sig" };
    const created = await send("POST", `${admin}/admin/keys/notes`, key);
    assert.equal(created.status, 201, JSON.stringify(created.body));
    const { body } = await send("GET", `${admin}/admin/keys/notes`);
    const [first]: readonly { kid: string }[] = JSON.parse(JSON.stringify(body["keys"]));
    const imported = { ...(first ?? assert.fail()), kid: "imported" };
    const put = await send("PUT", `${admin}/admin/keys/notes/imported`, imported);
    assert.equal(put.status, 200, JSON.stringify(put.body));
    assert.equal((await send("DELETE", `${admin}/admin/keys/notes`)).status, 204);
  });
});
