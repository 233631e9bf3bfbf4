import { createServer } from "node:http";
import { BASE_URL, HOST, ISSUER, PORT } from "./env.ts";
import { createStaticServer } from "./static-server.ts";

const handler = createStaticServer({ issuer: ISSUER, client_id: "{{name}}" });
createServer(handler).listen(PORT, HOST, () => console.log(`App        ${BASE_URL}`));
