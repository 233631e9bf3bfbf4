import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { createInterface } from "node:readline";
import { after, describe, it } from "node:test";
import { fileURLToPath } from "node:url";
import {
  type OAuthClientProvider,
  UnauthorizedError,
} from "@modelcontextprotocol/sdk/client/auth.js";
import {
  ClientCredentialsProvider,
  PrivateKeyJwtProvider,
  StaticPrivateKeyJwtProvider,
} from "@modelcontextprotocol/sdk/client/auth-extensions.js";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type {
  OAuthClientInformationMixed,
  OAuthTokens,
} from "@modelcontextprotocol/sdk/shared/auth.js";
import { decodeJwt, exportJWK, generateKeyPair, SignJWT } from "jose";
import * as oauth from "oauth4webapi";
import { freePorts } from "../processes/free-ports.ts";
import { startDocumentHost } from "../support/document-host.ts";
import { startSignInServer } from "../support/sign-in-server.ts";
import { openVisitor } from "./visitor.ts";

const SECRET = "a secret of an agent in a test";
const redirect_uri = "http://127.0.0.1:8123/callback";
const metadata = {
  client_name: "Agent",
  redirect_uris: [redirect_uri],
  grant_types: ["authorization_code", "refresh_token"],
  response_types: ["code"],
  token_endpoint_auth_method: "none",
};
const host = await startDocumentHost();
const { issuer, latchkey, subject, lines } = await startSignInServer({
  "security.profile": "mcp",
  "oauth2.registration.mode": "open",
  "oauth2.registration.allowed_scope": ["notes.read"],
  "oauth2.client_id_metadata_documents.scope": ["notes.read"],
});
const resource = await startMcpServer();
await latchkey.createApi({
  body: {
    identifier: resource,
    name: "Notes",
    scopes: ["notes.read"],
    access_token_format: "jwt",
    allow_any_client: true,
  },
});

/** Starts examples/mcp-server as a user would. Returns its URL. */
async function startMcpServer(): Promise<string> {
  const [port] = await freePorts();
  const url = `http://127.0.0.1:${port}/mcp`;
  const program = fileURLToPath(
    new URL("../../../../examples/mcp-server/server.ts", import.meta.url),
  );
  const child = spawn(process.execPath, [program], {
    env: { ...process.env, PORT: String(port), ISSUER: issuer },
    stdio: ["ignore", "pipe", "inherit"],
  });
  after(() => child.kill("SIGKILL"));
  for await (const line of createInterface(child.stdout)) {
    if (line.includes(url)) return url;
  }
  throw new Error("The MCP server has ended.");
}

/** What an MCP client keeps between requests, and the URL that it wants to open in a browser. */
class Session implements OAuthClientProvider {
  readonly redirectUrl = redirect_uri;
  readonly clientMetadata = metadata;
  readonly clientMetadataUrl?: string;
  information: OAuthClientInformationMixed | undefined;
  authorization_url: URL | undefined;
  saved: OAuthTokens | undefined;
  #verifier = "";

  constructor(known: { document?: string; information?: OAuthClientInformationMixed } = {}) {
    if (known.document !== undefined) this.clientMetadataUrl = known.document;
    this.information = known.information;
  }
  state = () => "a-state-that-only-the-agent-knows";
  clientInformation = () => this.information;
  saveClientInformation = (information: OAuthClientInformationMixed) => {
    this.information = information;
  };
  tokens = () => this.saved;
  saveTokens = (tokens: OAuthTokens) => {
    this.saved = tokens;
  };
  redirectToAuthorization = (url: URL) => {
    this.authorization_url = url;
  };
  saveCodeVerifier = (verifier: string) => {
    this.#verifier = verifier;
  };
  codeVerifier = () => this.#verifier;
}

/** Connects without a token, signs alice in where the challenge leads, connects again, and calls the tool. */
async function readNote(session: Session) {
  const first = new StreamableHTTPClientTransport(new URL(resource), { authProvider: session });
  await assert.rejects(connect(first), UnauthorizedError);
  const asked = session.authorization_url ?? assert.fail("The client asked for no authorization.");
  assert.equal(asked.searchParams.get("resource"), resource);
  const { request } = await openVisitor({ issuer }).visit(asked);
  const response = new URL(request.url).searchParams;
  assert.equal(response.get("state"), session.state());
  assert.equal(response.get("iss"), issuer);
  await first.finishAuth(response.get("code") ?? assert.fail("No code."));
  return callTool(session);
}

async function connect(transport: StreamableHTTPClientTransport): Promise<Client> {
  const client = new Client({ name: "agent", version: "1.0.0" });
  await client.connect(transport);
  return client;
}

async function callTool(session: OAuthClientProvider) {
  const transport = new StreamableHTTPClientTransport(new URL(resource), { authProvider: session });
  const client = await connect(transport);
  try {
    return await client.callTool({ name: "read_note", arguments: { title: "Tea" } });
  } finally {
    await client.close();
  }
}

const document = host.describe("/agent.json", {
  redirect_uris: [redirect_uri],
  token_endpoint_auth_method: "none",
});
const registered = await latchkey.createOAuth2Client({
  body: { ...metadata, client_id: "agent", scope: "notes.read" },
});
const ways: Readonly<Record<string, { session: Session; client_id: RegExp }>> = {
  "by dynamic registration": { session: new Session(), client_id: /^[0-9a-f-]{36}$/ },
  "by a client ID metadata document": {
    session: new Session({ document }),
    client_id: new RegExp(`^${document}$`),
  },
  "as a client that is registered": {
    session: new Session({ information: { client_id: registered.client_id, issuer } }),
    client_id: /^agent$/,
  },
};

for (const [way, { session, client_id }] of Object.entries(ways)) {
  it(`the client of the MCP SDK connects ${way}`, async () => {
    const { content } = await readNote(session);
    assert.deepEqual(content, [{ type: "text", text: `Tea, a note of ${subject}` }]);
    assert.match(session.information?.client_id ?? "", client_id);
    const { access_token, scope, refresh_token } = session.saved ?? assert.fail("No tokens.");
    const { aud, iss } = decodeJwt(access_token);
    assert.deepEqual([[aud].flat(), iss, scope], [[resource], issuer, "notes.read"]);
    assert.ok(refresh_token, "MCP clients get refresh tokens without asking for offline_access");
  });

  it(`and refreshes its token, ${way}`, async () => {
    const before = session.saved ?? assert.fail("No tokens.");
    session.saved = { ...before, access_token: "not-a-token" };
    session.authorization_url = undefined;
    const { content } = await callTool(session);
    assert.deepEqual(content, [{ type: "text", text: `Tea, a note of ${subject}` }]);
    assert.equal(session.authorization_url, undefined, "alice was not asked again");
    assert.notEqual(session.saved?.refresh_token, before.refresh_token);
  });
}

describe("agents without a user: the client credentials extension", async () => {
  const key = await generateKeyPair("ES256", { extractable: true });
  const clientId = "nightly";
  const known = { clientId, expectedIssuer: issuer, scope: "notes.read" };
  const jwks = { keys: [{ ...(await exportJWK(key.publicKey)), kty: "EC", alg: "ES256" }] };
  const signed = { token_endpoint_auth_method: "private_key_jwt", jwks } as const;
  const assertion = () =>
    new SignJWT()
      .setProtectedHeader({ alg: "ES256" })
      .setIssuer(clientId)
      .setSubject(clientId)
      .setAudience(issuer)
      .setJti(randomUUID())
      .setIssuedAt()
      .setExpirationTime("1 minute")
      .sign(key.privateKey);
  const providers = {
    ClientCredentialsProvider: {
      client: { token_endpoint_auth_method: "client_secret_basic", client_secret: SECRET },
      provider: () => new ClientCredentialsProvider({ ...known, clientSecret: SECRET }),
    },
    PrivateKeyJwtProvider: {
      client: signed,
      provider: async () => {
        const privateKey = { ...(await exportJWK(key.privateKey)) };
        return new PrivateKeyJwtProvider({ ...known, privateKey, algorithm: "ES256" });
      },
    },
    StaticPrivateKeyJwtProvider: {
      client: signed,
      provider: async () =>
        new StaticPrivateKeyJwtProvider({ ...known, jwtBearerAssertion: await assertion() }),
    },
  };

  for (const [name, { client, provider }] of Object.entries(providers)) {
    it(`${name} gets a token for the MCP server, and calls the tool`, async () => {
      const grant_types = ["client_credentials"];
      await latchkey.createOAuth2Client({
        body: { client_id: clientId, grant_types, scope: "notes.read", ...client },
      });
      const { content } = await callTool(await provider());
      assert.deepEqual(content, [{ type: "text", text: `Tea, a note of ${clientId}` }]);
      await latchkey.deleteOAuth2Client({ id: clientId });
    });
  }
});

it("oauth4webapi finds the authorization server by the metadata of the MCP server", async () => {
  const insecure = { [oauth.allowInsecureRequests]: true } as const;
  const url = new URL(resource);
  const found = await oauth.resourceDiscoveryRequest(url, insecure);
  const described = await oauth.processResourceDiscoveryResponse(url, found);
  assert.deepEqual(described.authorization_servers, [issuer]);
});

it("nothing went wrong on the server meanwhile", () => assert.deepEqual(lines, []));
