import type { Setting } from "./setting.ts";
import { environmentName, keys, settings, type SettingKey } from "./settings.ts";

/** The reference page of the settings in Markdown: docs/settings.md, which a test compares with it. */
export function renderReference(): string {
  const sections = Map.groupBy(keys, sectionOf);
  return (
    introduction + [...sections].map(([name, group_keys]) => section(name, group_keys)).join("")
  );
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
`;

function section(name: string, group_keys: readonly SettingKey[]): string {
  const rows = group_keys.map(row).join("");
  return `\n## ${name}\n\n| Setting | Takes | Default | What it does |\n| --- | --- | --- | --- |\n${rows}`;
}

function row(key: SettingKey): string {
  const { kind, default: written, summary, env } = settings[key];
  const note = env === undefined ? "" : ` In the environment: \`${environmentName(key)}\`.`;
  return `| \`${key}\` | ${kind.name} | ${format(written)} | ${summary}${note} |\n`;
}

function format(written: Setting<unknown>["default"]): string {
  if (written === undefined) return "";
  if (typeof written !== "object") return `\`${written}\``;
  return written.length === 0 ? "none" : `\`${written.join(", ")}\``;
}

/** `serve.public.cors.enabled` belongs to `serve.public.cors`; a key without a dot belongs to `process`. */
function sectionOf(key: SettingKey): string {
  const [first = "", second = ""] = key.split(".");
  if (!key.includes(".")) return "process";
  return first === "serve" ? `serve.${second}` : first;
}
