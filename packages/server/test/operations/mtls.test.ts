import assert from "node:assert/strict";
import { X509Certificate } from "node:crypto";
import { describe, it } from "node:test";
import type { OAuth2ClientInput, WellKnown } from "@latchkey/api";
import { makeAuthority, makeCertificate, type TestCertificate } from "../support/certificates.ts";
import { startTestServer, type TestServer } from "../support/server.ts";
import { assertRefused, fieldsOf, type Received, receive } from "./refusal.ts";

/** A while after the certificates below begin to be valid. */
const realNow = Math.floor(Date.now() / 1000) + 3_600;
const authority = makeAuthority("/O=Example/CN=Authority");
const issued = makeCertificate({
  subject: "/C=DE/O=Example/CN=photos",
  extensions: [
    "subjectAltName=DNS:photos.example,URI:urn:example:photos,IP:2001:db8::1,email:photos@example.org",
  ],
  issuer: authority,
});
const selfSigned = makeCertificate({ subject: "/CN=album" });
const foreign = makeCertificate({
  subject: "/C=DE/O=Example/CN=photos",
  issuer: makeAuthority("/O=Example/CN=Authority"),
});

const HEADER = {
  "urls.self.issuer": "https://id.example",
  "serve.tls.allow_termination_from": ["127.0.0.0/8"],
  "serve.mtls.certificates": "header",
};
const CA = { "serve.mtls.ca.base64": Buffer.from(authority.cert).toString("base64") };

/** In process every peer is 127.0.0.1. The certificates are valid now, so the clock is the real one. */
async function start(settings: Readonly<Record<string, unknown>>): Promise<TestServer> {
  const server = await startTestServer({ ...HEADER, ...settings });
  server.clock.now = realNow;
  return server;
}

const world = await start(CA);
const verifiedByProxy = await start({ "serve.mtls.header.chain_verified": true });
const withoutAuthorities = await start({});
const withoutCertificates = await start({ "serve.mtls.certificates": "off" });
/** The proxy that may forward is not the peer. */
const behindOthers = await start({
  ...CA,
  "serve.tls.allow_termination_from": [],
  "serve.trusted_proxies": ["10.0.0.0/8"],
});
const every = [world, verifiedByProxy, withoutAuthorities, withoutCertificates, behindOthers];

const machine: OAuth2ClientInput = { grant_types: ["client_credentials"] };
const photos: OAuth2ClientInput = {
  ...machine,
  client_id: "photos",
  token_endpoint_auth_method: "tls_client_auth",
  tls_client_auth_subject_dn: "CN=photos,O=Example,C=DE",
};
const album: OAuth2ClientInput = {
  ...machine,
  client_id: "album",
  token_endpoint_auth_method: "self_signed_tls_client_auth",
  jwks: { keys: [keyOf(selfSigned)] },
};
const bound: OAuth2ClientInput = {
  ...machine,
  client_id: "bound",
  client_secret: "a secret of bound",
  token_endpoint_auth_method: "client_secret_post",
  tls_client_certificate_bound_access_tokens: true,
};
for (const { latchkey } of every)
  for (const body of [photos, album, bound]) await latchkey.createOAuth2Client({ body });

/** A public key with its certificate, as a client publishes it. */
function keyOf({ cert, der }: TestCertificate) {
  const {
    kty = "",
    crv = "",
    x = "",
    y = "",
  } = new X509Certificate(cert).publicKey.export({
    format: "jwk",
  });
  return { kty, crv, x, y, x5c: [der.toString("base64")] };
}

/** RFC 9440 §2.1. */
function fieldOf({ der }: TestCertificate): string {
  return `:${der.toString("base64")}:`;
}

interface Call {
  readonly client_id: string | undefined;
  readonly certificate?: string | readonly string[];
  readonly header?: string;
  readonly form?: Readonly<Record<string, string>>;
}

/** Asks for a token, through a proxy that passes the certificate on. */
function ask({ fetch }: TestServer, { client_id = "", certificate, header, form }: Call) {
  const headers = new Headers({
    "content-type": "application/x-www-form-urlencoded",
    "x-forwarded-proto": "https",
  });
  for (const one of [certificate ?? []].flat()) headers.append(header ?? "Client-Cert", one);
  const parameters = { grant_type: "client_credentials", client_id, ...form };
  const body = new URLSearchParams(parameters).toString();
  return receive(fetch("https://public.test/oauth2/token", { method: "POST", headers, body }));
}

function askBound(server: TestServer, certificate?: string): Promise<Received> {
  const { client_id, client_secret = "" } = bound;
  return ask(server, { client_id, form: { client_secret }, ...(certificate && { certificate }) });
}

describe("a client authenticates with a certificate of a certificate authority", () => {
  for (const [who, server] of [
    ["the server", world],
    ["the proxy", verifiedByProxy],
  ] as const) {
    it(`that ${who} verified, by its subject`, async () => {
      const { client_id } = photos;
      const received = await ask(server, { client_id, certificate: fieldOf(issued) });
      assert.equal(received.status, 200, JSON.stringify(received.body));
      assert.equal(fieldsOf(received.body)["token_type"], "bearer");
    });
  }

  const names: [field: string, right: string, wrong: string][] = [
    ["tls_client_auth_subject_dn", "cn=photos, o=Example, c=DE", "CN=photos,O=Example,C=FR"],
    ["tls_client_auth_san_dns", "Photos.example", "example"],
    ["tls_client_auth_san_uri", "urn:example:photos", "urn:example:Photos"],
    ["tls_client_auth_san_ip", "2001:0DB8:0::1", "2001:db8::2"],
    ["tls_client_auth_san_email", "photos@EXAMPLE.org", "Photos@example.org"],
  ];
  for (const [field, right, wrong] of names) {
    it(`by ${field}, and not by another name`, async () => {
      for (const [value, status] of [
        [right, 200],
        [wrong, 401],
      ] as const) {
        const client_id = `${field}-${status}`;
        const { tls_client_auth_subject_dn: _dn, ...rest } = photos;
        const body = { ...rest, client_id, [field]: value };
        await world.latchkey.createOAuth2Client({ body });
        const received = await ask(world, { client_id, certificate: fieldOf(issued) });
        assert.equal(received.status, status, value);
      }
    });
  }
});

describe("a client authenticates with a certificate of its own", () => {
  it("that is in its jwks", async () => {
    const { client_id } = album;
    for (const server of [world, verifiedByProxy, withoutAuthorities]) {
      const received = await ask(server, { client_id, certificate: fieldOf(selfSigned) });
      assert.equal(received.status, 200, JSON.stringify(received.body));
    }
  });
});

describe("formats of the header", () => {
  const escaped = encodeURIComponent(issued.cert);
  const rows: [format: string, value: string][] = [
    ["rfc9440", fieldOf(issued)],
    ["url_encoded_pem", escaped],
    ["url_encoded_pem", escaped.replaceAll("%2B", "+").replaceAll("%2F", "/")],
    ["base64_der", issued.der.toString("base64")],
  ];
  for (const [format, value] of rows) {
    it(`${format}: ${value.slice(0, 40)}`, async () => {
      const header = "X-Client-Certificate";
      const server = await start({
        ...CA,
        "serve.mtls.header.name": header,
        "serve.mtls.header.format": format,
      });
      await server.latchkey.createOAuth2Client({ body: photos });
      const { client_id } = photos;
      assert.equal((await ask(server, { client_id, header, certificate: value })).status, 200);
      const others = ["Client-Cert"].map((name) =>
        ask(server, { client_id, header: name, certificate: value }),
      );
      for (const received of await Promise.all(others)) assert.equal(received.status, 401);
      for (const broken of [`${value}, ${value}`, "x", "::", "%", value.slice(0, -40)]) {
        const received = await ask(server, { client_id, header, certificate: broken });
        assertRefused(received, 401, "invalid_client");
      }
    });
  }
});

describe("attacks with a certificate", () => {
  const { client_id } = photos;
  const rows: [attack: string, send: () => Promise<Received>][] = [
    ["no certificate", () => ask(world, { client_id })],
    ["an empty header", () => ask(world, { client_id, certificate: "" })],
    [
      "a certificate from an untrusted address",
      () => ask(behindOthers, { client_id, certificate: fieldOf(issued) }),
    ],
    [
      "a certificate where none are taken",
      () => ask(withoutCertificates, { client_id, certificate: fieldOf(issued) }),
    ],
    [
      "a header of the caller beside that of the proxy",
      () => ask(world, { client_id, certificate: [fieldOf(issued), fieldOf(selfSigned)] }),
    ],
    [
      "the right name from another authority of the same name",
      () => ask(world, { client_id, certificate: fieldOf(foreign) }),
    ],
    [
      "a certificate whose authority no one verified",
      () => ask(withoutAuthorities, { client_id, certificate: fieldOf(issued) }),
    ],
    [
      "a certificate of itself in place of an authority's",
      () => ask(world, { client_id, certificate: fieldOf(selfSigned) }),
    ],
    [
      "a certificate that the client did not register",
      () => ask(world, { client_id: album.client_id, certificate: fieldOf(issued) }),
    ],
    [
      "a secret in place of the certificate",
      () => ask(world, { client_id, form: { client_secret: "a guess" } }),
    ],
    [
      "a certificate in place of the secret",
      () => ask(world, { client_id: bound.client_id, certificate: fieldOf(issued) }),
    ],
  ];
  for (const [attack, send] of rows) {
    it(`${attack} is refused`, async () => {
      assertRefused(await send(), 401, "invalid_client");
    });
  }

  it("a certificate before its time and after it is refused", async () => {
    const at = async (now: number, certificate: TestCertificate, id: string | undefined) => {
      world.clock.now = now;
      const received = await ask(world, { client_id: id, certificate: fieldOf(certificate) });
      world.clock.now = realNow;
      return received;
    };
    for (const now of [realNow - 2 * 86_400, realNow + 366 * 86_400]) {
      assertRefused(await at(now, issued, client_id), 401, "invalid_client");
      assertRefused(await at(now, selfSigned, album.client_id), 401, "invalid_client");
    }
  });
});

describe("tokens that are bound to a certificate", () => {
  it("say so, and no certificate gets none", async () => {
    const received = await askBound(world, fieldOf(selfSigned));
    assert.equal(received.status, 200, JSON.stringify(received.body));
    const { access_token, token_type } = fieldsOf(received.body);
    assert.equal(token_type, "bearer");
    const found = await world.latchkey.introspectOAuth2Token({ token: String(access_token) });
    assert.ok(found.active);
    assert.deepEqual(
      [found.token_type, found.cnf],
      ["Bearer", { "x5t#S256": selfSigned.thumbprint }],
    );
    assertRefused(await askBound(world), 400, "invalid_request");
    assertRefused(await askBound(world, "x"), 400, "invalid_request");
    assertRefused(await askBound(behindOthers, fieldOf(selfSigned)), 400, "invalid_request");
  });
});

describe("discovery", () => {
  const methodsOf = async ({ fetch }: TestServer) => {
    const response = await fetch("https://public.test/.well-known/openid-configuration");
    const found: WellKnown = JSON.parse(await response.text());
    assert.deepEqual(
      found.revocation_endpoint_auth_methods_supported,
      found.token_endpoint_auth_methods_supported,
    );
    const methods = found.token_endpoint_auth_methods_supported ?? [];
    const withTls = methods.filter((method) => method.includes("tls"));
    return [withTls, found.tls_client_certificate_bound_access_tokens, found.mtls_endpoint_aliases];
  };

  it("advertises what works", async () => {
    const both = ["tls_client_auth", "self_signed_tls_client_auth"];
    assert.deepEqual(await methodsOf(world), [both, true, undefined]);
    assert.deepEqual(await methodsOf(verifiedByProxy), [both, true, undefined]);
    const one = ["self_signed_tls_client_auth"];
    assert.deepEqual(await methodsOf(withoutAuthorities), [one, true, undefined]);
    assert.deepEqual(await methodsOf(withoutCertificates), [[], undefined, undefined]);
  });

  it("has aliases where a URL is set, and only where certificates are taken", async () => {
    const url = { "serve.mtls.url": "https://mtls.id.example/" };
    assert.deepEqual((await methodsOf(await start(url)))[2], {
      token_endpoint: "https://mtls.id.example/oauth2/token",
      revocation_endpoint: "https://mtls.id.example/oauth2/revoke",
      pushed_authorization_request_endpoint: "https://mtls.id.example/oauth2/par",
      device_authorization_endpoint: "https://mtls.id.example/oauth2/device/auth",
      backchannel_authentication_endpoint: "https://mtls.id.example/oauth2/bc-authorize",
      introspection_endpoint: "https://mtls.id.example/oauth2/introspect",
      userinfo_endpoint: "https://mtls.id.example/userinfo",
    });
    const off = await start({ ...url, "serve.mtls.certificates": "off" });
    assert.equal((await methodsOf(off))[2], undefined);
  });
});
