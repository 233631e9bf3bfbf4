import { after } from "node:test";
import type { Client } from "@latchkey/client";
import { startTestServer } from "../../../testing/src/index.ts";

/** A user with an account. */
export const alice = {
  username: "alice",
  password: "correct horse battery staple",
  profile: {
    name: "Alice Liddell",
    given_name: "Alice",
    email: "alice@wonderland.example",
    email_verified: true,
  },
};

/** A server that listens, with the built-in pages, on which alice has an account. */
export interface SignInServer {
  readonly issuer: string;
  /** Where the admin listener is. */
  readonly admin: string;
  readonly latchkey: Client;
  /** What alice is called in tokens. */
  readonly subject: string;
  /** Every line the server logged from `warning` up. */
  readonly lines: readonly string[];
}

/** Starts a server for this test file and stops it after. */
export async function startSignInServer(
  settings: Readonly<Record<string, unknown>> = {},
): Promise<SignInServer> {
  const lines: string[] = [];
  const server = await startTestServer({
    settings: { "log.level": "warn", ...settings },
    log: (text) => lines.push(text),
  });
  after(() => server.stop());
  const { subject } = await server.createUser({ ...alice, claims: alice.profile });
  return { issuer: server.issuer, admin: server.admin_url, latchkey: server.api, subject, lines };
}
