import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";
import { it } from "node:test";
import { fileURLToPath } from "node:url";
import { freePorts } from "../processes/free-ports.ts";
import { startSignInServer } from "../support/sign-in-server.ts";
import { openVisitor } from "./visitor.ts";

const resource = "https://notes.example/mcp";
const { issuer, latchkey, lines } = await startSignInServer({ "security.profile": "mcp" });
const [port] = await freePorts();
const callback = `http://127.0.0.1:${port}`;
const alice = openVisitor({ issuer, sites: { [callback]: (request) => fetch(request) } });
const { client_id } = await latchkey.createOAuth2Client({
  body: {
    client_name: "Agent",
    redirect_uris: [`${callback}/callback`],
    grant_types: ["authorization_code", "refresh_token"],
    response_types: ["code"],
    token_endpoint_auth_method: "none",
    scope: "notes.read",
  },
});
await latchkey.createApi({
  body: { identifier: resource, scopes: ["notes.read"], allow_any_client: true },
});

/** Runs the command `conformance authorization`; alice visits the URL that it prints once its callback server listens. */
async function runConformance(args: readonly string[]) {
  const command = import.meta.resolve("@modelcontextprotocol/conformance/dist/index.js");
  const words = [fileURLToPath(command), "authorization", "--url", issuer, ...args];
  const child = spawn(process.execPath, words, { stdio: ["ignore", "pipe", "pipe"] });
  try {
    const closed = once(child, "close");
    const errors = text(child.stderr);
    let url: string | undefined;
    let listens = false;
    const printed: string[] = [];
    for await (const line of createInterface(child.stdout)) {
      printed.push(line);
      if (line.startsWith(`${issuer}/oauth2/auth?`)) url = line;
      if (line.startsWith("Callback server started")) listens = true;
      if (url === undefined || !listens) continue;
      await alice.visit(url);
      url = undefined;
    }
    const [status] = await closed;
    return { status, output: [...printed, await errors].join("\n") };
  } finally {
    child.kill("SIGKILL");
  }
}

it("the conformance suite of MCP passes, without a warning and without a skipped scenario", async () => {
  const args = ["--client-id", client_id, "--port", String(port), "--resource", resource];
  const { status, output } = await runConformance(args);
  assert.equal(status, 0, output);
  // A check that is skipped or has a warning does not count as passed: all of them are counted.
  assert.match(output, /^✓ authorization-server-metadata-endpoint: 2 passed, 0 failed$/m);
  assert.match(output, /^✓ authorization-code-grant: 1 passed, 0 failed$/m);
});

it("nothing went wrong on the server meanwhile", () => assert.deepEqual(lines, []));
