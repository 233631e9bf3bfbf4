import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import { after, before, describe, it } from "node:test";
import { startTestServer, type TestServer } from "@latchkey/testing";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { createMcpHandler } from "../src/server.ts";

describe("the MCP server", () => {
  const server = createServer();
  let latchkey: TestServer;
  let resource = "";
  before(async () => {
    latchkey = await startTestServer({ settings: { "security.profile": "mcp" } });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const address = server.address();
    resource = `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}/mcp`;
    await latchkey.api.createApi({
      body: {
        identifier: resource,
        scopes: ["notes.read"],
        access_token_format: "jwt",
        allow_any_client: true,
      },
    });
    server.on("request", createMcpHandler({ issuer: latchkey.issuer, resource }));
  });
  after(async () => {
    server.close();
    server.closeAllConnections();
    await latchkey.stop();
  });

  it("has nothing at what is no URL", async () => {
    assert.equal((await fetch(`${new URL(resource).origin}//`)).status, 404);
  });

  it("runs a tool for the user who signed in", async () => {
    const user = await latchkey.createUser();
    const client = await latchkey.createClient({
      token_endpoint_auth_method: "none",
      grant_types: ["authorization_code"],
      scope: "notes.read",
    });
    const scope = "notes.read";
    const { access_token } = await latchkey.signIn({ client, user, scope, resource });
    const mcp = new Client({ name: "test", version: "0.0.0" });
    const headers = { authorization: `Bearer ${access_token}` };
    await mcp.connect(
      new StreamableHTTPClientTransport(new URL(resource), { requestInit: { headers } }),
    );
    const result = await mcp.callTool({ name: "read_note", arguments: { title: "Tea" } });
    assert.deepEqual(result.content, [{ type: "text", text: `Tea, a note of ${user.subject}` }]);
    await mcp.close();
  });

  it("tells a client without a token where users sign in", async () => {
    const response = await fetch(resource, { method: "POST" });
    assert.equal(response.status, 401);
    const challenge = response.headers.get("www-authenticate") ?? "";
    const [, url = ""] = /resource_metadata="([^"]+)"/.exec(challenge) ?? [];
    const metadata = await (await fetch(url)).json();
    assert.equal(metadata.resource, resource);
    assert.deepEqual(metadata.authorization_servers, [latchkey.issuer]);
  });
});
