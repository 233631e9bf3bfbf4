import assert from "node:assert/strict";
import { once } from "node:events";
import { Agent, request, type RequestOptions } from "node:https";
import { text } from "node:stream/consumers";
import { after, describe, it } from "node:test";
import type { OAuth2ClientInput } from "@latchkey/api";
import { createLog } from "../../src/telemetry/log.ts";
import { startServer } from "../../src/process/start.ts";
import { makeAuthority, makeCertificate, type TestCertificate } from "../support/certificates.ts";
import { testConfig } from "../support/server.ts";

const authority = makeAuthority("/CN=Authority");
const issued = makeCertificate({
  subject: "/O=Example/CN=photos",
  extensions: ["extendedKeyUsage=clientAuth"],
  issuer: authority,
});
const forServers = makeCertificate({
  subject: "/O=Example/CN=photos",
  extensions: ["extendedKeyUsage=serverAuth"],
  issuer: authority,
});
const foreign = makeCertificate({
  subject: "/O=Example/CN=photos",
  issuer: makeAuthority("/CN=Authority"),
});
const own = makeCertificate({ subject: "/CN=album" });

const SETTINGS = {
  "urls.self.issuer": "https://id.example",
  "serve.public.port": 0,
  "serve.admin.port": 0,
  "serve.mtls.certificates": "tls",
  "serve.mtls.ca.base64": Buffer.from(authority.cert).toString("base64"),
};

/** The clock of the server is ahead, so that the certificates made just now are valid on every machine. */
async function start(settings: Readonly<Record<string, unknown>>) {
  const started = await startServer(testConfig(settings), {
    log: createLog({ level: "error", format: "json", write: () => {} }),
    now_ms: () => Date.now() + 60_000,
  });
  after(() => started.close());
  return started;
}

const server = await start(SETTINGS);

const machine: OAuth2ClientInput = {
  grant_types: ["client_credentials"],
  tls_client_certificate_bound_access_tokens: true,
};
const photos: OAuth2ClientInput = {
  ...machine,
  client_id: "photos",
  token_endpoint_auth_method: "tls_client_auth",
  tls_client_auth_subject_dn: "CN=photos,O=Example",
};
await server.latchkey.createOAuth2Client({ body: photos });
await server.latchkey.createOAuth2Client({
  body: {
    ...machine,
    client_id: "album",
    token_endpoint_auth_method: "client_secret_post",
    client_secret: "a secret of album",
  },
});

interface Answer {
  /** Whether the TLS session was resumed. */
  readonly resumed: boolean;
  readonly status: number | undefined;
  readonly body: Readonly<Record<string, unknown>>;
}

/** Sends a request over TLS with this certificate, or none. */
async function send(
  path: string,
  form: Readonly<Record<string, string>> | undefined,
  certificate: TestCertificate | undefined,
  options: RequestOptions = {},
): Promise<Answer> {
  const url = new URL(path, server.public_url);
  const sent = request(url, {
    agent: false,
    rejectUnauthorized: false,
    ...(certificate && { cert: certificate.cert, key: certificate.key }),
    ...(form && {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded" },
    }),
    ...options,
  });
  sent.end(form && new URLSearchParams(form).toString());
  const [response] = await once(sent, "response");
  const { socket, statusCode: status } = response;
  const resumed: boolean = socket.isSessionReused();
  return { status, resumed, body: JSON.parse(await text(response)) };
}

function ask(client_id: string, certificate?: TestCertificate, options?: RequestOptions) {
  const secret = client_id === "album" ? { client_secret: "a secret of album" } : {};
  const form = { grant_type: "client_credentials", client_id, ...secret };
  return send("/oauth2/token", form, certificate, options);
}

async function boundTo({ status, body }: Answer): Promise<unknown> {
  assert.equal(status, 200, JSON.stringify(body));
  const found = await server.latchkey.introspectOAuth2Token({
    token: String(body["access_token"]),
  });
  assert.ok(found.active);
  return found.cnf;
}

describe("client certificates of the server's own TLS", () => {
  it("authenticate a client, and its tokens are bound to them", async () => {
    assert.deepEqual(await boundTo(await ask("photos", issued)), {
      "x5t#S256": issued.thumbprint,
    });
  });

  it("of no authority bind the tokens of a client that authenticates otherwise", async () => {
    assert.deepEqual(await boundTo(await ask("album", own)), { "x5t#S256": own.thumbprint });
  });

  it("are seen again when a TLS session is resumed", async () => {
    const agent = new Agent({ keepAlive: false, maxCachedSessions: 10 });
    const first = await ask("photos", issued, { agent });
    const second = await ask("photos", issued, { agent });
    assert.deepEqual([first.resumed, second.resumed], [false, true]);
    for (const answer of [first, second])
      assert.deepEqual(await boundTo(answer), { "x5t#S256": issued.thumbprint });
    agent.destroy();
  });

  it("are not needed for anything else", async () => {
    const { status, body } = await send("/.well-known/openid-configuration", undefined, undefined);
    assert.equal(status, 200);
    const methods: unknown = body["token_endpoint_auth_methods_supported"];
    assert.ok(Array.isArray(methods) && methods.includes("tls_client_auth"));
  });

  it("are requested by the port for them, and by no other", async () => {
    const settings = {
      ...SETTINGS,
      "serve.mtls.port": 0,
      "serve.mtls.url": "https://mtls.example",
    };
    const separate = await start(settings);
    const at = async (port: number): Promise<number | undefined> => {
      const { status } = await ask("photos", issued, { port });
      return status;
    };
    await separate.latchkey.createOAuth2Client({ body: photos });
    assert.equal(await at(separate.ports.mtls), 200);
    assert.equal(await at(separate.ports.public), 401);
  });

  const refused: [attack: string, certificate: TestCertificate | undefined, header?: string][] = [
    ["no certificate", undefined],
    ["a certificate of itself", own],
    ["a certificate of another authority with the same name", foreign],
    ["a certificate for servers", forServers],
    ["a header, which only a proxy could send", undefined, `:${issued.der.toString("base64")}:`],
    ["a header beside another certificate", own, `:${issued.der.toString("base64")}:`],
  ];
  for (const [attack, certificate, header] of refused) {
    it(`${attack} is refused`, async () => {
      const headers = {
        "content-type": "application/x-www-form-urlencoded",
        ...(header !== undefined && { "client-cert": header }),
      };
      const { status, body } = await ask("photos", certificate, { headers });
      assert.deepEqual([status, body["error"]], [401, "invalid_client"]);
    });
  }
});
