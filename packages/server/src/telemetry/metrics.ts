import { labelText, sample, type Samples } from "./exposition.ts";
import { processMetrics } from "./process-metrics.ts";

/** A number that only increases. */
export interface Counter {
  add(amount?: number): void;
}

/** Counts durations by bucket. */
export interface Histogram {
  observe(seconds: number): void;
}

/** One metric with labels. Binding labels costs a lookup: bind them once and keep the result. */
export interface Family<Label extends string, Metric> {
  with(labels: Readonly<Record<Label, string>>): Metric;
}

/** A value with its labels. */
interface GaugeValue<Label extends string> {
  readonly labels: Readonly<Record<Label, string>>;
  readonly value: number;
}

/** A metric without its value. */
export interface MetricDescription {
  readonly name: string;
  readonly type: "counter" | "gauge" | "histogram";
  readonly labels: readonly string[];
  readonly help: string;
}

/** The server's metrics, in the Prometheus text exposition format 0.0.4. */
export interface Metrics {
  /** The same name returns the same family. Throws where the name was defined with another type or other labels. */
  counter<Label extends string>(
    name: string,
    help: string,
    labelNames: readonly Label[],
  ): Family<Label, Counter>;
  /** `buckets` are upper bounds in ascending order; `+Inf` is added. */
  histogram<Label extends string>(
    name: string,
    help: string,
    labelNames: readonly Label[],
    buckets: readonly number[],
  ): Family<Label, Histogram>;
  /** A metric that is computed when it is scraped. */
  gauge(name: string, help: string, read: () => number): void;
  /** The same with labels, and a value for each combination that there is. */
  gauges<Label extends string>(
    name: string,
    help: string,
    labelNames: readonly Label[],
    read: () => readonly GaugeValue<Label>[],
  ): void;
  /** Every metric, in the order of definition. */
  descriptions(): readonly MetricDescription[];
  /** The page of all metrics with their current values. */
  render(): string;
}

/** Creates a registry, which has the metrics of the process. `now` is in unix seconds. */
export function createMetrics(options: { readonly now?: () => number } = {}): Metrics {
  const { now = () => Date.now() / 1000 } = options;
  const entries = new Map<string, { description: MetricDescription; print: Samples }>();
  const define: Define = (description, samples) => {
    const { name } = description;
    if (entries.has(name)) throw new Error(`The metric ${name} is defined twice, and differently.`);
    entries.set(name, { description, print: () => heading(description) + samples() });
  };
  const counters = createFamilies(define, "counter", createCounter);
  const histograms = createFamilies(define, "histogram", createHistogram);
  for (const { name, type, help, read } of processMetrics(now)) {
    define({ name, type, labels: [], help }, () => sample(name, "", read()));
  }
  return {
    counter: (name, help, labelNames) => counters(name, help, labelNames, []),
    histogram: histograms,
    gauge: (name, help, read) =>
      define({ name, type: "gauge", labels: [], help }, () => sample(name, "", read())),
    gauges: (name, help, labels, read) =>
      define({ name, type: "gauge", labels, help }, () =>
        read()
          .map((one) => sample(name, labelText(labels, one.labels), one.value))
          .join(""),
      ),
    descriptions: () => [...entries.values()].map(({ description }) => description),
    render: () => [...entries.values()].map(({ print }) => print()).join(""),
  };
}

type Define = (description: MetricDescription, samples: Samples) => void;

/** A metric, and how it is printed with its labels. */
type Printed<Metric> = Metric & { print(labels: string): string };

type Families<Metric> = (
  name: string,
  help: string,
  labelNames: readonly string[],
  buckets: readonly number[],
) => Family<string, Metric>;

function createFamilies<Metric>(
  define: Define,
  type: MetricDescription["type"],
  create: (name: string, buckets: readonly number[]) => Printed<Metric>,
): Families<Metric> {
  const families = new Map<string, Family<string, Metric>>();
  return (name, help, labelNames, buckets) => {
    const signature = JSON.stringify([name, labelNames, buckets]);
    const known = families.get(signature);
    if (known !== undefined) return known;

    const metrics = new Map<string, Printed<Metric>>();
    define({ name, type, labels: labelNames, help }, () => {
      return [...metrics].map(([labels, metric]) => metric.print(labels)).join("");
    });
    const family: Family<string, Metric> = {
      with(labels) {
        const text = labelText(labelNames, labels);
        const metric = metrics.get(text) ?? create(name, buckets);
        metrics.set(text, metric);
        return metric;
      },
    };
    families.set(signature, family);
    return family;
  };
}

function createCounter(name: string): Printed<Counter> {
  let total = 0;
  return {
    add(amount = 1) {
      total += amount;
    },
    print: (labels) => sample(name, labels, total),
  };
}

function createHistogram(name: string, buckets: readonly number[]): Printed<Histogram> {
  const bounds = Float64Array.from(buckets);
  const counts = new Float64Array(bounds.length + 1);
  let sum = 0;
  return {
    observe(seconds) {
      let index = 0;
      while (index < bounds.length && seconds > (bounds[index] ?? Infinity)) index += 1;
      counts[index] = (counts[index] ?? 0) + 1;
      sum += seconds;
    },
    print(labels) {
      let total = 0;
      let text = "";
      for (const [index, count] of counts.entries()) {
        total += count;
        const le = index < bounds.length ? String(bounds[index]) : "+Inf";
        text += sample(`${name}_bucket`, `${labels}${labels && ","}le="${le}"`, total);
      }
      return text + sample(`${name}_sum`, labels, sum) + sample(`${name}_count`, labels, total);
    },
  };
}

function heading({ name, type, help }: MetricDescription): string {
  const escaped = help.replaceAll("\\", "\\\\").replaceAll("\n", "\\n");
  return `# HELP ${name} ${escaped}\n# TYPE ${name} ${type}\n`;
}
