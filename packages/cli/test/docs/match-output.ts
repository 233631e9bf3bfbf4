/** Whether the output matches. `…` matches anything within a line; on its own line, any lines. */
export function matchesText(expected: string, shown: string): boolean {
  const source = tidy(expected)
    .split("\n")
    .map((line) => (line.trim() === "…" ? "(?:.*\n)*?" : `${patternOf(line)}\n`))
    .join("");
  return new RegExp(`^${source}$`).test(`${tidy(shown)}\n`);
}

/** Whether the JSON output matches. `"…"` matches any value; as a key, any other fields. */
export function matchesJson(expected: string, shown: string): boolean {
  return fits(JSON.parse(expected), JSON.parse(shown));
}

function fits(expected: unknown, shown: unknown): boolean {
  if (typeof expected === "string")
    return typeof shown === "string" ? fitsText(expected, shown) : expected === "…";
  if (Array.isArray(expected)) {
    if (!Array.isArray(shown) || shown.length !== expected.length) return false;
    return expected.every((item, at) => fits(item, shown[at]));
  }
  if (isObject(expected)) return isObject(shown) && fieldsFit(expected, shown);
  return expected === shown;
}

function fieldsFit(
  { "…": rest, ...expected }: Readonly<Record<string, unknown>>,
  shown: Readonly<Record<string, unknown>>,
): boolean {
  const additional = Object.keys(shown).filter((name) => !Object.hasOwn(expected, name));
  if (rest === undefined && additional.length > 0) return false;
  return Object.entries(expected).every(
    ([name, value]) => Object.hasOwn(shown, name) && fits(value, shown[name]),
  );
}

function fitsText(expected: string, shown: string): boolean {
  return new RegExp(`^${patternOf(expected)}$`).test(shown);
}

function patternOf(line: string): string {
  return line
    .split("…")
    .map((part) => RegExp.escape(part))
    .join(".*");
}

function tidy(text: string): string {
  return text
    .split("\n")
    .map((line) => line.trimEnd())
    .join("\n")
    .trim();
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}
