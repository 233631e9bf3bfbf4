import { fileURLToPath } from "node:url";

/** The programs that run in processes of their own. */
export const programs = {
  latchkey: at("../packages/cli/bin/latchkey.js"),
  baseline: at("subjects/baseline-server.ts"),
  lower_bound: at("subjects/lower-bound-server.ts"),
  oidc_provider: at("subjects/oidc-provider-server.ts"),
  postgres: at("subjects/postgres-server.ts"),
  drive: at("load/driver-process.ts"),
  steady: at("load/steady-driver-process.ts"),
  signing: at("load/signing-rate.ts"),
};

/** Where results go, and where data lives while it is needed: on a disk, since commits shall be durable. */
export const folders = { results: at("results"), data: at("data") };

function at(path: string): string {
  return fileURLToPath(new URL(path, import.meta.url));
}
