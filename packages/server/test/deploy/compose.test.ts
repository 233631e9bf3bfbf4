import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, describe, it } from "node:test";
import { hashApiKey } from "../../src/crypto/api-key.ts";
import { commandNames } from "./commands.ts";
import {
  isSettingVariable,
  problemsOf,
  readYaml,
  read,
  root,
  stopSeconds,
  type Tree,
} from "./files.ts";

const [compose] = readYaml("deploy/compose/compose.yml");
const services = compose?.at("services").entries ?? [];
const secrets = prepare();
const imageSettings = read("deploy/docker/latchkey.yml");

describe("deploy/compose", () => {
  it("has settings that a server starts with, once the secrets are made", () => {
    const env = environmentOf(compose?.at("services", "latchkey"));
    assert.deepEqual(
      Object.keys(env).filter((name) => !isSettingVariable(name)),
      [],
    );
    assert.deepEqual(problemsOf({ files: { "latchkey.yml": imageSettings }, env }), []);
  });

  it("does not kill the server while it stops", () => {
    const grace = compose?.at("services", "latchkey", "stop_grace_period").text ?? "";
    assert.ok(Number.parseInt(grace) > stopSeconds({ "latchkey.yml": imageSettings }));
  });

  it("makes an API key that the settings know", () => {
    const [scopes, hash] = (secrets["SERVE_ADMIN_API_KEYS"] ?? "").split(":");
    assert.equal(scopes, "read+write");
    assert.equal(hash, hashApiKey(secrets["LATCHKEY_API_KEY"] ?? ""));
  });

  it("believes the network of the proxy about TLS, and no other", () => {
    const subnet = compose?.at("networks", "front", "ipam", "config", 0, "subnet").text;
    const believed = compose?.at("services", "latchkey", "environment");
    assert.equal(believed?.at("SERVE_TLS_ALLOW_TERMINATION_FROM").text, subnet);
  });

  it("runs commands and files that exist", () => {
    assert.ok(
      commandNames.has(
        (compose?.at("services", "migrate", "command").items ?? []).map(textOf).join(" "),
      ),
    );
    const [, app = ""] = (compose?.at("services", "login", "entrypoint").items ?? []).map(textOf);
    assert.ok(existsSync(app.replace("/opt/latchkey", root)), app);
    for (const [name, service] of services) {
      const file = service.at("build", "dockerfile").text;
      assert.ok(existsSync(join(root, file)), `${name}: ${file}`);
    }
  });

  it("builds each image once: two builds of one name, at the same time, fail", () => {
    const builders = services.filter(([, service]) => service.at("build").value !== undefined);
    assert.deepEqual(
      builders.map(([name, service]) => [name, service.at("image").text]),
      [["latchkey", "latchkey"]],
    );
    for (const [name, service] of services) {
      const isBuilt = service.at("image").text === "latchkey" && name !== "latchkey";
      assert.equal(service.at("pull_policy").text, isBuilt ? "never" : "", name);
    }
  });

  it("shows the internet nothing but the proxy", () => {
    const open = services.filter(([, service]) => service.at("ports").value !== undefined);
    assert.deepEqual(
      open.map(([name]) => name),
      ["proxy"],
    );
    assert.equal(compose?.at("networks", "back", "internal").value, true);
  });

  it("sends the login app's pages to the login app, and the pages are where the settings say", () => {
    const caddyfile = read("deploy/compose/Caddyfile");
    const env = environmentOf(compose?.at("services", "latchkey"));
    const pages = ["URLS_LOGIN", "URLS_CONSENT"].map((name) => new URL(env[name] ?? "").pathname);
    assert.ok(caddyfile.includes(`@login path ${pages.join(" ")}`));
  });
});

/** Runs prepare.sh twice in a folder of its own: the second time must change nothing. */
function prepare(): Readonly<Record<string, string>> {
  const folder = mkdtempSync(join(tmpdir(), "latchkey-compose-"));
  after(() => rmSync(folder, { recursive: true }));
  copyFileSync(join(root, "deploy/compose/prepare.sh"), join(folder, "prepare.sh"));
  const file = join(folder, ".env");
  execFileSync("sh", [join(folder, "prepare.sh")]);
  const made = readFileSync(file, "utf8");
  execFileSync("sh", [join(folder, "prepare.sh")]);
  assert.equal(readFileSync(file, "utf8"), made);
  assert.equal(statSync(file).mode & 0o777, 0o600);
  return Object.fromEntries(
    [...made.matchAll(/^(\w+)=(.+)$/gm)].map(([, name, value]) => [name, value]),
  );
}

/** A service's environment as compose would fill it in. */
function environmentOf(service: Tree | undefined): Readonly<Record<string, string>> {
  const pairs = service?.at("environment").entries ?? [];
  return Object.fromEntries(pairs.map(([name, value]) => [name, filledIn(value.text)]));
}

function filledIn(text: string): string {
  return text.replaceAll(/\$\{(\w+)(?::([-?])([^}]*))?\}/g, (_, name: string, kind, fallback) => {
    const value = secrets[name] ?? (kind === "-" ? String(fallback) : undefined);
    assert.ok(value !== undefined, `prepare.sh makes no ${name}`);
    return value;
  });
}

function textOf({ text }: Tree): string {
  return text;
}
