/** Samples in the Prometheus text exposition format 0.0.4. */

/** Every sample of one metric, as lines. */
export type Samples = () => string;

/** One line: `name{labels} value`. */
export function sample(name: string, labels: string, value: number): string {
  return `${name}${labels && `{${labels}}`} ${formatValue(value)}\n`;
}

/** The labels in the order of their names, escaped: `method="GET",route="/keys/{set}"`. */
export function labelText(
  names: readonly string[],
  values: Readonly<Record<string, string>>,
): string {
  return names.map((name) => `${name}="${escapeValue(values[name] ?? "")}"`).join(",");
}

function escapeValue(value: string): string {
  return value.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n");
}

function formatValue(value: number): string {
  if (value === Infinity) return "+Inf";
  return value === -Infinity ? "-Inf" : String(value);
}
