import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { signingAlgorithms } from "@latchkey/api";
import { describeRejection } from "../../../oauth/rejection.ts";
import { err, ok } from "../../../result.ts";
import {
  checkClientDocument,
  type ClientDocumentOptions,
  clientDocumentRejections,
  clientIdUrlRejections,
  describeDocumentClient,
  isClientIdUrl,
  isHostAccepted,
  parseClientIdUrl,
} from "./metadata-document.ts";

const everyone = { allowed: [], denied: [] };

const LOOPBACK = "http://127.0.0.1/callback";
const HTTPS = "https://agent.example/callback";

describe("draft-ietf-oauth-client-id-metadata-document §3: a client_id that is a URL", () => {
  const valid = [
    "https://agent.example/client.json",
    "https://agent.example/",
    "https://agent.example:8443/oauth/client",
    "https://agent.example/client?version=2",
    "https://agent.example/a..b/.well-known/client",
    "https://AGENT.example/client",
  ];
  for (const client_id of valid) {
    it(`${client_id} is accepted`, () => {
      assert.ok(isClientIdUrl(client_id));
      assert.equal(parseClientIdUrl(client_id, everyone).ok, true);
    });
  }

  const invalid: [client_id: string, expected: RegExp][] = [
    ["https://agent.example", /path/],
    ["https://agent.example?version=2", /path/],
    ["https://agent.example/client#", /fragment/],
    ["https://agent.example/client#me", /fragment/],
    ["https://agent.example/client?a#b?c", /fragment/],
    ["https://alice@agent.example/client", /user name/],
    ["https://alice:secret@agent.example/client", /user name/],
    ["https://agent.example/a/../client", /\.\./],
    ["https://agent.example/./client", /\.\./],
    ["https://agent.example/a/%2E%2e/client", /\.\./],
    ["https://agent.example/a/.%2e", /\.\./],
    ["https://agent.example/a/..?x", /\.\./],
    ["https://", /absolute/],
    ["https:///client", /absolute/],
    ["https://agent.example:port/client", /absolute/],
    ["https://agent.example\\@mallory.example/client", /absolute/],
    ["https://agent.example/cli ent", /absolute/],
    ["https://agent.example/clïent", /absolute/],
    [`https://agent.example/${"a".repeat(300)}`, /255/],
  ];
  for (const [client_id, expected] of invalid) {
    it(`${client_id.slice(0, 60)} is refused`, () => {
      const parsed = parseClientIdUrl(client_id, everyone);
      assert.ok(!parsed.ok);
      const { error, error_description } = describeRejection(clientIdUrlRejections, parsed.error);
      assert.equal(error, "invalid_client");
      assert.match(error_description, expected);
      assert.doesNotMatch(error_description, /agent/, "nothing of the request is quoted");
    });
  }

  for (const client_id of ["http://agent.example/client", "HTTPS://agent.example/c", "photos"]) {
    it(`${client_id} is the id of a registered client`, () =>
      assert.equal(isClientIdUrl(client_id), false));
  }
});

describe("the hosts whose documents are accepted", () => {
  const table: [allowed: string[], denied: string[], host: string, accepted: boolean][] = [
    [[], [], "agent.example", true],
    [["agent.example"], [], "agent.example", true],
    [["agent.example"], [], "www.agent.example", false],
    [["agent.example"], [], "mallory.example", false],
    [["*.agent.example"], [], "www.agent.example", true],
    [["*.agent.example"], [], "a.b.agent.example", true],
    [["*.agent.example"], [], "agent.example", false],
    [["*.agent.example"], [], "mallory-agent.example", false],
    [[], ["agent.example"], "agent.example", false],
    [[], ["*.agent.example"], "agent.example", true],
    [["agent.example"], ["agent.example"], "agent.example", false],
    [["*.agent.example"], ["old.agent.example"], "old.agent.example", false],
    [[], ["agent.example"], "agent.example.", false],
    [[], ["*.agent.example"], "www.agent.example.", false],
    [[], ["agent.example."], "agent.example", false],
    [["agent.example"], [], "agent.example.", true],
  ];
  for (const [allowed, denied, host, accepted] of table) {
    it(`allowed ${allowed.join() || "all"}, denied ${denied.join() || "none"}: ${host} is ${accepted ? "" : "not "}accepted`, () =>
      assert.equal(isHostAccepted(host, { allowed, denied }), accepted));
  }
});

const client_id = "https://agent.example/client.json";
const document = {
  client_id,
  client_name: "Agent",
  redirect_uris: ["http://127.0.0.1/callback", "https://agent.example/callback"],
};
const key = { kty: "EC", crv: "P-256", x: "x", y: "y", kid: "1" };
const options: ClientDocumentOptions = {
  allowed_scope: ["openid", "offline_access", "mcp.*"],
  allowed_audience: ["https://mcp.example/"],
  scope_strategy: "wildcard",
  subject_types: ["public", "pairwise"],
  access_token_strategy: "opaque",
  signing_algorithms: signingAlgorithms,
  accepts_encryption: false,
  checkJwks: (jwks) => (JSON.stringify(jwks).includes("oct") ? err("no") : ok({ keys: [key] })),
  explainRefusedUrl: (url) => (url.startsWith("https:") ? undefined : "no"),
};

function describeAll(overrides: Record<string, unknown>) {
  const checked = checkClientDocument({ ...document, ...overrides }, client_id);
  return checked.ok ? describeDocumentClient(checked.value, client_id, options) : checked;
}

describe("§4: a document that describes a client", () => {
  it("has defaults: a public client with the operator's scopes and audiences", () => {
    const described = describeAll({});
    assert.ok(described.ok);
    const { token_endpoint_auth_method, redirect_uris, scope, audience } = described.value;
    assert.equal(token_endpoint_auth_method, "none");
    assert.deepEqual(redirect_uris, document.redirect_uris);
    assert.deepEqual(scope, options.allowed_scope);
    assert.deepEqual(audience, options.allowed_audience);
  });

  const kept: [title: string, overrides: Record<string, unknown>, expected: object][] = [
    [
      "null and empty methods are no methods",
      { token_endpoint_auth_method: null },
      { token_endpoint_auth_method: "none" },
    ],
    [
      "an empty method is none",
      { token_endpoint_auth_method: "" },
      { token_endpoint_auth_method: "none" },
    ],
    [
      "a key",
      { token_endpoint_auth_method: "private_key_jwt", jwks: { keys: [key] } },
      { token_endpoint_auth_method: "private_key_jwt", jwks: { keys: [key] } },
    ],
    [
      "a scope within what is allowed",
      { scope: "openid mcp.read admin" },
      { scope: ["openid", "mcp.read"] },
    ],
    ["a wildcard of its own grants nothing", { scope: "* *.* mcp.a.*" }, { scope: [] }],
    ["the operator's own wildcard", { scope: "mcp.*" }, { scope: ["mcp.*"] }],
    [
      "other schemes are left out",
      { redirect_uris: ["agent://callback", "https://agent.example/"] },
      { redirect_uris: ["https://agent.example/"] },
    ],
    [
      "plain http is left out",
      { redirect_uris: ["http://agent.example/", "http://localhost/"] },
      { redirect_uris: ["http://localhost/"] },
    ],
    [
      "a pairwise sector is the client itself",
      { subject_type: "pairwise" },
      { subject_type: "pairwise", sector_identifier_uri: client_id },
    ],
    [
      "the operator decides about lifespans",
      { refresh_token_grant_access_token_lifespan: "9000h" },
      { refresh_token_grant_access_token_lifespan: undefined },
    ],
    [
      "and about audiences",
      { audience: ["https://admin.example"] },
      { audience: options.allowed_audience },
    ],
    [
      "no request is sent at logout",
      { backchannel_logout_uri: "https://agent.example/logout" },
      { backchannel_logout_uri: undefined },
    ],
    ["unknown fields are ignored", { "client_name#de": "Agent" }, { client_name: "Agent" }],
    [
      "a native client may have loopback and https redirect URIs",
      { application_type: "native", redirect_uris: [LOOPBACK, HTTPS] },
      { application_type: "native", redirect_uris: [LOOPBACK, HTTPS] },
    ],
    [
      "the loopback redirect URIs of a web client are left out",
      { application_type: "web", redirect_uris: [LOOPBACK, HTTPS] },
      { application_type: "web", redirect_uris: [HTTPS] },
    ],
    [
      "a client with loopback redirect URIs that does not say what it is is native",
      { redirect_uris: [LOOPBACK, HTTPS] },
      { application_type: "native", redirect_uris: [LOOPBACK, HTTPS] },
    ],
    [
      "as is one that says what no specification defines",
      { application_type: "service", redirect_uris: [LOOPBACK] },
      { application_type: "native" },
    ],
    [
      "and one with https only is a web client",
      { redirect_uris: [HTTPS] },
      { application_type: "web" },
    ],
  ];
  for (const [title, overrides, expected] of kept) {
    it(title, () => {
      const described = describeAll(overrides);
      assert.ok(described.ok);
      const values = Object.entries(described.value);
      const names = Object.keys(expected);
      const found = Object.fromEntries(
        names.map((name) => [name, values.find(([known]) => known === name)?.[1]]),
      );
      assert.deepEqual(found, expected);
    });
  }
});

describe("§4: a document that describes no client", () => {
  const table: [title: string, overrides: Record<string, unknown>, reason: string][] = [
    [
      "of another client",
      { client_id: "https://mallory.example/c" },
      "document_client_id_mismatch",
    ],
    [
      "with another spelling of its URL",
      { client_id: "https://AGENT.example/client.json" },
      "document_client_id_mismatch",
    ],
    ["without a client_id", { client_id: undefined }, "document_client_id_mismatch"],
    ["with a secret", { client_secret: "x" }, "document_has_secret"],
    ["with the expiry of a secret", { client_secret_expires_at: 0 }, "document_has_secret"],
    [
      "of client_secret_basic",
      { token_endpoint_auth_method: "client_secret_basic" },
      "document_has_secret",
    ],
    [
      "of client_secret_jwt",
      { token_endpoint_auth_method: "client_secret_jwt" },
      "document_has_secret",
    ],
    ["without a name", { client_name: undefined }, "document_field_missing"],
    ["with a blank name", { client_name: "  " }, "document_field_missing"],
    ["with a number as its name", { client_name: 7 }, "document_field_missing"],
    ["without redirect URIs", { redirect_uris: undefined }, "document_field_missing"],
    ["with an empty list of them", { redirect_uris: [] }, "document_field_missing"],
    ["with a text for them", { redirect_uris: "https://agent.example/" }, "document_field_missing"],
    [
      "with redirect URIs of apps only",
      { redirect_uris: ["agent://callback"] },
      "document_redirect_uris_unusable",
    ],
    [
      "of a web client with loopback redirect URIs only",
      { application_type: "web", redirect_uris: [LOOPBACK] },
      "document_redirect_uris_unusable",
    ],
    [
      "with a javascript redirect URI only",
      { redirect_uris: ["javascript:alert(1)"] },
      "document_redirect_uris_unusable",
    ],
    [
      "with a redirect URI that has a fragment",
      { redirect_uris: ["https://agent.example/#a"] },
      "document_metadata_invalid",
    ],
    [
      "with a number among them",
      { redirect_uris: ["https://agent.example/", 7] },
      "document_metadata_invalid",
    ],
    [
      "of private_key_jwt without keys",
      { token_endpoint_auth_method: "private_key_jwt" },
      "document_metadata_invalid",
    ],
    [
      "with keys twice",
      { jwks: { keys: [key] }, jwks_uri: "https://agent.example/jwks" },
      "document_metadata_invalid",
    ],
    [
      "with keys at a URL that is never requested",
      { jwks_uri: "http://agent.example/jwks" },
      "document_metadata_invalid",
    ],
    [
      "with a symmetric key",
      { jwks: { keys: [{ kty: "oct", k: "AA" }] } },
      "document_has_private_key",
    ],
    [
      "with a private key",
      { jwks: { keys: [key, { ...key, d: "d" }] } },
      "document_has_private_key",
    ],
    [
      "with a private key of another type",
      { jwks: { keys: [{ ...key, priv: "d" }] } },
      "document_has_private_key",
    ],
    [
      "with a key that cannot be used",
      { jwks: { keys: [{ kty: "oct" }] } },
      "document_metadata_invalid",
    ],
    ["of an unknown method", { token_endpoint_auth_method: "magic" }, "document_metadata_invalid"],
    [
      "with a link that a browser executes",
      { client_uri: "javascript:alert(1)" },
      "document_metadata_invalid",
    ],
  ];
  for (const [title, overrides, reason] of table) {
    it(`${title}: ${reason}`, () => {
      const described = describeAll(overrides);
      assert.ok(!described.ok);
      assert.equal(described.error.reason, reason);
      const { error, error_description } = describeRejection(
        clientDocumentRejections,
        described.error,
      );
      assert.equal(error, "invalid_client");
      assert.match(error_description, /^[\x20\x21\x23-\x5b\x5d-\x7e]+\.$/);
      assert.doesNotMatch(
        error_description,
        /mallory|alert|magic/,
        "nothing of the document is quoted",
      );
    });
  }

  for (const value of [null, 7, "text", [], [document]]) {
    it(`${JSON.stringify(value)?.slice(0, 20)} is no object`, () => {
      const checked = checkClientDocument(value, client_id);
      assert.equal(checked.ok ? "" : checked.error.reason, "document_not_an_object");
    });
  }
});
