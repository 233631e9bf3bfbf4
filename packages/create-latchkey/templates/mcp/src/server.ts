import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { createProtection } from "@latchkey/protect";
import { requireToken, serveMetadata, tokenOf } from "@latchkey/protect/express";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import { createTools } from "./tools.ts";

export interface McpOptions {
  /** Who issues the tokens. */
  readonly issuer: string;
  /** The URL of the MCP server, which is the audience of its tokens. */
  readonly resource: string;
}

/**
 * Creates the request handler of the MCP server. An MCP client without a token learns from the challenge where to sign in,
 * registers itself at Latchkey, lets the user sign in, and calls again with a token for this server.
 */
export function createMcpHandler({ issuer, resource }: McpOptions): RequestListener {
  const protection = createProtection({ issuer, resource, scopes_supported: ["notes.read"] });
  const metadata = serveMetadata(protection);
  const protect = requireToken(protection, { scope: "notes.read" });
  const path = new URL(resource).pathname;
  return (request, response) => {
    metadata(request, response, () => {
      // A caller may send anything, such as //.
      if (URL.parse(request.url ?? "/", resource)?.pathname !== path) {
        response.writeHead(404).end();
        return;
      }
      protect(request, response, () => void answer(request, response));
    });
  };
}

/** Stateless: each request has a transport of its own, so any number of processes can serve a client. */
async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  try {
    const transport = new StreamableHTTPServerTransport({ enableJsonResponse: true });
    const tools = createTools(tokenOf(request).subject);
    response.on("close", () => void tools.close());
    await tools.connect(transport);
    await transport.handleRequest(request, response);
  } catch (error) {
    console.error(error);
    if (!response.headersSent) response.writeHead(500).end();
  }
}
