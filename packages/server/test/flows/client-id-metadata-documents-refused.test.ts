import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { assertRefused } from "../operations/refusal.ts";
import { startDocumentHost } from "../support/document-host.ts";
import { startTestServer } from "../support/server.ts";
import { begin, enabled, errorOn, install } from "./document-client.ts";

const host = await startDocumentHost();
const world = await startTestServer({
  ...enabled,
  "oauth2.client_id_metadata_documents.denied_hosts": ["denied.example", "*.denied.example"],
  "limits.rate.client_id_metadata_documents": 0,
});

describe("a document is refused on a page of the server, and nothing is stored", () => {
  const served: [title: string, serve: (path: string) => void, status: number, says: RegExp][] = [
    [
      "of another client",
      (path) => host.describe(path, { client_id: "https://other.example/" }),
      401,
      /exactly the URL/,
    ],
    [
      "that redirects",
      (path) => host.serve(path, { status: 302, headers: { location: "/agent.json" } }),
      401,
      /302/,
    ],
    ["that is not there", () => {}, 401, /404/],
    ["that is there later", (path) => host.serve(path, { status: 503 }), 503, /503/],
    [
      "with another successful status",
      (path) => host.serve(path, { status: 203, body: {} }),
      401,
      /203/,
    ],
    [
      "that is too large",
      (path) => host.describe(path, { padding: "x".repeat(6_000) }),
      401,
      /5120/,
    ],
    [
      "of another Content-Type",
      (path) => host.describe(path, {}, { "content-type": "text/html" }),
      401,
      /Content-Type/,
    ],
    ["that is no JSON", (path) => host.serve(path, { body: "{" }), 401, /not JSON/],
    ["that is a list", (path) => host.serve(path, { body: [] }), 401, /object/],
    [
      "with a secret",
      (path) => host.describe(path, { client_secret: "hunter2" }),
      401,
      /client_secret/,
    ],
    [
      "with a shared-secret method",
      (path) => host.describe(path, { token_endpoint_auth_method: "client_secret_post" }),
      401,
      /client_secret/,
    ],
    [
      "with choices of shared secrets only",
      (path) =>
        host.describe(path, { token_endpoint_auth_methods_supported: ["client_secret_basic"] }),
      401,
      /token_endpoint_auth_methods_supported/,
    ],
    [
      "without a name",
      (path) => host.describe(path, { client_name: undefined }),
      401,
      /client_name/,
    ],
    [
      "without redirect URIs",
      (path) => host.describe(path, { redirect_uris: undefined }),
      401,
      /redirect_uris/,
    ],
    [
      "with redirect URIs of a wildcard host only",
      (path) => host.describe(path, { redirect_uris: ["https://%2A%2Aa%2A%2Aa/cb"] }),
      401,
      /redirect_uris/,
    ],
    [
      "with a relative link",
      (path) => host.describe(path, { policy_uri: "/privacy" }),
      401,
      /policy_uri/,
    ],
    [
      "with a logo of a wildcard host",
      (path) => host.describe(path, { logo_uri: "https://%2A%2Aa%2A%2Aa/cb" }),
      401,
      /logo_uri/,
    ],
    [
      "of the implicit flow only",
      (path) => host.describe(path, { grant_types: ["implicit"] }),
      401,
      /grant_types/,
    ],
  ];
  for (const [index, [title, serve, status, says]] of served.entries()) {
    test(title, async () => {
      const path = `/refused-${index}.json`;
      serve(path);
      const client_id = `${host.origin}${path}`;
      for (const attempt of [1, 2]) {
        const shown = await errorOn(await begin(world, install(client_id)));
        assert.equal(shown.status, status);
        assert.match(shown.text, says);
        assert.doesNotMatch(shown.text, /hunter2/);
        assert.equal(host.countOf(path), attempt, "a failure is not cached");
      }
      assert.deepEqual(await world.latchkey.listOAuth2Clients({}), []);
    });
  }

  const urls: [title: string, client_id: () => string, says: RegExp][] = [
    ["a URL without a path", () => host.origin, /path/],
    ["a URL with dot segments", () => `${host.origin}/a/../agent.json`, /\.\./],
    ["a URL with encoded dot segments", () => `${host.origin}/a/%2e%2e/agent.json`, /\.\./],
    ["a URL with a fragment", () => `${host.origin}/agent.json#me`, /fragment/],
    [
      "a URL with a user name",
      () => `${host.origin.replace("//", "//alice@")}/agent.json`,
      /user name/,
    ],
    [
      "a URL without TLS",
      () => `${host.origin.replace("https", "http")}/agent.json`,
      /No client has this/,
    ],
    ["a private address", () => "https://10.0.0.1/agent.json", /public internet/],
    [
      "the metadata service of a cloud",
      () => "https://169.254.169.254/agent.json",
      /public internet/,
    ],
    ["a host that is denied", () => "https://denied.example/agent.json", /does not accept/],
    [
      "a host that is denied, with a dot at its end",
      () => "https://denied.example./agent.json",
      /does not accept/,
    ],
    [
      "a host below one that is denied",
      () => "https://a.denied.example/agent.json",
      /does not accept/,
    ],
  ];
  for (const [title, client_id, says] of urls) {
    test(title, async () => {
      const fetched = host.countOf("/agent.json");
      const shown = await errorOn(await begin(world, install(client_id())));
      assert.equal(shown.status, 401);
      assert.match(shown.text, says);
      assert.equal(host.countOf("/agent.json"), fetched, "nothing is fetched");
    });
  }

  test("an unreachable host, for which the client may try again", async () => {
    const shown = await errorOn(await begin(world, install("https://localhost:1/agent.json")));
    assert.equal(shown.status, 503);
    assert.match(shown.text, /could not be reached/);
  });

  test("a loopback address, in production", async () => {
    const production = await startTestServer({
      ...enabled,
      "urls.self.issuer": "https://id.example",
    });
    const client_id = host.describe("/production.json");
    const shown = await errorOn(await begin(production, install(client_id)));
    assert.match(shown.text, /public internet/);
    assert.equal(host.countOf("/production.json"), 0);
  });

  test("a redirect URI that is not in the document", async () => {
    const client_id = host.describe("/redirect.json");
    for (const redirectUri of ["https://mallory.example/", "https://agent.example/callback/x"]) {
      const shown = await errorOn(await begin(world, install(client_id, redirectUri)));
      assert.match(shown.text, /redirect_uri is not registered/);
    }
    assert.equal(host.countOf("/redirect.json"), 1);
    await world.latchkey.deleteOAuth2Client({ id: client_id });
  });

  test("at the token endpoint too, as JSON", async () => {
    const form = {
      grant_type: "authorization_code",
      code: "x",
      client_id: `${host.origin}/nowhere`,
    };
    assertRefused(await world.latchkey.call("oauth2Token", form), 401, "invalid_client");
    const gone = { ...form, client_id: "https://localhost:1/agent.json" };
    const reply = await world.latchkey.call("oauth2Token", gone);
    assertRefused(reply, 503, "temporarily_unavailable");
    assert.equal(reply.headers.get("retry-after"), "5");
  });
});
