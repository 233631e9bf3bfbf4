import { createServer } from "node:http";
import { createClient } from "@latchkey/client";
import { createApp } from "./app.ts";
import { BASE_URL, HOST, PORT } from "./env.ts";

const admin = process.env["LATCHKEY_ADMIN"] ?? "http://127.0.0.1:4445";
const api_key = process.env["LATCHKEY_API_KEY"];
const latchkey = createClient({ admin, ...(api_key !== undefined && { api_key }) });
createServer(createApp({ latchkey, base_url: BASE_URL })).listen(PORT, HOST, () => {
  console.log(`Login app  ${BASE_URL}`);
  console.log("Try it with: npx latchkey token user --client-id {{name}}-client");
});
