import { createServer } from "node:http";
import { BASE_URL, HOST, ISSUER, PORT } from "./env.ts";
import { createMcpHandler } from "./server.ts";

const resource = `${BASE_URL}/mcp`;
createServer(createMcpHandler({ issuer: ISSUER, resource })).listen(PORT, HOST, () => {
  console.log(`MCP server ${resource}  add this URL to an MCP client`);
});
