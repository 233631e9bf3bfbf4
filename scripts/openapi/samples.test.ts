import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { describe, it } from "node:test";
import { operationIds } from "@latchkey/api";
import { openApiJson, type OpenApiDocument } from "@latchkey/openapi";
import { samples } from "../../packages/openapi/src/page/samples.js";
import { programOf } from "../../packages/server/test/support/programs.ts";
import { readContract } from "./contract.ts";
import { operationsIn, sampleRequestFor } from "./sample-request.ts";
import { sdkExampleOf } from "./sdk-example.ts";
import { readSdkExports, type SdkPackage, sdkPackages } from "./sdk-packages.ts";
import { type Exported, root } from "./sdk.ts";

const document: OpenApiDocument = JSON.parse(openApiJson);
const contract = readContract();
const requests = operationsIn(document).map((placed) => ({
  group: placed.operation.tags[0],
  request: sampleRequestFor(placed, document),
}));
const written = (language: string, some = requests): readonly string[] =>
  some.map(({ request }) => samples[language]?.(request) ?? "");
/** Those that are run: a process for each takes time. */
const run = requests.filter(({ group }) =>
  ["clients", "tokens", "workspace_api"].includes(group ?? ""),
);

describe("a code sample of every operation", () => {
  it("in TypeScript, with and without the SDK, compiles", () => {
    assert.ok(requests.length > 110, "no operations were found");
    const calls = operationIds.map((id) => sdkExampleOf(id, contract));
    const sdk = [sdkPackages.client.setup, ...calls.map((call) => `{\n${call}\n}`)].join("\n");
    const plain = written("TypeScript").map((sample) => `{\n${sample}\n}`);
    const files = { "sdk.ts": complete(sdk), "plain.ts": `export {};\n${plain.join("\n")}` };
    assert.equal(compile(files), "");
  });

  it("and every example of the SDKs, compiles", () => {
    const exported = readSdkExports();
    const files = Object.values(sdkPackages).flatMap((one: SdkPackage) =>
      one.modules
        .flatMap(({ source }) => exported[source].flatMap(examplesOf))
        .map((example) => complete(withSetup(example, one))),
    );
    assert.ok(files.length > 40, "no examples were found");
    const named = files.map((text, index) => [`example-${index}.ts`, text] as const);
    assert.equal(compile(Object.fromEntries(named)), "");
  });

  it("in curl sends the request that it describes", async () => {
    const all = written("curl").join("\n");
    assert.equal(spawnSync("sh", ["-n"], { input: all, encoding: "utf8" }).stderr, "");
    const received: string[] = [];
    const server = createServer((request, response) => {
      received.push(`${request.method} ${request.url}`);
      request.resume().on("end", () => response.end());
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const address = server.address();
    const port = typeof address === "object" ? address?.port : undefined;
    const script = written("curl", run)
      .map((line) => line.replace(/127\.0\.0\.1:444[45]/, `127.0.0.1:${port}`))
      .map((line) => line.replace("curl ", "curl --silent --max-time 60 "))
      .join("\n");
    const shell = spawn("sh", ["-eu"], { stdio: ["pipe", "ignore", "inherit"], env: VARIABLES });
    shell.stdin.end(script);
    const [code] = await once(shell, "exit");
    server.close();
    assert.equal(code, 0);
    const described = run.map(({ request: { method, url } }) => {
      const { pathname, search } = new URL(url);
      return `${method} ${pathname}${search}`;
    });
    assert.deepEqual(received, described);
  });

  const parsers: readonly (readonly [string, string, readonly string[]])[] = [
    [
      "Python",
      "python3",
      ["-c", "import ast, sys\nfor one in sys.stdin.read().split('\\0'): ast.parse(one)"],
    ],
  ];
  for (const [language, command, words] of parsers) {
    it(`in ${language} is well formed`, () => {
      const input = written(language).join("\0");
      const { stderr } = spawnSync(programOf(command), words, { input, encoding: "utf8" });
      assert.equal(stderr, "");
    });
  }

  it("in Go is well formed", () => {
    const files = written("Go").map((text, index) => [`sample${index}.go`, text] as const);
    withFiles(Object.fromEntries(files), (folder) => {
      const { stderr } = spawnSync(programOf("gofmt"), ["-e", "-l", folder], { encoding: "utf8" });
      assert.equal(stderr, "");
    });
  });
});

function examplesOf({ examples, members }: Exported): readonly string[] {
  return [...examples, ...members.flatMap((member) => member.examples)];
}

function withSetup(example: string, { setup, variable }: SdkPackage): string {
  const isComplete = new RegExp(`\\b(?:const|using) ${variable} =`).test(example);
  return isComplete ? example : `${setup}\n${example}`;
}

/** A module in which the names in capitals, which stand for values of the reader, are strings. */
function complete(code: string): string {
  const names = new Set(code.match(/(?<=[({ ,])(?:[A-Z]+_[A-Z_]+|CODE)(?=[)},\n ])/g));
  return (
    [...names].map((name) => `declare const ${name}: string;\n`).join("") + `${code}\nexport {};\n`
  );
}

const VARIABLES = {
  PATH: process.env["PATH"],
  ...Object.fromEntries(
    ["LATCHKEY_API_KEY", "BASIC_CREDENTIALS", "ACCESS_TOKEN", "WORKSPACE_ACCESS_TOKEN"]
      .concat("INITIAL_ACCESS_TOKEN", "REGISTRATION_ACCESS_TOKEN", "TOKEN", "CLIENT_SECRET")
      .map((name) => [name, "a-value"]),
  ),
};

function compile(files: Readonly<Record<string, string>>): string {
  return withFiles(files, (folder) => {
    const config = {
      extends: join(root, "tsconfig.json"),
      compilerOptions: { noUnusedLocals: false }, // A sample does not use its result.
      include: ["."],
      exclude: [],
    };
    writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(config));
    const compiler = join(root, "node_modules/typescript/bin/tsc");
    return spawnSync(process.execPath, [compiler, "-p", folder], { encoding: "utf8" }).stdout;
  });
}

/** Within the repository, so that packages are found. */
function withFiles<T>(files: Readonly<Record<string, string>>, use: (folder: string) => T): T {
  mkdirSync(join(root, "dist"), { recursive: true });
  const folder = mkdtempSync(join(root, "dist/samples-"));
  try {
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
    return use(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
