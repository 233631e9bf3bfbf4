import assert from "node:assert/strict";
import { X509Certificate } from "node:crypto";
import { describe, it } from "node:test";
import * as oauth from "oauth4webapi";
import * as openid from "openid-client";
import { makeAuthority, makeCertificate, type TestCertificate } from "../support/certificates.ts";
import { startTestServer } from "../support/server.ts";

// The libraries send requests to a proxy that terminates TLS and passes the certificate on: RFC 9440.
const authority = makeAuthority("/O=Example/CN=Authority");
const issued = makeCertificate({ subject: "/O=Example/CN=photos", issuer: authority });
const selfSigned = makeCertificate({ subject: "/CN=album" });
const issuer = new URL("https://id.example");
const { latchkey, fetch, clock } = await startTestServer({
  "urls.self.issuer": issuer.origin,
  "serve.tls.allow_termination_from": ["127.0.0.0/8"],
  "serve.mtls.certificates": "header",
  "serve.mtls.ca.base64": Buffer.from(authority.cert).toString("base64"),
  "serve.mtls.url": "https://mtls.id.example",
});
clock.now = Math.floor(Date.now() / 1000) + 60; // The certificates are valid by now.

const { kty = "", ...publicKey } = new X509Certificate(selfSigned.cert).publicKey.export({
  format: "jwk",
});
const machine = { grant_types: ["client_credentials"], scope: "read" };
await latchkey.createOAuth2Client({
  body: {
    ...machine,
    client_id: "tls_client_auth",
    token_endpoint_auth_method: "tls_client_auth",
    tls_client_auth_subject_dn: "CN=photos,O=Example",
    tls_client_certificate_bound_access_tokens: true,
  },
});
await latchkey.createOAuth2Client({
  body: {
    ...machine,
    client_id: "self_signed_tls_client_auth",
    token_endpoint_auth_method: "self_signed_tls_client_auth",
    jwks: { keys: [{ kty, ...publicKey, x5c: [selfSigned.der.toString("base64")] }] },
    tls_client_certificate_bound_access_tokens: true,
  },
});
const clients = [
  ["tls_client_auth", issued],
  ["self_signed_tls_client_auth", selfSigned],
] as const;

interface Sent {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** The proxy, to which a client connected with a certificate. It asks for one at one host name only. */
function through(certificate: TestCertificate) {
  return (url: string, { method, headers, body }: Sent): Promise<Response> => {
    const forwarded = new Headers({ ...headers, "x-forwarded-proto": "https" });
    if (new URL(url).host === "mtls.id.example")
      forwarded.set("client-cert", `:${certificate.der.toString("base64")}:`);
    const form = body instanceof URLSearchParams ? { body: body.toString() } : {};
    return fetch(url, { method, headers: forwarded, ...form });
  };
}

async function thumbprintOf(token: string): Promise<unknown> {
  const found = await latchkey.introspectOAuth2Token({ token });
  assert.ok(found.active);
  return found.cnf?.["x5t#S256"];
}

for (const [client_id, certificate] of clients) {
  describe(`a client that authenticates by ${client_id}, at the mtls_endpoint_aliases`, () => {
    it("gets a bound token with openid-client", async () => {
      const config = await openid.discovery(
        issuer,
        client_id,
        { use_mtls_endpoint_aliases: true },
        openid.TlsClientAuth(),
        { [openid.customFetch]: through(certificate) },
      );
      const { access_token } = await openid.clientCredentialsGrant(config, { scope: "read" });
      assert.equal(await thumbprintOf(access_token), certificate.thumbprint);
    });

    it("gets a bound token with oauth4webapi, and none with another certificate", async () => {
      const client: oauth.Client = { client_id, use_mtls_endpoint_aliases: true };
      const ask = async (presented: TestCertificate) => {
        const options = { [oauth.customFetch]: through(presented) };
        const server = await oauth.processDiscoveryResponse(
          issuer,
          await oauth.discoveryRequest(issuer, options),
        );
        assert.ok(server.tls_client_certificate_bound_access_tokens);
        const scope = new URLSearchParams({ scope: "read" });
        const proof = oauth.TlsClientAuth();
        return oauth.processClientCredentialsResponse(
          server,
          client,
          await oauth.clientCredentialsGrantRequest(server, client, proof, scope, options),
        );
      };
      const { access_token } = await ask(certificate);
      assert.equal(await thumbprintOf(access_token), certificate.thumbprint);
      const other = makeCertificate({ subject: "/O=Example/CN=photos" });
      await assert.rejects(ask(other), { error: "invalid_client" });
    });
  });
}
