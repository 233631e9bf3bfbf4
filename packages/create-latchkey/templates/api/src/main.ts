import { createServer } from "node:http";
import { createApi } from "./api.ts";
import { BASE_URL, HOST, ISSUER, PORT } from "./env.ts";

createServer(createApi({ issuer: ISSUER, resource: BASE_URL })).listen(PORT, HOST, () => {
  console.log(`API        ${BASE_URL}/photos`);
});
