import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { z } from "zod";

/** The tools, for one user. */
export function createTools(subject: string): McpServer {
  const mcp = new McpServer({ name: "{{name}}", version: "0.0.0" });
  mcp.registerTool(
    "read_note",
    { description: "Reads a note of the signed-in user.", inputSchema: { title: z.string() } },
    ({ title }) => ({ content: [{ type: "text", text: `${title}, a note of ${subject}` }] }),
  );
  return mcp;
}
