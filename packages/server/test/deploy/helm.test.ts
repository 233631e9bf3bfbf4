import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { parse, parseAllDocuments, stringify } from "yaml";
import { programOf } from "../support/programs.ts";
import { commandNames } from "./commands.ts";
import { problemsOf, read, readYaml, root, stopSeconds, type Tree, treeOf } from "./files.ts";

/** Objects are rendered by the template engine and the functions that Helm uses, and read with the types of Kubernetes. */
const chart = join(root, "deploy/helm/latchkey");
const directory = mkdtempSync(join(tmpdir(), "latchkey-helm-"));
const renderer = join(directory, "render-chart");
after(() => rmSync(directory, { recursive: true }));

const issuer = "https://id.example.com/auth";
const secret = {
  DSN: "postgres://latchkey@db/latchkey",
  SECRETS_SYSTEM: "a secret of the test",
  SERVE_ADMIN_API_KEYS: `read+write:${"a".repeat(43)}`,
};

/** Every part that may be enabled, and every list with an entry. */
const everything = {
  issuer,
  ingress: { enabled: true, annotations: { "cert-manager.io/cluster-issuer": "letsencrypt" } },
  autoscaling: { enabled: true },
  serviceMonitor: { enabled: true },
  networkPolicy: { extraEgress: [{ ports: [{ port: 8443 }] }] },
  settings: { ttl: { access_token: "15m" }, serve: { limits: { drain_delay: "12s" } } },
  imagePullSecrets: [{ name: "registry" }],
  podAnnotations: { "example.com/team": "identity" },
  podLabels: { team: "identity" },
  nodeSelector: { "kubernetes.io/arch": "arm64" },
  tolerations: [{ key: "dedicated", operator: "Exists" }],
  affinity: { nodeAffinity: {} },
  priorityClassName: "high",
};

describe("deploy/helm", () => {
  before(() => {
    const folder = join(import.meta.dirname, "render-chart");
    execFileSync(programOf("go"), ["build", "-o", renderer, "."], {
      cwd: folder,
      stdio: ["ignore", "ignore", "inherit"],
      timeout: 400_000,
    });
  });

  it("makes the objects of the kustomize base, and no others, with an issuer alone", () => {
    const names = ["deployment", "services", "migration", "network-policy", "disruption-budget"];
    const base = names.flatMap((name) => readYaml(`deploy/kubernetes/base/${name}.yml`));
    // Two more: the settings, which kustomize generates, and their copy for the migration.
    assert.deepEqual(
      kindsOf(render({ issuer })),
      [...kindsOf(base), "ConfigMap", "ConfigMap"].toSorted(),
    );
  });

  it("runs the containers that the kustomize base runs", () => {
    const base = readYaml("deploy/kubernetes/base/deployment.yml")[0];
    const rendered = find(render({ issuer }), "Deployment");
    const containerOf = (object: Tree | undefined) =>
      object?.at("spec", "template", "spec", "containers", 0).value;
    const expected = { ...Object(containerOf(base)), image: "latchkey:0.2.0" };
    const { imagePullPolicy, ...container } = Object(containerOf(rendered));
    assert.deepEqual(container, expected);
    assert.equal(imagePullPolicy, "IfNotPresent");
  });

  it("has settings that a server starts with, those of the values over its own", () => {
    for (const values of [{ issuer }, everything]) {
      const files = { "latchkey.yml": settingsOf(render(values)) };
      assert.deepEqual(problemsOf({ files, env: secret }), []);
    }
    const settings = treeOf(parse(settingsOf(render(everything))));
    assert.equal(settings.at("urls", "self", "issuer").text, issuer);
    assert.equal(settings.at("ttl", "access_token").text, "15m");
    assert.equal(settings.at("serve", "limits", "drain_delay").text, "12s");
    assert.equal(settings.at("serve", "public", "host").text, "0.0.0.0");
  });

  it("migrates before an upgrade with the settings that servers get", () => {
    const objects = render(everything);
    const maps = objects.filter((object) => object.at("kind").text === "ConfigMap");
    const [one, other] = maps.map((map) => map.at("data", "latchkey.yml").text);
    assert.equal(one, other);
    const job = find(objects, "Job");
    assert.equal(job.at("metadata", "annotations", "helm.sh/hook").text, "pre-install,pre-upgrade");
    const words = job.at("spec", "template", "spec", "containers", 0, "args").items;
    assert.ok(
      commandNames.has(
        words
          .slice(0, 2)
          .map(({ text }) => text)
          .join(" "),
      ),
    );
    assert.equal(kindsOf(render({ issuer, migration: { enabled: false } })).includes("Job"), false);
  });

  it("kills no pod that stops, and restarts pods when a setting changes", () => {
    const [one, other] = [render({ issuer }), render(everything)].map((objects) => ({
      pod: find(objects, "Deployment").at("spec", "template"),
      settings: settingsOf(objects),
    }));
    for (const { pod, settings } of [one, other].filter((each) => each !== undefined)) {
      const { value: grace } = pod.at("spec", "terminationGracePeriodSeconds");
      assert.ok(Number(grace) > stopSeconds({ "latchkey.yml": settings }));
    }
    const checksumOf = (each: typeof one) =>
      each?.pod.at("metadata", "annotations", "checksum/settings").text;
    assert.match(checksumOf(one) ?? "", /^[0-9a-f]{64}$/);
    assert.notEqual(checksumOf(one), checksumOf(other));
  });

  it("selects its own pods with every selector, and those of no other release", () => {
    const objects = render(everything);
    const labels = find(objects, "Deployment").at("spec", "template", "metadata", "labels");
    const selectors = [
      find(objects, "Deployment").at("spec", "selector", "matchLabels"),
      find(objects, "Service", "latchkey-public").at("spec", "selector"),
      find(objects, "Service", "latchkey-admin").at("spec", "selector"),
      find(objects, "PodDisruptionBudget").at("spec", "selector", "matchLabels"),
      find(objects, "NetworkPolicy").at("spec", "podSelector", "matchLabels"),
    ];
    for (const selector of selectors) {
      assert.equal(selector.at("app.kubernetes.io/instance").text, "latchkey");
      for (const [name, value] of selector.entries) assert.equal(labels.at(name).text, value.text);
    }
    const admin = find(objects, "Service", "latchkey-admin").at("metadata", "labels");
    const scraped = find(objects, "ServiceMonitor").at("spec", "selector", "matchLabels");
    for (const [name, value] of scraped.entries) assert.equal(admin.at(name).text, value.text);
  });

  it("lets the internet to the public listener alone, by the host of the issuer", () => {
    const ingress = find(render(everything), "Ingress");
    const rule = ingress.at("spec", "rules", 0);
    assert.equal(rule.at("host").text, "id.example.com");
    const backend = rule.at("http", "paths", 0, "backend", "service");
    assert.equal(backend.at("name").text, "latchkey-public");
  });

  it("leaves the number of pods to the autoscaler where there is one", () => {
    const deployment = find(render(everything), "Deployment");
    assert.equal(deployment.at("spec", "replicas").value, undefined);
    const scaled = find(render(everything), "HorizontalPodAutoscaler").at("spec", "scaleTargetRef");
    assert.equal(scaled.at("name").text, deployment.at("metadata", "name").text);
  });

  it("refuses to be installed without an issuer", () => {
    const { status, stderr } = run({});
    assert.equal(status, 1);
    assert.match(stderr, /Set issuer, the address that users and clients see\./);
  });

  it("describes every value in its schema, and has the version of the server", () => {
    const schema = treeOf(JSON.parse(read("deploy/helm/latchkey/values.schema.json")));
    const [values] = readYaml("deploy/helm/latchkey/values.yaml");
    const undescribed = (value: Tree | undefined, described: Tree, path: string): string[] =>
      (value?.entries ?? []).flatMap(([name, field]) => {
        const known = described.at("properties", name);
        if (known.value === undefined) return [`${path}${name}`];
        const isOpen = known.at("properties").value === undefined;
        return isOpen ? [] : undescribed(field, known, `${path}${name}.`);
      });
    assert.deepEqual(undescribed(values, schema, ""), []);
    const [about] = readYaml("deploy/helm/latchkey/Chart.yaml");
    const { version } = JSON.parse(read("packages/cli/package.json"));
    assert.deepEqual([about?.at("version").text, about?.at("appVersion").text], [version, version]);
  });
});

function run(values: object) {
  const file = join(directory, "values.yaml");
  writeFileSync(file, stringify(values));
  return spawnSync(renderer, [chart, "latchkey", file], { encoding: "utf8", timeout: 20_000 });
}

function render(values: object): readonly Tree[] {
  const { status, stdout, stderr } = run(values);
  assert.equal(status, 0, stderr);
  return parseAllDocuments(stdout)
    .map((document) => treeOf(document.toJS()))
    .filter((object) => object.entries.length > 0);
}

function kindsOf(objects: readonly Tree[]): string[] {
  return objects.map((object) => object.at("kind").text).toSorted();
}

function find(objects: readonly Tree[], kind: string, name?: string): Tree {
  const found = objects.find(
    (object) =>
      object.at("kind").text === kind &&
      (name === undefined || object.at("metadata", "name").text === name),
  );
  assert.ok(found !== undefined, `there is no ${kind} ${name ?? ""}`);
  return found;
}

function settingsOf(objects: readonly Tree[]): string {
  return find(objects, "ConfigMap", "latchkey-settings").at("data", "latchkey.yml").text;
}
