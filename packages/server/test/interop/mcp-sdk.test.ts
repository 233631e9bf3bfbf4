import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { createInterface } from "node:readline";
import { after, describe, it } from "node:test";
import { fileURLToPath } from "node:url";
import * as v2 from "@modelcontextprotocol/client";
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
const redirectUri = "http://127.0.0.1:8123/callback";
const metadata = {
  client_name: "Agent",
  redirect_uris: [redirectUri],
  grant_types: ["authorization_code", "refresh_token"],
  response_types: ["code"],
  token_endpoint_auth_method: "none",
};
const UUID = /^[0-9a-f-]{36}$/;
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
  readonly redirectUrl: string;
  readonly clientMetadata: typeof metadata;
  readonly clientMetadataUrl?: string;
  information: OAuthClientInformationMixed | undefined;
  authorization_url: URL | undefined;
  saved: OAuthTokens | undefined;
  #verifier = "";

  constructor(
    known: {
      document?: string;
      information?: OAuthClientInformationMixed;
      redirect_uris?: [string];
    } = {},
  ) {
    const { redirect_uris = [redirectUri] } = known;
    [this.redirectUrl] = redirect_uris;
    this.clientMetadata = { ...metadata, redirect_uris };
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

/** A connection of a client to the MCP server. */
interface Connection {
  readonly connect: () => Promise<{
    callTool(call: {
      name: string;
      arguments: { title: string };
    }): Promise<Readonly<Record<string, unknown>>>;
    close(): Promise<void>;
  }>;
  readonly finish: (response: URLSearchParams) => Promise<void>;
}

/** Opens a connection with one of the SDKs, in one of the versions of the protocol. */
type Open = (session: OAuthClientProvider & v2.OAuthClientProvider) => Connection;

const info = { name: "agent", version: "1.0.0" };

const openV1: Open = (authProvider) => {
  const transport = new StreamableHTTPClientTransport(new URL(resource), { authProvider });
  return {
    async connect() {
      const client = new Client(info);
      await client.connect(transport);
      return client;
    },
    finish: (response) => transport.finishAuth(response.get("code") ?? assert.fail("No code.")),
  };
};

const openV2 =
  (mode: v2.VersionNegotiationMode): Open =>
  (authProvider) => {
    const transport = new v2.StreamableHTTPClientTransport(new URL(resource), { authProvider });
    return {
      async connect() {
        const client = new v2.Client(info, { versionNegotiation: { mode } });
        await client.connect(transport);
        return client;
      },
      finish: (response) => transport.finishAuth(response), // Checks iss.
    };
  };

/** Connects without a token, signs alice in where the challenge leads, connects again, and calls the tool. */
async function readNote(session: Session, open: Open) {
  const { connect, finish } = open(session);
  await assert.rejects(connect(), (error) =>
    [UnauthorizedError, v2.UnauthorizedError].some((kind) => error instanceof kind),
  );
  const asked = session.authorization_url ?? assert.fail("The client asked for no authorization.");
  assert.equal(asked.searchParams.get("resource"), resource);
  const { request } = await openVisitor({ issuer }).visit(asked);
  const response = new URL(request.url).searchParams;
  assert.equal(response.get("state"), session.state());
  assert.equal(response.get("iss"), issuer);
  await finish(response);
  return callTool(open(session));
}

async function callTool({ connect }: Connection) {
  const client = await connect();
  try {
    return await client.callTool({ name: "read_note", arguments: { title: "Tea" } });
  } finally {
    await client.close();
  }
}

const document = host.describe("/agent.json", {
  redirect_uris: [redirectUri],
  token_endpoint_auth_method: "none",
});
const registered = await latchkey.createOAuth2Client({
  body: { ...metadata, client_id: "agent", scope: "notes.read" },
});
const clients: Readonly<Record<string, Open>> = {
  "SDK v1": openV1,
  "SDK v2": openV2("legacy"),
  "SDK v2 and MCP 2026-07-28": openV2({ pin: "2026-07-28" }),
};
const elsewhere = { client_id: "agent-elsewhere", issuer: "https://elsewhere.example" };
const ways: Readonly<Record<string, { start: () => Session; client_id: RegExp }>> = {
  "by dynamic registration": { start: () => new Session(), client_id: UUID },
  "by a client ID metadata document, though it could register": {
    start: () => new Session({ document }),
    client_id: new RegExp(`^${RegExp.escape(document)}$`),
  },
  "as a client that is registered": {
    start: () => new Session({ information: { client_id: registered.client_id, issuer } }),
    client_id: /^agent$/,
  },
  "without the credentials that it has at another issuer": {
    start: () => new Session({ information: elsewhere }),
    client_id: UUID,
  },
};

for (const [version, open] of Object.entries(clients)) {
  for (const [way, { start, client_id }] of Object.entries(ways)) {
    const session = start();

    it(`the client of the MCP SDK connects ${way} (${version})`, async () => {
      const { content } = await readNote(session, open);
      assert.deepEqual(content, [{ type: "text", text: `Tea, a note of ${subject}` }]);
      assert.match(session.information?.client_id ?? "", client_id);
      assert.equal(session.information?.issuer, issuer, "the credentials are bound to the issuer");
      const { access_token, scope, refresh_token } = session.saved ?? assert.fail("No tokens.");
      const { aud, iss } = decodeJwt(access_token);
      assert.deepEqual([[aud].flat(), iss, scope], [[resource], issuer, "notes.read"]);
      assert.ok(refresh_token, "MCP clients get refresh tokens without asking for offline_access");
    });

    it(`and refreshes its token, ${way} (${version})`, async () => {
      const before = session.saved ?? assert.fail("No tokens.");
      session.saved = { ...before, access_token: "not-a-token" };
      session.authorization_url = undefined;
      const { content } = await callTool(open(session));
      assert.deepEqual(content, [{ type: "text", text: `Tea, a note of ${subject}` }]);
      assert.equal(session.authorization_url, undefined, "alice was not asked again");
      assert.notEqual(session.saved?.refresh_token, before.refresh_token);
    });
  }
}

for (const [uri, application_type] of Object.entries({
  [redirectUri]: "native",
  "https://agent.example/callback": "web",
})) {
  it(`the SDK registers a client with ${uri} as ${application_type}`, async () => {
    const session = new Session({ redirect_uris: [uri] });
    await assert.rejects(openV2("auto")(session).connect(), v2.UnauthorizedError);
    const { client_id } = session.information ?? assert.fail("It has not registered.");
    const client = await latchkey.getOAuth2Client({ id: client_id });
    assert.equal(client.application_type, application_type);
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
      const { content } = await callTool(openV1(await provider()));
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
