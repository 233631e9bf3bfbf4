import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { served } from "@latchkey/api";
import { loadFeatures } from "../../src/feature/load-features.ts";
import { features as composed } from "../../../cli/src/features.ts";
import { describeMetrics } from "../../src/reference/metrics.ts";
import { read, readYaml, treeOf } from "./files.ts";

const rules = readYaml("deploy/monitoring/alerts.yml")[0]?.at("groups", 0, "rules").items ?? [];
const alertNames = rules.map((rule) => rule.at("alert").text);
const dashboard = treeOf(JSON.parse(read("deploy/monitoring/dashboard.json")));
const panels = dashboard.at("panels").items;

/** Every selector of a metric in an expression: `name{label="value"}`. */
const selectors = [
  ...rules.map((rule) => rule.at("expr").text),
  ...panels.flatMap((panel) => panel.at("targets").items.map((target) => target.at("expr").text)),
  ...dashboard.at("templating", "list").items.map((variable) => variable.at("query").text),
  ...dashboard.at("annotations", "list").items.map((annotation) => annotation.at("expr").text),
].flatMap(selectorsOf);

/** What Prometheus adds by itself. */
const givenLabels = ["job", "instance"];
const described = describeMetrics(await loadFeatures(composed));
const metrics = new Map(described.flatMap(seriesOf));
const routes = new Set(Object.values(served).map(({ path }) => path));

describe("deploy/monitoring", () => {
  it("speaks only of metrics and labels that the server has", () => {
    assert.ok(selectors.length > 40, "this test looked at nothing");
    for (const { name, labels } of selectors) {
      const known = name === "up" ? [] : metrics.get(name);
      assert.ok(known !== undefined, `there is no metric ${name}`);
      const unknown = labels
        .map(({ label }) => label)
        .filter((label) => !known.includes(label) && !givenLabels.includes(label));
      assert.deepEqual(unknown, [], name);
    }
  });

  it("speaks of every metric that is the server's own", () => {
    const spoken = new Set(selectors.map(({ name }) => name));
    const silent = described
      .filter(({ name }) => name.startsWith("latchkey_"))
      .filter((metric) => !seriesOf(metric).some(([name]) => spoken.has(name)));
    assert.deepEqual(silent, []);
  });

  it("speaks of routes that there are", () => {
    const named = selectors
      .flatMap(({ labels }) => labels.filter(({ label }) => label === "route"))
      .flatMap(({ value }) => value.split("|"))
      .filter((route) => !route.endsWith("/.*"));
    assert.ok(named.length > 0, "this test looked at nothing");
    assert.deepEqual(
      named.filter((route) => !routes.has(route)),
      [],
    );
  });

  it("has a panel for everything, each with a unit, a zero line and a sentence", () => {
    const drawn = panels.filter((panel) => panel.at("type").text !== "row");
    assert.ok(drawn.length > 10, "this test looked at nothing");
    for (const panel of drawn) {
      const defaults = panel.at("fieldConfig", "defaults");
      const title = panel.at("title").text;
      assert.notEqual(defaults.at("unit").text, "", title);
      assert.equal(defaults.at("min").value, 0, title);
      assert.match(panel.at("description").text, /\.$/, title);
    }
    assert.equal(new Set(panels.map((panel) => panel.at("id").value)).size, panels.length);
  });

  it("explains every alert where its runbook says, and no other", () => {
    const page = read("docs/alerts.md");
    const headings = [...page.matchAll(/^## (Latchkey\w+)$/gm)].map(([, name]) => name);
    assert.deepEqual(headings, alertNames);
    for (const rule of rules) {
      const anchor = rule.at("alert").text.toLowerCase();
      assert.equal(rule.at("annotations", "runbook").text, `docs/alerts.md#${anchor}`);
      assert.match(rule.at("labels", "severity").text, /^(page|ticket)$/);
    }
  });

  it("names alerts in panels that there are", () => {
    const named = panels.flatMap(
      (panel) => panel.at("description").text.match(/Latchkey\w+/g) ?? [],
    );
    assert.deepEqual(
      named.filter((name) => !alertNames.includes(name)),
      [],
    );
  });
});

function selectorsOf(expression: string) {
  return [...expression.matchAll(/\b([a-z]\w*)\s*(?:\{([^}]*)\}|(?=[,[)]))/g)]
    .map(([, name = "", inside = ""]) => ({ name, labels: labelsOf(inside) }))
    .filter(({ name }) => name === "up" || /^(latchkey|process|nodejs)_/.test(name));
}

function labelsOf(inside: string) {
  return [...inside.matchAll(/(\w+)(?:=~|!~|!=|=)"([^"]*)"/g)].map(([, label = "", value = ""]) => {
    return { label, value };
  });
}

function seriesOf({
  name,
  type,
  labels,
}: (typeof described)[number]): [string, readonly string[]][] {
  if (type !== "histogram") return [[name, labels]];
  return [
    [`${name}_bucket`, [...labels, "le"]],
    [`${name}_sum`, labels],
    [`${name}_count`, labels],
  ];
}
