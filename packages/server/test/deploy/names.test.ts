import assert from "node:assert/strict";
import { existsSync, globSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, it } from "node:test";
import { settings as composed } from "../../../cli/src/features.ts";
import { commandNames } from "./commands.ts";
import { read, readYaml, root } from "./files.ts";

const { environmentName, has: isSettingKey, keys } = composed;

const pages = ["alerts.md", "deploying.md", "operating.md", "errors.md", "metrics.md"];
const texts = [
  ...globSync("deploy/**/*", { cwd: root, exclude: (name) => name.endsWith(".env") }),
  ...pages.map((page) => `docs/${page}`),
].filter((path) => /\.\w+$|Caddyfile|Dockerfile/.test(path));

describe("what deploy/ and its pages speak of", () => {
  it("settings that there are", () => {
    const sections = [
      ...new Set(keys.filter((key) => key.includes(".")).map((key) => key.split(".")[0])),
    ];
    const shape = new RegExp(
      `(?<![\\w/.:@-])(?:${sections.join("|")})(?:\\.[a-z][a-z_0-9]*)+(?![\\w(/-])`,
      "g",
    );
    const named = texts.flatMap((path) =>
      [...read(path).matchAll(shape)].map(([name]) => ({ path, name })),
    );
    assert.ok(named.length > 40, "this test looked at nothing");
    const unknown = named.filter(
      ({ name }) =>
        !name.endsWith(".md") && // A page may be named as a section of the settings is.
        !isSettingKey(name) &&
        !keys.some((key) => key.startsWith(`${name}.`)),
    );
    assert.deepEqual(unknown, []);
  });

  it("variables that are read", () => {
    const known = [...keys.map(environmentName), ...openTelemetryVariables()];
    const shape =
      /\b(?:URLS|SERVE|SECRETS|TTL|OTEL|STRATEGIES|OAUTH2|OIDC|WORKSPACE)_[A-Z_0-9]+\b/g;
    const named = texts.flatMap((path) => read(path).match(shape) ?? []);
    assert.ok(named.length > 20, "this test looked at nothing");
    assert.deepEqual(
      named.filter((name) =>
        name.endsWith("_") ? !known.some((one) => one.startsWith(name)) : !known.includes(name),
      ),
      [],
    );
  });

  it("commands that there are", () => {
    const named = pages.flatMap((page) => [
      ...read(`docs/${page}`).matchAll(/latchkey(?:\.js)? ((?:(?:--)?[a-z][a-z-]+ ?){1,2})/g),
    ]);
    const heads = new Set([...commandNames].map((name) => name.split(" ")[0]));
    const known = named.filter(([, words = ""]) => heads.has(words.split(" ")[0]));
    assert.ok(known.length > 10, "this test looked at nothing");
    for (const [, words = ""] of known) {
      const [first = "", second = ""] = words.trim().split(" ");
      assert.ok(commandNames.has(first) || commandNames.has(`${first} ${second}`), words);
    }
  });

  it("files and headings that there are", () => {
    for (const page of pages) {
      const links = [...read(`docs/${page}`).matchAll(/\]\(([^)#:]*)(#[^)]+)?\)/g)];
      for (const [link, path = "", anchor = ""] of links) {
        const target = path === "" ? `docs/${page}` : join(dirname(`docs/${page}`), path);
        assert.ok(existsSync(join(root, target)), `${page}: ${link}`);
        if (anchor !== "")
          assert.ok(anchorsOf(target).includes(anchor.slice(1)), `${page}: ${link}`);
      }
    }
  });

  it("a Traefik whose routers lead to services and middlewares that it has", () => {
    const http = readYaml("deploy/proxies/traefik.yml")[0]?.at("http");
    for (const router of http?.at("routers").items ?? []) {
      assert.notEqual(http?.at("services", router.at("service").text).value, undefined);
      for (const { text } of router.at("middlewares").items) {
        assert.notEqual(http?.at("middlewares", text).value, undefined, text);
      }
    }
  });
});

function anchorsOf(path: string): readonly string[] {
  return [...read(path).matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\w\s-]/g, "")
      .replaceAll(" ", "-"),
  );
}

/** The variables that OpenTelemetry's SDK reads by itself, and those that we read for it. */
function openTelemetryVariables(): readonly string[] {
  const files = [
    ...globSync("node_modules/@opentelemetry/{resources,sdk-trace-base}/build/src/**/*.js", {
      cwd: root,
    }),
    ...globSync("packages/{opentelemetry,server}/src/{,telemetry/}*.ts", { cwd: root }),
  ];
  return files.flatMap((path) => read(path).match(/\bOTEL_[A-Z_]+\b/g) ?? []);
}
