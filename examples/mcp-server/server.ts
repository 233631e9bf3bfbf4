/**
 * An MCP server that only signed-in users reach: `node server.ts`, beside a Latchkey server.
 *
 * An MCP client that calls it without a token learns from the challenge where to sign in, is known at Latchkey by its metadata
 * document or registers itself, lets the user sign in, and calls again with a token for this server. Clients of MCP 2026-07-28
 * and of earlier versions are served alike.
 */

import { createServer } from "node:http";
import { createProtection } from "@latchkey/protect";
import { requireToken, serveMetadata, tokenOf } from "@latchkey/protect/express";
import { toNodeHandler } from "@modelcontextprotocol/node";
import { createMcpHandler, McpServer } from "@modelcontextprotocol/server";
import { z } from "zod";

const port = Number(process.env["PORT"] ?? 5557);
const resource = process.env["RESOURCE"] ?? `http://127.0.0.1:${port}/mcp`;
const issuer = process.env["ISSUER"] ?? "http://127.0.0.1:4444";
const { CLIENT_ID: client_id, CLIENT_SECRET: client_secret } = process.env;

const protection = createProtection({
  issuer,
  resource,
  scopes_supported: ["notes.read"],
  // Needed for opaque access tokens. JWTs are verified with the keys of the issuer.
  ...(client_id !== undefined &&
    client_secret !== undefined && { introspection: { client_id, client_secret } }),
});

/** The tools, for one user. */
function createTools(subject: string): McpServer {
  const mcp = new McpServer({ name: "notes", version: "1.0.0" });
  mcp.registerTool(
    "read_note",
    {
      description: "Reads a note of the signed-in user.",
      inputSchema: z.object({ title: z.string() }),
    },
    ({ title }) => ({ content: [{ type: "text", text: `${title}, a note of ${subject}` }] }),
  );
  return mcp;
}

const metadata = serveMetadata(protection);
const protect = requireToken(protection, { scope: "notes.read" });

const server = createServer((request, response) => {
  metadata(request, response, () => {
    if (request.url?.split("?")[0] !== "/mcp") {
      response.writeHead(404).end();
      return;
    }
    protect(request, response, () => void answer());
  });

  /** Stateless: each request has its own handler, so any number of processes can serve a client. */
  async function answer(): Promise<void> {
    const { subject } = tokenOf(request);
    const handler = createMcpHandler(() => createTools(subject), { onerror: console.error });
    const { method = "", url = "" } = request; // Every request has them; the types do not say so.
    await toNodeHandler(handler)(Object.assign(request, { method, url }), response);
  }
});

server.listen(port, "127.0.0.1", () => {
  console.log(`The MCP server is at ${resource}. It accepts tokens of ${issuer}.`);
});
