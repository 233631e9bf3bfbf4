import assert from "node:assert/strict";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { Agent, type IncomingMessage, request } from "node:http";
import { createServer } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { describe, it } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { basic } from "@latchkey/client";
import { hashApiKey, mintApiKey } from "../../src/crypto/api-key.ts";
import { isActive, registerMachine } from "../operations/machine.ts";
import { temporaryDirectory } from "./databases.ts";
import { isFree } from "./free-ports.ts";
import { launch, serve, type ServingProcess } from "./latchkey-process.ts";

describe("a server that is stopped by a signal", { concurrency: true }, () => {
  it("answers everything it has begun to hear, and what it answered holds", async () => {
    const cwd = temporaryDirectory();
    const server = await serve({ cwd });
    const photos = await registerMachine(server.latchkey);
    const begun = await Promise.all(
      Array.from({ length: 20 }, () => beginTokenRequest(server, photos.authorization)),
    );
    const ended = server.kill("SIGTERM");
    await whenDeaf(server);

    const answers = await Promise.all(begun.map((finish) => finish()));
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]));
    const { code, err } = await ended;
    assert.deepEqual({ code, err }, { code: 0, err: "" });

    const next = await serve({ cwd });
    for (const { body } of answers) {
      assert.equal(await isActive(next.latchkey, JSON.parse(body).access_token), true);
    }
    await next.kill("SIGTERM");
  });

  it("does not wait for ever for a caller who never finishes", async () => {
    const settings = { dsn: "memory", "serve.limits.shutdown_timeout": "1s" };
    const server = await serve({ cwd: temporaryDirectory(), settings });
    const finish = await beginTokenRequest(server, basic("mallory", "dawdles"));
    assert.equal((await server.kill("SIGTERM")).code, 0);
    await assert.rejects(finish());
  });
});

it("a server whose log is read no more goes on serving", async () => {
  const server = await serve({ cwd: temporaryDirectory(), settings: { dsn: "memory" } });
  server.stopReading();
  for (let requestCount = 0; requestCount < 5; requestCount += 1) {
    assert.deepEqual(await server.latchkey.isInstanceReady(), { status: "ok" });
  }
  assert.equal((await server.kill("SIGTERM")).code, 0);
});

describe("a port that is in use", { concurrency: true }, () => {
  for (const listener of ["public", "admin"] as const) {
    it(`ends the start with one sentence that names serve.${listener}.port`, async () => {
      const squatter = createServer().listen(0, "127.0.0.1");
      await once(squatter, "listening");
      const address = squatter.address();
      const port = typeof address === "object" ? (address?.port ?? 0) : 0;
      const ports = { "serve.public.port": "0", "serve.admin.port": "0" };
      const issuer = { "urls.self.issuer": `http://127.0.0.1:${port}` }; // Otherwise a warning says that it has another port.
      const settings = {
        dsn: "memory",
        ...ports,
        ...issuer,
        [`serve.${listener}.port`]: String(port),
      };
      const { code, out, err } = await launch(["serve"], { cwd: temporaryDirectory(), settings })
        .ended;
      squatter.close();

      const [sentence = "", cause = "", ...rest] = err.split("\n");
      assert.equal(
        sentence,
        `127.0.0.1:${port} is in use: stop the process that listens there, or change serve.${listener}.port.`,
      );
      assert.match(cause, /^ {2}Cause: .*EADDRINUSE/);
      assert.deepEqual({ code, out, rest }, { code: 1, out: "", rest: [""] });
    });
  }
});

describe("a server that other machines could reach", { concurrency: true }, () => {
  const refusals: readonly [settings: Record<string, string>, says: RegExp][] = [
    [
      { "serve.public.host": "0.0.0.0" },
      /^urls\.self\.issuer must begin with https:\/\/, because serve\.public\.host \(0\.0\.0\.0\) .*dangerous-force-http.*\n$/,
    ],
    [
      { "serve.admin.host": "::", "serve.admin.api_keys": `read:${hashApiKey("a key")}` },
      /^urls\.self\.issuer must begin with https:\/\/, because serve\.admin\.host \(::\) .*\n$/,
    ],
    [
      { "serve.admin.host": "0.0.0.0", "urls.self.issuer": "https://id.example" },
      /^serve\.admin\.api_keys must not be empty, because serve\.admin\.host \(0\.0\.0\.0\) .*latchkey api-keys create.*\n$/,
    ],
  ];
  for (const [settings, says] of refusals) {
    it(`does not start with ${Object.keys(settings).join(" and ")} alone`, async () => {
      const cwd = temporaryDirectory();
      const { code, out, err } = await launch(["serve"], { cwd, settings }).ended;
      assert.match(err, says);
      assert.deepEqual({ code, out }, { code: 3, out: "" });
      assert.equal(existsSync(join(cwd, "data")), false);
    });
  }

  it("asks callers of the admin listener for a key", async () => {
    const key = mintApiKey();
    const settings = {
      dsn: "memory",
      "serve.admin.host": "0.0.0.0",
      "serve.admin.api_keys": `read:${hashApiKey(key)}`,
      "dangerous-force-http": "true",
    };
    const { latchkey, kill } = await serve({ cwd: temporaryDirectory(), settings });
    const authorization = `Bearer ${key}`;
    assert.equal((await latchkey.call("listOAuth2Clients")).status, 401);
    assert.equal((await latchkey.call("listOAuth2Clients", {}, { authorization })).status, 200);
    await kill("SIGTERM");
  });
});

/** Sends the head of a token request and waits until the server asks for the rest. */
async function beginTokenRequest({ public_url }: ServingProcess, authorization: string) {
  const begun = request(`${public_url}/oauth2/token`, {
    method: "POST",
    agent: new Agent({ keepAlive: true }),
    headers: {
      authorization,
      expect: "100-continue",
      "content-type": "application/x-www-form-urlencoded",
      "content-length": GRANT.length,
    },
  });
  const answered = new Promise<IncomingMessage>((resolve, reject) => {
    begun.once("response", resolve);
    begun.once("error", reject);
  });
  answered.catch(() => {}); // The caller that awaits the request sees the error.
  begun.flushHeaders();
  await once(begun, "continue");
  return async (): Promise<{ status: number | undefined; body: string }> => {
    begun.end(GRANT);
    const response = await answered;
    return { status: response.statusCode, body: await text(response) };
  };
}

const GRANT = "grant_type=client_credentials";

/** Resolves when the server takes no more connections. */
async function whenDeaf({ public_url }: ServingProcess): Promise<void> {
  for (let attempt = 1; attempt <= 500; attempt += 1) {
    if (await isFree(Number(new URL(public_url).port))) return;
    await pause(20);
  }
  assert.fail("It went on listening.");
}
