import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { after, describe, it } from "node:test";
import { promisify } from "node:util";
import { commandNames } from "./commands.ts";
import { isSettingVariable, problemsOf, read, root } from "./files.ts";

const dockerfile = read("deploy/docker/Dockerfile").replaceAll("\\\n", " ");
const lines = (instruction: string): string[] =>
  [...dockerfile.matchAll(new RegExp(`^${instruction} (.+)$`, "gm"))].map(([, rest = ""]) => rest);

describe("the Dockerfile", () => {
  it("runs the Node that the repository names", () => {
    const version = read(".node-version").trim();
    const bases = lines("FROM").map((line) => line.split(" ")[0]);
    assert.deepEqual(bases, [`node:${version}-slim`, `node:${version}-slim`]);
  });

  it("copies what is there, and its ignore file lets that through", () => {
    const ignored = read("deploy/docker/Dockerfile.dockerignore").split("\n");
    const sources = lines("COPY")
      .filter((line) => !line.startsWith("--from"))
      .flatMap((line) => line.split(/\s+/).slice(0, -1));
    assert.ok(sources.length >= 6, "this test looked at nothing");
    for (const source of sources) {
      assert.ok(existsSync(join(root, source)), `${source} is not there`);
      assert.ok(ignored.includes(`!${source}`), `${source} is ignored`);
    }
  });

  it("starts a command that exists, as somebody who is not root", () => {
    const [entry = ""] = lines("ENTRYPOINT");
    const [script = ""] = /"([^"]+\.js)"/.exec(entry)?.slice(1) ?? [];
    assert.ok(existsSync(join(root, script)), entry);
    assert.ok(commandNames.has(/"(.+)"/.exec(lines("CMD")[0] ?? "")?.[1] ?? ""));
    assert.deepEqual(lines("USER"), ["node"]);
  });

  it("sets only what the server reads, and leaves the issuer for the operator to say", () => {
    const pairs = [
      ...lines("ENV")
        .join(" ")
        .matchAll(/(\w+)=(\S+)/g),
    ];
    const env = Object.fromEntries(pairs.map(([, name = "", value = ""]) => [name, value]));
    const strangers = Object.keys(env).filter((name) => !isSettingVariable(name));
    assert.deepEqual(strangers, ["NODE_ENV"]);
    assert.match(problemsOf({ env }).join("\n"), /^urls\.self\.issuer must begin with https:/);
    assert.deepEqual(problemsOf({ env: { ...env, URLS_SELF_ISSUER: "https://id.example" } }), []);
  });
});

describe("the health check of the image", () => {
  let healthy = true;
  const server = createServer((request, response) => {
    response.writeHead(healthy && request.url === "/health/alive" ? 200 : 503).end();
  });
  after(() => server.close());

  it("says yes to a server that answers, and no to one that does not", async () => {
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const address = server.address();
    const port = typeof address === "object" ? String(address?.port) : "";
    assert.equal(await exitCodeOf(port), 0);
    healthy = false;
    assert.equal(await exitCodeOf(port), 1);
  });
});

async function exitCodeOf(port: string): Promise<unknown> {
  const script = join(root, "deploy/docker/health.ts");
  try {
    await promisify(execFile)(process.execPath, [script, port]);
    return 0;
  } catch (error) {
    return error instanceof Error && "code" in error ? error.code : error;
  }
}
