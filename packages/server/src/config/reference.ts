import type { Setting } from "./setting.ts";
import type { SettingsTable } from "./settings.ts";

/** The reference page of the settings in Markdown: docs/settings.md, which a test compares with it. */
export function renderReference(table: SettingsTable): string {
  const sections = Map.groupBy(table.keys, sectionOf);
  const texts = [...sections].map(([name, keys]) => section(name, keys, table));
  return introduction + texts.join("");
}

const introduction = `# Settings

Every setting has one name. It is the same in a file, as a flag and in the source.

| Where | How | Example |
| --- | --- | --- |
| file | YAML or JSON, nested or dotted, given with \`-c\`; several may be given, later ones override earlier ones | \`ttl: { id_token: 2h }\` |
| environment | upper case, with \`_\` for \`.\` and \`-\`; an empty variable counts as not set | \`TTL_ID_TOKEN=2h\` |
| flag | the name itself | \`--ttl.id_token=2h\` |

Files come first, then the environment, then flags; later sources override earlier ones. A list is a YAML list, a JSON array, or text
with commas. A duration is a number and a unit (h, m, s, ms, us, ns), or several: \`1h30m\`.

\`latchkey config\` shows the settings in effect and their sources. At its start a server warns of environment variables
that look like a misspelt setting.

Those marked as **reloadable** take a new value without a restart, [at SIGHUP or by \`latchkey reload\`](operating.md#settings-without-a-restart).
`;

function section(name: string, keys: readonly string[], table: SettingsTable): string {
  const rows = keys.map((key) => row(key, table)).join("");
  return `\n## ${name}\n\n| Setting | Takes | Default | What it does |\n| --- | --- | --- | --- |\n${rows}`;
}

function row(key: string, { rows, environmentName }: SettingsTable): string {
  const setting = rows[key];
  if (setting === undefined) return "";
  const { kind, default: written, summary, env, reloadable } = setting;
  const note = env === undefined ? "" : ` In the environment: \`${environmentName(key)}\`.`;
  const mark = reloadable === true ? " **Reloadable.**" : "";
  return `| \`${key}\` | ${kind.name} | ${format(written)} | ${summary}${note}${mark} |\n`;
}

function format(written: Setting<unknown>["default"]): string {
  if (written === undefined) return "";
  if (typeof written !== "object") return `\`${written}\``;
  return written.length === 0 ? "none" : `\`${written.join(", ")}\``;
}

/** `serve.public.cors.enabled` belongs to `serve.public.cors`; a key without a dot belongs to `process`. */
function sectionOf(key: string): string {
  const [first = "", second = ""] = key.split(".");
  if (!key.includes(".")) return "process";
  return first === "serve" ? `serve.${second}` : first;
}
