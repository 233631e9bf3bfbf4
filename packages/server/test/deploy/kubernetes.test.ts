import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";
import { operations } from "@latchkey/api";
import { commandNames } from "./commands.ts";
import {
  isSettingVariable,
  problemsOf,
  read,
  readYaml,
  root,
  stopSeconds,
  type Tree,
} from "./files.ts";

const folder = "deploy/kubernetes";
const kustomizations = ["base", "monitoring", "example"].map((name) => `${folder}/${name}`);
const objects = kustomizations.flatMap(objectsOf);
const server = find("Deployment", "latchkey").at("spec", "template");
const migration = find("Job", "latchkey-migrate").at("spec", "template");

/** What the Secret `latchkey` holds; its names are in the settings' first line. */
const secret = {
  DSN: "postgres://latchkey@db/latchkey",
  SECRETS_SYSTEM: "a secret of the test",
  SERVE_ADMIN_API_KEYS: `read+write:${"a".repeat(43)}`,
};

describe("deploy/kubernetes", () => {
  it("has settings that a server starts with, given the Secret", () => {
    for (const name of ["base", "example"]) {
      const files = { "latchkey.yml": read(`${folder}/${name}/latchkey.yml`) };
      assert.deepEqual(problemsOf({ files, env: secret }), [], name);
    }
  });

  it("kills no pod that stops, and drains it for longer than its probe takes to notice", () => {
    const { value: grace } = server.at("spec", "terminationGracePeriodSeconds");
    const probe = server.at("spec", "containers", 0, "readinessProbe");
    for (const name of ["base", "example"]) {
      const settings = read(`${folder}/${name}/latchkey.yml`);
      assert.ok(Number(grace) > stopSeconds({ "latchkey.yml": settings }), name);
      const [, drain] = /drain_delay: (\d+)s/.exec(settings) ?? [];
      assert.ok(Number(drain) > Number(probe.at("periodSeconds").value), name);
    }
  });

  it("says what belongs into the Secret, and nothing else does", () => {
    const [first = ""] = read(`${folder}/base/latchkey.yml`).split("\n");
    assert.deepEqual(first.match(/\b[A-Z][A-Z_]{2,}\b/g), Object.keys(secret));
    assert.deepEqual(
      Object.keys(secret).filter((name) => !isSettingVariable(name)),
      [],
    );
  });

  it("runs commands that exist, with the settings that are mounted", () => {
    for (const pod of [server, migration]) {
      const container = pod.at("spec", "containers", 0);
      const words = container.at("args").items.map(({ text }) => text);
      const at = words.indexOf("-c");
      assert.ok(commandNames.has(words.slice(0, at).join(" ")), words.join(" "));
      const path = container.at("volumeMounts", 0, "mountPath").text;
      assert.equal(words[at + 1], `${path}/latchkey.yml`);
    }
  });

  it("writes only to /tmp, as an unprivileged user", () => {
    for (const pod of [server, migration]) {
      const context = pod.at("spec", "containers", 0, "securityContext");
      assert.equal(pod.at("spec", "securityContext", "runAsNonRoot").value, true);
      assert.equal(context.at("readOnlyRootFilesystem").value, true);
      assert.equal(context.at("allowPrivilegeEscalation").value, false);
    }
  });

  it("asks for paths that the server answers under", () => {
    const paths = new Set<string>(Object.values(operations).map(({ path }) => path));
    const container = server.at("spec", "containers", 0);
    const probes = ["startupProbe", "livenessProbe", "readinessProbe"];
    for (const probe of probes) assert.ok(paths.has(container.at(probe, "httpGet", "path").text));
    const scraped = find("ServiceMonitor", "latchkey").at("spec", "endpoints", 0, "path").text;
    assert.equal(scraped, "/metrics/prometheus");
  });

  it("selects its own pods with every selector", () => {
    const labels = server.at("metadata", "labels");
    const selectors = [
      find("Deployment", "latchkey").at("spec", "selector", "matchLabels"),
      find("Service", "latchkey-public").at("spec", "selector"),
      find("Service", "latchkey-admin").at("spec", "selector"),
      find("PodDisruptionBudget", "latchkey").at("spec", "selector", "matchLabels"),
      find("NetworkPolicy", "latchkey").at("spec", "podSelector", "matchLabels"),
      find("NetworkPolicy", "latchkey-monitoring").at("spec", "podSelector", "matchLabels"),
    ];
    for (const selector of selectors) {
      assert.ok(selector.entries.length > 0, "an empty selector selects everything");
      for (const [name, value] of selector.entries) assert.equal(labels.at(name).text, value.text);
    }
    const scraped = find("ServiceMonitor", "latchkey").at("spec", "selector", "matchLabels");
    assert.deepEqual(
      scraped.value,
      find("Service", "latchkey-admin").at("metadata", "labels").value,
    );
  });

  it("lets the internet to the public listener alone", () => {
    const backend = find("Ingress", "latchkey").at(
      "spec",
      "rules",
      0,
      "http",
      "paths",
      0,
      "backend",
    );
    assert.equal(backend.at("service", "name").text, "latchkey-public");
    const ports = find("Service", "latchkey-public").at("spec", "ports").items;
    assert.deepEqual(
      ports.map((port) => port.at("targetPort").text),
      ["public"],
    );
  });
});

/** The objects that a kustomization lists. Every file that it names must be there. */
function objectsOf(path: string): readonly Tree[] {
  const [kustomization] = readYaml(`${path}/kustomization.yml`);
  const names = (field: string): string[] =>
    (kustomization?.at(field).items ?? []).map(({ text }) => text);
  const generated = kustomization?.at("configMapGenerator", 0, "files").items ?? [];
  for (const name of [
    ...names("resources"),
    ...names("components"),
    ...generated.map((file) => file.text),
  ]) {
    assert.ok(existsSync(join(root, path, name)), `${path} names ${name}`);
  }
  const files = names("resources").filter((name) => name.endsWith(".yml"));
  return files.flatMap((name) => readYaml(`${path}/${name}`));
}

function find(kind: string, name: string): Tree {
  const found = objects.find((object) => {
    return object.at("kind").text === kind && object.at("metadata", "name").text === name;
  });
  assert.ok(found !== undefined, `there is no ${kind} ${name}`);
  return found;
}
