import assert from "node:assert/strict";
import { closeSync, openSync } from "node:fs";
import { describe, it } from "node:test";

import { lacks } from "../../test/support/machine.ts";
import { createMetrics } from "./metrics.ts";

interface Sample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

/** Reads the text exposition format 0.0.4 as strictly as it is written down. */
function parse(text: string): { types: Map<string, string>; samples: Sample[] } {
  assert.ok(text.endsWith("\n"));
  const types = new Map<string, string>();
  const samples: Sample[] = [];
  let current = "";
  for (const line of text.slice(0, -1).split("\n")) {
    const help = /^# HELP ([a-zA-Z_:][\w:]*) ((?:[^\\]|\\\\|\\n)*)$/.exec(line);
    const type = /^# TYPE (\S+) (counter|gauge|histogram)$/.exec(line);
    if (help !== null) current = help[1] ?? "";
    else if (type !== null) {
      assert.equal(type[1], current);
      assert.ok(!types.has(current), `${current} has one type`);
      types.set(current, type[2] ?? "");
    } else samples.push(parseSample(line, current));
  }
  return { types, samples };
}

function parseSample(line: string, family: string): Sample {
  const LABEL = /([a-zA-Z_]\w*)="((?:[^"\\]|\\["\\n])*)"/g;
  const parts = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (\S+)$/.exec(line);
  assert.ok(parts !== null, `not a sample: ${line}`);
  const [, name = "", labelText = "", value = ""] = parts;
  assert.ok(name.startsWith(family), `${name} stands under ${family}`);
  assert.equal(labelText.replaceAll(LABEL, "x").replaceAll(/x(,x)*/g, ""), "", `labels: ${line}`);
  const labels = [...labelText.matchAll(LABEL)].map(([, label = "", text = ""]) => {
    return [label, text.replaceAll(/\\(.)/g, (_, sign) => (sign === "n" ? "\n" : String(sign)))];
  });
  const number = value === "+Inf" ? Infinity : Number(value);
  assert.ok(!Number.isNaN(number), `not a number: ${line}`);
  return { name, labels: Object.fromEntries(labels), value: number };
}

describe("metrics", () => {
  it("a counter counts under each of its labels", () => {
    const metrics = createMetrics();
    const issued = metrics.counter("tokens_issued_total", "Tokens issued.", ["grant", "client"]);
    const photos = issued.with({ grant: "client_credentials", client: "photos" });
    photos.add();
    photos.add(2);
    issued.with({ client: "photos", grant: "client_credentials" }).add();
    issued.with({ client: "mail", grant: "refresh_token" }).add();

    const { types, samples } = parse(metrics.render());
    assert.equal(types.get("tokens_issued_total"), "counter");
    assert.deepEqual(
      samples.filter(({ name }) => name === "tokens_issued_total"),
      [
        ["client_credentials", "photos", 4],
        ["refresh_token", "mail", 1],
      ].map(([grant, client, value]) => ({
        name: "tokens_issued_total",
        labels: { grant, client },
        value,
      })),
    );
  });

  it("a histogram counts what is at most each bound, and keeps sum and count", () => {
    const metrics = createMetrics();
    const family = metrics.histogram("took_seconds", "How long.", ["route"], [0.1, 0.5, 1]);
    const took = family.with({ route: "/keys/{set}" });
    for (const seconds of [0.1, 0.25, 0.5, 7]) took.observe(seconds);

    const { types, samples } = parse(metrics.render());
    assert.equal(types.get("took_seconds"), "histogram");
    assert.deepEqual(
      samples
        .filter(({ name }) => name.startsWith("took_seconds"))
        .map(({ name, labels, value }) => [name, labels["route"], labels["le"], value]),
      [
        ["took_seconds_bucket", "/keys/{set}", "0.1", 1],
        ["took_seconds_bucket", "/keys/{set}", "0.5", 3],
        ["took_seconds_bucket", "/keys/{set}", "1", 3],
        ["took_seconds_bucket", "/keys/{set}", "+Inf", 4],
        ["took_seconds_sum", "/keys/{set}", undefined, 7.85],
        ["took_seconds_count", "/keys/{set}", undefined, 4],
      ],
    );
  });

  it("a gauge is computed when it is scraped", () => {
    const metrics = createMetrics();
    let open = 1;
    metrics.gauge("connections", "Open connections.", () => open);
    open = 5;
    const { samples } = parse(metrics.render());
    assert.deepEqual(samples.at(-1), { name: "connections", labels: {}, value: 5 });
  });

  it("a gauge with labels has the values that there are when it is scraped", () => {
    const metrics = createMetrics();
    let values: readonly [string, number][] = [];
    metrics.gauges("age_seconds", "Ages.", ["key"], () =>
      values.map(([key, value]) => ({ labels: { key }, value })),
    );
    assert.match(metrics.render(), /# TYPE age_seconds gauge\n$/);
    values = [
      ["a", 1],
      ["b", -2],
    ];
    const { samples } = parse(metrics.render());
    assert.deepEqual(samples.slice(-2), [
      { name: "age_seconds", labels: { key: "a" }, value: 1 },
      { name: "age_seconds", labels: { key: "b" }, value: -2 },
    ]);
  });

  it("a label may hold anything, and so may a help text", () => {
    const metrics = createMetrics();
    const odd = 'back\\slash "quote"\nnew line {brace}, é';
    metrics.counter("odd_total", "One\nline, with \\.", ["value"]).with({ value: odd }).add();
    const { samples } = parse(metrics.render());
    assert.equal(samples.at(-1)?.labels["value"], odd);
  });

  it("no labels, no braces", () => {
    const metrics = createMetrics();
    metrics.counter("plain_total", "Plain.", []).with({}).add();
    assert.match(metrics.render(), /^plain_total 1$/m);
  });

  it("the same definition is the same metric; another under its name is a bug", () => {
    const metrics = createMetrics();
    const once = metrics.counter("asked_total", "Asked.", ["plane"]);
    assert.equal(metrics.counter("asked_total", "Asked.", ["plane"]), once);
    assert.throws(() => metrics.counter("asked_total", "Asked.", ["route"]), /defined twice/);
    assert.throws(() => metrics.gauge("asked_total", "Asked.", () => 1), /defined twice/);
  });

  it("the registry has the metrics of the process", () => {
    const { types, samples } = parse(createMetrics({ now: () => 1_000_000 }).render());
    const value = (name: string): number => samples.find((s) => s.name === name)?.value ?? -1;
    assert.equal(types.get("process_cpu_seconds_total"), "counter");
    assert.ok(value("process_cpu_seconds_total") > 0);
    assert.ok(value("process_resident_memory_bytes") > 1_000_000);
    assert.ok(value("nodejs_heap_used_bytes") > 100_000);
    assert.ok(value("process_start_time_seconds") < 1_000_000);
    assert.ok(value("nodejs_eventloop_lag_p50_seconds") >= 0);
    assert.ok(value("nodejs_eventloop_lag_p99_seconds") >= 0);
  });

  it("open files are counted where the system tells", { skip: lacks("list_of_open_files") }, () => {
    const metrics = createMetrics();
    const value = (name: string): number =>
      parse(metrics.render()).samples.find((s) => s.name === name)?.value ?? -1;
    const before = value("process_open_fds");
    const files = Array.from({ length: 5 }, () => openSync("/dev/null", "r"));
    try {
      assert.equal(value("process_open_fds"), before + 5);
    } finally {
      for (const file of files) closeSync(file);
    }
    assert.ok(value("process_max_fds") > before);
  });
});
