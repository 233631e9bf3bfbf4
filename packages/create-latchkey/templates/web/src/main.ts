import { createServer } from "node:http";
import { createApp } from "./app.ts";
import { BASE_URL, HOST, ISSUER, PORT, required } from "./env.ts";

const app = await createApp({
  issuer: ISSUER,
  client_id: "{{name}}",
  client_secret: required("CLIENT_SECRET"),
  base_url: BASE_URL,
});
createServer(app).listen(PORT, HOST, () => console.log(`Web app    ${BASE_URL}`));
