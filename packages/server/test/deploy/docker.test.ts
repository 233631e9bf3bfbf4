import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { after, describe, it } from "node:test";
import { promisify } from "node:util";
import { commandNames } from "./commands.ts";
import { problemsOf, read, root } from "./files.ts";

const dockerfile = read("deploy/docker/Dockerfile").replaceAll("\\\n", " ");
const lines = (instruction: string): string[] =>
  [...dockerfile.matchAll(new RegExp(`^${instruction} (.+)$`, "gm"))].map(([, rest = ""]) => rest);

describe("the Dockerfile", () => {
  it("runs the Node that the repository names", () => {
    const version = read(".node-version").trim();
    const bases = lines("FROM").map((line) => line.split(" ")[0]);
    assert.deepEqual([...new Set(bases)], [`node:${version}-slim`]);
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

  it("starts a command that exists, as a user that is not root", () => {
    const words = [...lines("ENTRYPOINT"), ...lines("CMD")].flatMap((line) => {
      return [...line.matchAll(/"([^"]+)"/g)].map(([, word = ""]) => word);
    });
    for (const path of words.filter((word) => word.startsWith("/"))) {
      assert.ok(existsSync(path.replace("/opt/latchkey", root)), path);
    }
    assert.ok(commandNames.has(words[2] ?? ""), words.join(" "));
    assert.deepEqual(lines("USER"), ["node"]);
  });

  it("leaves the issuer for the operator to say, and then starts", () => {
    const files = { "latchkey.yml": read("deploy/docker/latchkey.yml") };
    assert.match(problemsOf({ files }).join("\n"), /^urls\.self\.issuer must begin with https:/);
    assert.deepEqual(problemsOf({ files, env: { URLS_SELF_ISSUER: "https://id.example" } }), []);
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
