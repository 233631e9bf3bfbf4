import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { after, describe, it } from "node:test";
import { runInProcess } from "./run-in-process.ts";

const program = join(import.meta.dirname, "../bin/latchkey.js");

/** The fields of responses that the tests read. */
interface ControlReply {
  readonly now: number;
  readonly subject: string;
  readonly client_id: string;
  readonly client_secret: string;
  readonly access_token: string;
  readonly claims: Readonly<Record<string, unknown>>;
  readonly events: readonly { readonly rule: string; readonly client_id: string }[];
  readonly backchannel_calls: readonly { readonly claims: Readonly<Record<string, unknown>> }[];
  readonly kid: string;
  readonly status: number;
  readonly error: string;
}

interface Started {
  readonly child: ChildProcess;
  readonly issuer: string;
  readonly admin_url: string;
  readonly control_url: string;
  /** Calls the control URL. */
  readonly call: (path: string, body?: object) => Promise<{ status: number; body: ControlReply }>;
}

/** Starts the command and reads its line. */
async function start(...flags: readonly string[]): Promise<Started> {
  const child = spawn(process.execPath, [program, "test-server", ...flags], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  after(() => child.kill());
  assert.ok(child.stdout !== null);
  const [line]: string[] = await once(createInterface({ input: child.stdout }), "line");
  const urls: Omit<Started, "child" | "call"> = JSON.parse(line ?? "");
  const call: Started["call"] = async (path, body) => {
    const response = await fetch(
      `${urls.control_url}${path}`,
      body && {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(body),
      },
    );
    return { status: response.status, body: await response.json() };
  };
  return { child, ...urls, call };
}

describe("latchkey test-server", () => {
  it("is controlled over HTTP, and stops when its input closes", async () => {
    const { child, issuer, admin_url, call } = await start("--ttl.access_token=5m");
    const claims = { name: "Alice" };
    const { body: user } = await call("/users", { username: "alice", claims });
    const { body: client } = await call("/clients", { client_name: "App" });
    const { client_id, client_secret } = client;
    assert.ok(user.subject && client_id && client_secret);

    const scope = "openid profile";
    const { body: tokens } = await call("/sign-in", { client_id, user: "alice", scope });
    assert.equal(tokens.claims["sub"], user.subject);
    const isActive = async (token: string): Promise<unknown> => {
      const body = new URLSearchParams({ token });
      const response = await fetch(`${admin_url}/oauth2/introspect`, { method: "POST", body });
      const { active }: { active?: unknown } = await response.json();
      return active;
    };
    assert.equal(await isActive(tokens.access_token), true);
    const { now } = (await call("/clock")).body;
    assert.equal((await call("/clock", { advance: "4m" })).body.now - now >= 240, true);
    assert.equal(await isActive(tokens.access_token), true);
    await call("/expire", { token: tokens.access_token });
    assert.equal(await isActive(tokens.access_token), false);

    await call("/fail-next", { status: 503 });
    assert.equal((await fetch(`${issuer}/.well-known/jwks.json`)).status, 503);
    assert.equal((await fetch(`${issuer}/.well-known/jwks.json`)).status, 200);
    const { events } = (await call("/events")).body;
    assert.ok(events.some((one) => one.rule === "code_redeemed" && one.client_id === client_id));

    const exited = once(child, "exit");
    child.stdin?.end();
    assert.deepEqual(await exited, [0, null]);
  });

  it("keeps a browser signed in by name, and records back-channel logouts", async () => {
    const { child, call } = await start("--predictable-ids=seed");
    const backchannel_logout_uri = "https://app.example/logout";
    const { client_id } = (await call("/clients", { backchannel_logout_uri })).body;
    const login = { remember: true };
    await call("/sign-in", { client_id, user: "alice", browser: "one", login });
    const { body: out } = await call("/sign-out", { browser: "one" });
    assert.equal(out.status, 302);
    const { backchannel_calls } = (await call("/backchannel-calls")).body;
    assert.deepEqual(backchannel_calls[0]?.claims["aud"], [client_id]);
    const { kid } = (await call("/rotate-keys", { remove_old: true })).body;
    assert.ok(kid);

    const refusals = [
      {
        path: "/sign-in",
        body: { client_id, user: "alice", scope: "admin" },
        status: 400,
        error: "invalid_scope",
      },
      { path: "/sign-in", body: { client_id }, status: 400, error: "invalid_request" },
      {
        path: "/sign-in",
        body: { client_id: "nobody", user: "alice" },
        status: 400,
        error: "invalid_request",
      },
      { path: "/clients", body: { redirect_uris: "x" }, status: 400, error: "invalid_request" },
      { path: "/clock", body: { advance: "soon" }, status: 400, error: "invalid_request" },
      { path: "/fail-next", body: {}, status: 400, error: "invalid_request" },
      { path: "/revoke", body: { token: "x" }, status: 400, error: "invalid_request" },
      { path: "/nowhere", body: {}, status: 404, error: "invalid_request" },
    ] as const;
    for (const { path, body, status, error } of refusals) {
      const reply = await call(path, body);
      assert.deepEqual([path, reply.status, reply.body.error], [path, status, error]);
    }

    const exited = once(child, "exit");
    child.kill("SIGTERM");
    assert.deepEqual(await exited, [0, null]);
  });

  it("takes no calls of web pages", async () => {
    const { child, control_url } = await start();
    const post = (headers: Record<string, string>) =>
      fetch(`${control_url}/clock`, { method: "POST", headers, body: "{}" });
    assert.equal((await post({ "content-type": "text/plain" })).status, 415);
    const exited = once(child, "exit");
    child.kill("SIGINT");
    await exited;
  });

  it("names settings that are wrong", async () => {
    const { code, err } = await runInProcess("test-server --ttl.access_token=soon");
    assert.equal(code, 3);
    assert.match(err, /^ttl\.access_token must be a duration/);
  });
});
