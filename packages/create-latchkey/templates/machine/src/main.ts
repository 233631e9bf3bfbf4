import { createServer } from "node:http";
import { createApi } from "./api.ts";
import { BASE_URL, HOST, ISSUER, PORT, required } from "./env.ts";
import { createTokenSource } from "./tokens.ts";
import { countPhotos } from "./job.ts";

const accessToken = createTokenSource({
  issuer: ISSUER,
  client_id: "{{name}}-client",
  client_secret: required("CLIENT_SECRET"),
  resource: BASE_URL,
  scope: "photos.read",
});

createServer(createApi({ issuer: ISSUER, resource: BASE_URL })).listen(PORT, HOST, () => {
  console.log(`API        ${BASE_URL}/photos`);
  void runJob();
  setInterval(() => void runJob(), 60_000);
});

async function runJob(): Promise<void> {
  try {
    console.log(`The job found ${await countPhotos(BASE_URL, accessToken)} photos.`);
  } catch (error) {
    console.error("The job failed:", error);
  }
}
