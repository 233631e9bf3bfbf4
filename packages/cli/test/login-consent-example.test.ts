import assert from "node:assert/strict";
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { afterEach, describe, it } from "node:test";
import { fileURLToPath } from "node:url";

import { createClient } from "@latchkey/client";
import { hashApiKey, mintApiKey } from "@latchkey/server";

import { freePorts } from "../../server/test/processes/free-ports.ts";
import { startSignInServer } from "../../server/test/support/sign-in-server.ts";

const [app_port, unused_port] = await freePorts();
const app = `http://127.0.0.1:${app_port}`;
const [reader, writer] = [mintApiKey(), mintApiKey()];
const server = await startSignInServer({
  "serve.admin.api_keys": [`read:${hashApiKey(reader)}`, `read+write:${hashApiKey(writer)}`],
  "urls.login": `${app}/login`,
  "urls.consent": `${app}/consent`,
});
const latchkey = createClient({ admin: server.admin, api_key: writer });
await latchkey.createOAuth2Client({
  body: {
    client_id: "photos",
    client_name: "Photos",
    token_endpoint_auth_method: "client_secret_basic",
    redirect_uris: ["https://photos.example/callback"],
  },
});

it("the login example does not start at a public host with the password that everyone knows", () => {
  const run = (ALICE_PASSWORD?: string) =>
    spawnSync(process.execPath, [EXAMPLE], {
      env: {
        PORT: new URL(server.admin).port,
        LATCHKEY_HOST: "id.example.com",
        ...(ALICE_PASSWORD && { ALICE_PASSWORD }),
      },
      encoding: "utf8",
    });
  assert.match(run().stderr, /^Set ALICE_PASSWORD: id\.example\.com is public/);
  assert.equal(run().status, 1);
  assert.doesNotMatch(run("another password").stderr, /ALICE_PASSWORD/); // It goes on to its port, which is taken.
});

describe("the login example, where the admin listener wants a key", () => {
  it("says that it has none, and how to give it one", async () => {
    const { text, said } = await signInWith({});
    assert.match(text, /answered 401: Send an API key/);
    assert.match(text, /Set LATCHKEY_API_KEY to a key with the scopes read and write/);
    assert.match(said, /Set LATCHKEY_API_KEY/);
  });

  it("says that its key is not known", async () => {
    const { text } = await signInWith({ LATCHKEY_API_KEY: mintApiKey() });
    assert.match(text, /This API key is not known, or was revoked\..*LATCHKEY_API_KEY/);
  });

  it("says that its key may only read", async () => {
    const { text } = await signInWith({ LATCHKEY_API_KEY: reader }, "wonderland");
    assert.match(text, /answered 403: .* scope write\..*LATCHKEY_API_KEY/);
  });

  it("signs alice in with a key that may read and write", async () => {
    const { status, text } = await signInWith({ LATCHKEY_API_KEY: writer }, "wonderland");
    assert.equal(status, 200);
    assert.match(text, /login_verifier=/);
  });
});

it("the login example says where it looked for an admin listener that does not answer", async () => {
  const nowhere = `http://127.0.0.1:${unused_port}`;
  const { text } = await signInWith({ LATCHKEY_ADMIN: nowhere });
  assert.ok(text.includes(`The admin listener at ${nowhere} does not answer: `), text);
  assert.match(text, /ECONNREFUSED.*set LATCHKEY_ADMIN to where/);
});

interface Outcome {
  readonly status: number;
  readonly text: string;
  readonly said: string;
}

/** What alice's browser gets from the example: its login page, or what it answers to a password. */
async function signInWith(
  env: Readonly<Record<string, string>>,
  password?: string,
): Promise<Outcome> {
  const example = await startExample({ LATCHKEY_ADMIN: server.admin, ...env });
  const { headers } = await fetch(
    `${server.issuer}/oauth2/auth?${new URLSearchParams({
      response_type: "code",
      client_id: "photos",
      redirect_uri: "https://photos.example/callback",
      state: "a state of photos",
    })}`,
    { redirect: "manual" },
  );
  const page = headers.get("location") ?? assert.fail("the browser was sent nowhere");
  const shown = await fetch(page);
  if (password === undefined) return endWith(shown, example);
  const form = new URLSearchParams({
    csrf: /name="csrf" value="(\w+)"/.exec(await shown.text())?.[1] ?? "",
    username: "alice",
    password,
  });
  const cookie = shown.headers.get("set-cookie")?.split(";")[0] ?? "";
  return endWith(await fetch(page, { method: "POST", body: form, headers: { cookie } }), example);
}

async function endWith(response: Response, example: Example): Promise<Outcome> {
  const text = await response.text();
  return { status: response.status, text, said: await example.stop() };
}

interface Example {
  /** Ends it; resolves to what it said on standard error. */
  readonly stop: () => Promise<string>;
}

const alive = new Set<ChildProcess>();
afterEach(() => alive.forEach((child) => child.kill("SIGKILL")));

async function startExample(env: Readonly<Record<string, string>>): Promise<Example> {
  const child = spawn(process.execPath, [EXAMPLE], { env: { PORT: String(app_port), ...env } });
  alive.add(child);
  let said = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => (said += text));
  const [line] = await Promise.race([once(child.stdout, "data"), once(child, "close")]);
  assert.match(String(line), /^Point urls\.login/, said);
  return {
    async stop() {
      child.kill("SIGTERM");
      await once(child, "close");
      alive.delete(child);
      return said;
    },
  };
}

const EXAMPLE = fileURLToPath(new URL("../../../examples/login-consent/app.ts", import.meta.url));
