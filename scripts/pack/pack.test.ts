import assert from "node:assert/strict";
import { execFileSync, spawn, type StdioOptions } from "node:child_process";
import { once } from "node:events";
import {
  cpSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { createInterface } from "node:readline";
import { basename, delimiter, join } from "node:path";
import { after, before, describe, it } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { publint } from "publint";
import { formatMessage } from "publint/utils";
import { loadYaml } from "../../packages/server/src/config/yaml.ts";
import { freePorts } from "../../packages/server/test/processes/free-ports.ts";
import { readManifest } from "./manifest.ts";
import { packAll } from "./pack-all.ts";
import { budgets } from "./sizes.ts";

const root = join(import.meta.dirname, "../..");
const binaries = join(root, "node_modules/.bin");
// With NODE_TEST_CONTEXT, Node would run no tests within this one.
const { NODE_TEST_CONTEXT: _, ...inherited } = process.env;
const environment = { ...inherited, PATH: [binaries, inherited["PATH"]].join(delimiter) };
const manifests = readdirSync(join(root, "packages")).map((folder) =>
  readManifest(join(root, "packages", folder)),
);

describe("a project that installs the packages", () => {
  const dist = join(root, "dist");
  mkdirSync(dist, { recursive: true });
  const tarballFolder = mkdtempSync(join(dist, "test-"));
  let tarballs: readonly string[] = [];
  const home = mkdtempSync(join(tmpdir(), "latchkey-consumer-"));
  after(() => {
    rmSync(tarballFolder, { recursive: true });
    rmSync(home, { recursive: true });
  });

  before(() => {
    tarballs = packAll(tarballFolder).map((name) => join(tarballFolder, name));
    assert.equal(tarballs.length, manifests.length);
    writeFileSync(join(home, "package.json"), '{ "private": true, "type": "module" }');
    const others = templateDependencies().map(([name, version]) => `${name}@${version}`);
    run("npm", "install", "--no-audit", "--no-fund", "--prefer-offline", ...tarballs, ...others);
    cpSync(join(import.meta.dirname, "consumer"), home, { recursive: true });
  });

  it("gets built files only, with a licence and a README", () => {
    for (const { name } of manifests) {
      const files = readdirSync(join(home, "node_modules", name), { recursive: true }).map(String);
      for (const file of ["LICENSE", "README.md", "package.json"]) assert.ok(files.includes(file));
      const sources = files.filter(
        (file) => /(?<!\.d)\.ts$|^src|\.test\./.test(file) && !file.startsWith("templates"),
      );
      assert.deepEqual(sources, [], name);
    }
  });

  it("downloads no more than the budget of each package", () => {
    for (const { name, version } of manifests) {
      const file = `${name.replace("@", "").replace("/", "-")}-${version}.tgz`;
      const tarball = tarballs.find((path) => basename(path) === file);
      const packed_kb = statSync(tarball ?? file).size / 1000;
      const budget = budgets[name]?.packed_kb ?? 0;
      assert.ok(packed_kb <= budget, `${name} has ${packed_kb} kB packed; its budget is ${budget}`);
    }
  });

  it("sees what each package is, and where it comes from", () => {
    for (const { name } of manifests) {
      const { description, keywords, license, type } = readManifest(
        join(home, "node_modules", name),
      );
      assert.ok(description !== undefined && (keywords?.length ?? 0) > 2, name);
      assert.deepEqual([license, type], ["MIT", "module"], name);
    }
  });

  it("sees which Node the server and the commands need", () => {
    for (const name of [
      "@latchkey/identity",
      "@latchkey/server",
      "@latchkey/workspace",
      "@latchkey/opentelemetry",
      "@latchkey/pkcs11",
      "create-latchkey",
      "latchkey",
    ]) {
      const { engines } = JSON.parse(
        readFileSync(join(home, "node_modules", name, "package.json"), "utf8"),
      );
      assert.deepEqual(engines, { node: ">=24.7" }, name);
    }
  });

  it("can run the command", () => {
    const output = run(join(home, "node_modules/.bin/latchkey"), "version");
    assert.match(output, new RegExp(`^latchkey v${readManifest(root).version} `));
  });

  it("can run a server with the console and with traces, in an empty folder", async () => {
    const folder = join(home, "empty");
    mkdirSync(folder);
    const flags = ["serve.public.port=0", "serve.admin.port=0", "tracing.sampling_ratio=0"];
    const server = spawn(
      join(home, "node_modules/.bin/latchkey"),
      [
        "serve",
        ...[...flags, "tracing.otlp_endpoint=http://127.0.0.1:1"].map((flag) => `--${flag}`),
      ],
      { cwd: folder, env: environment, stdio: ["ignore", "pipe", "inherit"] },
    );
    const exited = once(server, "exit");
    let admin_url = "";
    for await (const line of createInterface(server.stdout)) {
      admin_url = JSON.parse(line).admin_url ?? admin_url;
      if (admin_url !== "") break;
    }
    const consolePage = await fetch(`${admin_url}/console/`);
    assert.equal(consolePage.status, 200);
    assert.match(await consolePage.text(), /<script type="module"/);
    server.kill();
    assert.deepEqual(await exited, [0, null]);
    assert.deepEqual(readdirSync(folder), ["data"]);
  });

  it("can start a server and call it through both clients, in plain JavaScript", () => {
    assert.equal(run("node", "run.js"), "all is well\n");
  });

  it("compiles against the types of the packages", () => {
    run(join(binaries, "tsc"), "-p", "browser");
    run(join(binaries, "tsc"), "-p", "server", "--typeRoots", join(root, "node_modules/@types"));
  });

  it("passes publint", async () => {
    for (const { name } of manifests) {
      const pkgDir = join(home, "node_modules", name);
      const { messages, pkg } = await publint({
        pkgDir,
        strict: true,
        level: "warning",
        pack: false,
      });
      assert.deepEqual(
        messages.map((message) => `${name}: ${formatMessage(message, pkg)}`),
        [],
      );
    }
  });

  describe("creates a project, which finds its dependencies in the folder above, of the kind", () => {
    for (const [kind, path, status] of [
      ["web", "/", 200],
      ["spa", "/", 200],
      ["api", "/photos", 401],
      ["machine", "/photos", 401],
      ["mcp", "/mcp", 401],
      ["login-app", "/", 404],
    ] as const) {
      it(kind, async () => {
        const folder = join(home, kind);
        run(join(home, "node_modules/.bin/create-latchkey"), kind, "--kind", kind);
        const compose = loadYaml().parse(readFileSync(join(folder, "compose.yml"), "utf8"));
        assert.deepEqual(
          [compose.name, Object.keys(compose.services)],
          [kind, ["app", "postgres"]],
        );
        runIn(folder, join(binaries, "tsc"));
        assert.match(runIn(folder, "npm", "test"), /\bpass [1-9]/);
        assert.equal(await statusWhileRunning(folder, path), status);
      });
    }
  });

  /** `npm run dev`, on free ports, until it responds. */
  async function statusWhileRunning(folder: string, path: string): Promise<number> {
    const [port, public_port] = await freePorts();
    const env = {
      ...environment,
      PORT: String(port),
      SERVE_PUBLIC_PORT: String(public_port),
      SERVE_ADMIN_PORT: "0",
      URLS_SELF_ISSUER: `http://127.0.0.1:${public_port}`,
    };
    const words = readManifest(folder).scripts?.["dev"]?.split(" ").slice(1) ?? [];
    const stdio: StdioOptions = ["ignore", "pipe", "inherit"];
    const project = spawn("node", words, { cwd: folder, env, stdio });
    const exited = once(project, "exit");
    for await (const line of createInterface(project.stdout ?? process.stdin))
      if (line.includes(`:${port}`)) break;
    const status = await statusOf(
      `http://127.0.0.1:${port}${path}`,
      () => project.exitCode === null,
    );
    project.kill();
    assert.deepEqual(await exited, [0, null]);
    return status;
  }

  /** The status of a response, which may take attempts on a busy machine. */
  async function statusOf(url: string, isRunning: () => boolean): Promise<number> {
    for (const giveUpAt = performance.now() + 60_000; ;) {
      try {
        return (await fetch(url, { signal: AbortSignal.timeout(10_000) })).status;
      } catch (error) {
        if (!isRunning() || performance.now() > giveUpAt) throw error;
        await pause(100);
      }
    }
  }

  function run(command: string, ...words: string[]): string {
    return runIn(home, command, ...words);
  }

  function runIn(cwd: string, command: string, ...words: string[]): string {
    try {
      return execFileSync(command, words, { cwd, encoding: "utf8", env: environment });
    } catch (error) {
      const { stdout, stderr } = Object(error);
      throw new Error(`${command} ${words[0]} failed:\n${stdout}${stderr}`, { cause: error });
    }
  }
});

it("templates have the versions of other packages that this repository is tested with", () => {
  const tested = Object.assign(
    {},
    ...["package.json", ...globSync("examples/*/package.json", { cwd: root })].map((path) => {
      const { dependencies, devDependencies } = readManifest(join(root, path, ".."));
      return { ...dependencies, ...devDependencies };
    }),
  );
  for (const [name, version] of templateDependencies())
    assert.equal(version, `^${tested[name]}`, name);
});

/** The third-party packages of all templates. Compiler and Node are those of this repository. */
function templateDependencies(): readonly (readonly [name: string, version: string])[] {
  const manifestsOfTemplates = globSync("packages/create-latchkey/templates/*/package.json", {
    cwd: root,
  }).map((path) => readManifest(join(root, path, "..")));
  const all = manifestsOfTemplates.flatMap(({ dependencies, devDependencies }) =>
    Object.entries({ ...dependencies, ...devDependencies }),
  );
  const foreign = new Map(all.filter(([name]) => !/latchkey|^(?:typescript|node)$/.test(name)));
  return [...foreign];
}

it("all packages have one version, and ask for that version of one another", () => {
  const { version } = readManifest(root);
  for (const { name, version: own, dependencies, peerDependencies } of manifests) {
    assert.equal(own, version, name);
    const ours = Object.entries({ ...dependencies, ...peerDependencies }).filter(([other]) =>
      other.startsWith("@latchkey/"),
    );
    for (const [other, wanted] of ours) assert.equal(wanted, version, `${name} asks for ${other}`);
  }
});
