import assert from "node:assert/strict";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { privateKeyFields } from "@latchkey/api";
import { basic } from "@latchkey/client";
import { startTestServer } from "../support/server.ts";
import { isActive, registerMachine, tokenOf } from "./machine.ts";

const directory = mkdtempSync(join(tmpdir(), "latchkey-secrets-"));
after(() => rmSync(directory, { recursive: true }));

const SYSTEM = ["the system secret of this test", "an older system secret"];
const CHOSEN = "alice's favourite secret";

test("after a run of everything that handles a secret", async (t) => {
  const dsn = `sqlite://${join(directory, "run.sqlite")}`;
  const running = await startTestServer({
    dsn,
    "secrets.system": SYSTEM,
    "strategies.access_token": "jwt",
  });
  const { latchkey, lines, server } = running;
  const secrets = new Set<string>([...SYSTEM, CHOSEN]);
  const refusals: string[] = [];

  const photos = await registerMachine(latchkey);
  const chooser = await registerMachine(latchkey, { client_id: "chooser", client_secret: CHOSEN });
  const opaque = await registerMachine(latchkey, {
    client_id: "opaque",
    access_token_strategy: "opaque",
  });
  for (const machine of [photos, chooser, opaque]) {
    const token = await tokenOf(latchkey, machine);
    await isActive(latchkey, token);
    secrets.add(token).add(machine.client_secret);
    secrets.add(machine.authorization.replace("Basic ", ""));
    if (machine !== opaque) await latchkey.revokeOAuth2Token({ token }, machine);
  }
  for (const alg of ["RS256", "ES256", "EdDSA", "HS256", "ML-DSA-44"]) {
    await latchkey.createJsonWebKeySet({ set: "mail", body: { alg } });
  }
  const sets = ["mail", "hydra.jwt.access-token"];
  for (const { keys } of await Promise.all(sets.map((set) => latchkey.getJsonWebKeySet({ set })))) {
    for (const [name, value] of keys.flatMap((key) => Object.entries(key)))
      if (privateKeyFields.some((field) => field === name)) secrets.add(String(value));
  }
  for (const request of mistakes(secrets, photos.client_secret)) {
    const response = await running.fetch(...request);
    assert.ok(response.status >= 400 && response.status < 500, request[0]);
    refusals.push(await response.text());
  }
  server.context.log.flush();

  await t.test("the run held secrets of every kind, and was logged", () => {
    assert.ok(secrets.size > 25);
    assert.ok(lines.length > 0 && lines.join("").includes('"route":"/keys/{set}"'));
    assert.ok(refusals.length >= 10);
  });

  await t.test("no line of the log holds one", () => {
    const log = lines.join("\n");
    for (const secret of secrets) assert.ok(!log.includes(secret), `the log holds ${secret}`);
  });

  await t.test("no refusal repeats one", () => {
    for (const secret of secrets) {
      assert.ok(!refusals.some((body) => body.includes(secret)), `a refusal holds ${secret}`);
    }
  });

  await t.test("the files of the database hold none in the clear, in no encoding", () => {
    const names = readdirSync(directory).filter((name) => name.startsWith("run.sqlite"));
    const bytes = Buffer.concat(names.map((name) => readFileSync(join(directory, name))));
    assert.ok(bytes.includes("chooser"), "the files are the right ones");
    for (const secret of secrets) {
      const forms = [Buffer.from(secret), Buffer.from(secret, "base64url")];
      for (const form of forms)
        assert.ok(form.length < 12 || !bytes.includes(form), `the disk holds ${secret}`);
    }
  });
});

test("a private key in a client's jwks is neither stored nor returned", async () => {
  const dsn = `sqlite://${join(directory, "mistake.sqlite")}`;
  const { latchkey } = await startTestServer({ dsn });
  const { keys } = await latchkey.createJsonWebKeySet({ set: "source", body: { alg: "ES256" } });
  const body = {
    client_id: "photos",
    token_endpoint_auth_method: "private_key_jwt",
    jwks: { keys },
  };
  const reply = await latchkey.call("createOAuth2Client", { body });
  const { d = "" } = keys[0] ?? {};
  assert.ok(d !== "" && !JSON.stringify(reply.body).includes(d));
  assert.ok(!JSON.stringify(await latchkey.listOAuth2Clients()).includes(d));
  const names = readdirSync(directory).filter((name) => name.startsWith("mistake.sqlite"));
  assert.ok(!names.some((name) => readFileSync(join(directory, name)).includes(d)));
});

/** Requests that fail, each with a secret in it where a careless server would repeat it. */
function mistakes(secrets: ReadonlySet<string>, secret: string): [string, RequestInit][] {
  const post = (
    listener: string,
    path: string,
    type: string,
    body: string,
    authorization?: string,
  ): [string, RequestInit] => [
    `http://${listener}.test${path}`,
    {
      method: "POST",
      headers: { "Content-Type": type, ...(authorization && { Authorization: authorization }) },
      body,
    },
  ];
  const form = "application/x-www-form-urlencoded";
  const json = "application/json";
  const [token = ""] = [...secrets].filter((text) => text.startsWith("lk_at_"));
  return [
    post("public", "/oauth2/token", form, `client_id=photos&client_secret=${secret}`),
    post(
      "public",
      "/oauth2/token",
      form,
      `grant_type=client_credentials&client_id=photos&client_secret=${secret}`,
    ),
    post("public", "/oauth2/token", form, "grant_type=password", basic("photos", secret)),
    post(
      "public",
      "/oauth2/token",
      form,
      "grant_type=client_credentials&scope=x",
      basic("photos", secret),
    ),
    post("public", "/oauth2/token", json, JSON.stringify({ client_secret: secret })),
    post(
      "public",
      "/oauth2/token",
      form,
      `grant_type=client_credentials&client_id=photos&client_assertion=${token}`,
    ),
    post(
      "public",
      "/oauth2/revoke",
      form,
      `token=${token}&token=${token}`,
      basic("photos", secret),
    ),
    post("public", "/oauth2/revoke", form, `token=${token}`, `Bearer ${token}`),
    post("admin", "/oauth2/introspect", form, `token=${token}&scope=%22`),
    post("admin", "/clients", json, JSON.stringify({ client_id: "photos", client_secret: CHOSEN })),
    post("admin", "/clients", json, JSON.stringify({ client_secret: [secret] })),
    post("admin", "/clients", json, `{"client_secret":"${secret}"`),
    post("admin", "/keys/mail", json, JSON.stringify({ alg: "none", k: secret })),
    [`http://public.test/nowhere?access_token=${token}`, {}],
    [`http://admin.test/oauth2/tokens?client_secret=${secret}`, { method: "DELETE" }],
  ];
}
