/** A value of JSON as YAML: blocks for people, and quotes wherever a word could be read as something else. */
export function yaml(value: unknown): string {
  return `${lines(value).join("\n")}\n`;
}

function lines(value: unknown): readonly string[] {
  if (Array.isArray(value)) {
    return value.length === 0 ? ["[]"] : value.flatMap((item: unknown) => indented("- ", item));
  }
  if (typeof value === "object" && value !== null) {
    const members = Object.entries(value).filter(([, member]) => member !== undefined);
    return members.length === 0 ? ["{}"] : members.flatMap(([key, member]) => entry(key, member));
  }
  return [typeof value === "string" ? quoted(value) : JSON.stringify(value ?? null)];
}

function entry(key: string, value: unknown): readonly string[] {
  const inner = lines(value);
  const nested = typeof value === "object" && value !== null && Object.keys(value).length > 0;
  if (!nested) return [`${quoted(key)}: ${inner.join("")}`];
  return [`${quoted(key)}:`, ...inner.map((line) => `  ${line}`)];
}

function indented(mark: string, value: unknown): readonly string[] {
  return lines(value).map((line, index) => (index === 0 ? mark : "  ") + line);
}

/** A string of JSON is a string of YAML. */
function quoted(text: string): string {
  return PLAIN.test(text) && !RESERVED.test(text) ? text : JSON.stringify(text);
}

// A letter first, so that nothing is taken for a number or a date; no space beside a colon or a hash.
const PLAIN = /^[A-Za-z_][\w./+@-]*(?:[ :][\w./+@-]+)*$/;
const RESERVED = /^(?:null|true|false|yes|no|on|off|y|n|e[-+]?\d+)$/i;
