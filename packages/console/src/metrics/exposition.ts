/** One sample of the Prometheus text format. */
export interface Sample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

/** Parses the Prometheus text format 0.0.4. Lines that are not samples are skipped. */
export function parseExposition(text: string): Sample[] {
  return text.split("\n").flatMap((line) => {
    const [, name, labels = "", value = ""] = LINE.exec(line) ?? [];
    return name === undefined
      ? []
      : [{ name, labels: parseLabels(labels), value: toNumber(value) }];
  });
}

const LINE = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})?\s+(\S+)(?:\s+-?\d+)?\s*$/;
const LABEL = /([a-zA-Z_]\w*)="((?:[^"\\]|\\.)*)"/g;

function parseLabels(text: string): Record<string, string> {
  const pairs = [...text.matchAll(LABEL)];
  return Object.fromEntries(pairs.map(([, name = "", value = ""]) => [name, unescape(value)]));
}

function unescape(text: string): string {
  return text.replaceAll(/\\(.)/g, (_, escaped: string) => (escaped === "n" ? "\n" : escaped));
}

function toNumber(text: string): number {
  if (text === "+Inf") return Infinity;
  return text === "-Inf" ? -Infinity : Number(text);
}
