import { fileURLToPath } from "node:url";

/** The programs that run in processes of their own. */
export const programs = {
  latchkey: at("../packages/cli/bin/latchkey.js"),
  floor: at("contenders/floor-server.ts"),
  parts: at("contenders/parts-server.ts"),
  oidc_provider: at("contenders/oidc-provider-server.ts"),
  postgres: at("contenders/postgres-server.ts"),
  drive: at("load/drive.ts"),
  steady: at("load/steady.ts"),
  signing: at("load/signing-rate.ts"),
};

/** Where results go, and where data lives while it is needed: on a disk, since commits shall be durable. */
export const folders = { results: at("results"), data: at("data") };

function at(path: string): string {
  return fileURLToPath(new URL(path, import.meta.url));
}
