import { readHydraVariable } from "./hydra/settings.ts";
import { nearest } from "./nearest.ts";
import type { SettingsTable } from "./settings.ts";

/** An environment variable that looks like a misspelt setting. */
export interface StrayVariable {
  readonly name: string;
  /** The variable that was probably meant. */
  readonly nearest: string | undefined;
}

/**
 * Finds misspelt settings in an environment. Most variables belong to other programs, so one counts only if it has a prefix
 * that several settings share (`SERVE_PUBLIC_`), begins with `LATCHKEY_`, or differs from a setting in very few letters.
 */
export function findStrayVariables(
  env: Readonly<Record<string, string | undefined>>,
  table: SettingsTable,
): readonly StrayVariable[] {
  const names = table.keys.map((key) => table.environmentName(key));
  const known = new Set([...names, ...otherVariables]);
  const groups = groupsOf(table);
  return Object.entries(env).flatMap(([name, value = ""]) => {
    // An empty variable counts as not set.
    if (value === "" || known.has(name) || isForeign(name, value)) return [];
    if (readHydraVariable(name, table) !== undefined) return []; // Reported when settings are loaded.
    const bare = name.replace(/^(LATCHKEY|HYDRA)_/, "");
    const isOurs = name.startsWith("LATCHKEY_") || groups.some((group) => name.startsWith(group));
    const meant = nearest(bare, names, isOurs ? undefined : allowedDistance(name) + 1);
    return isOurs || meant !== undefined ? [{ name, nearest: meant }] : [];
  });
}

/** The warning about it. */
export function describeStrayVariable({ name, nearest: meant }: StrayVariable): string {
  const hint =
    meant === undefined ? "latchkey config --reference lists the settings" : `nearest is ${meant}`;
  return `The environment variable ${name} is not a setting and is ignored: ${hint}.`;
}

/** The other variables of the command and of the deployment recipes. */
const otherVariables = ["LATCHKEY_ADMIN_URL", "LATCHKEY_API_KEY", "LATCHKEY_HOST", "LATCHKEY_URL"];

/** The prefixes that settings share, of two words: `SERVE_PUBLIC_`, `URLS_SELF_`. One word is too common. */
function groupsOf({ keys }: SettingsTable): readonly string[] {
  const prefixes = keys.flatMap((key) => {
    const words = key.split(".");
    const shared = words.slice(0, 2).join("_").toUpperCase().replaceAll("-", "_");
    return words.length > 2 ? [`${shared}_`] : [];
  });
  return [...new Set(prefixes)];
}

/** The edit distance up to which a name counts as misspelt; longer names allow more. */
function allowedDistance(name: string): number {
  if (name.length < 8) return 0;
  if (name.length < 12) return 1;
  return name.length < 20 ? 2 : 3;
}

/** Variables that OpenTelemetry defines, and those that Kubernetes sets for every service. */
function isForeign(name: string, value: string): boolean {
  return (
    name.startsWith("OTEL_") ||
    /_SERVICE_(HOST|PORT(_\w+)?)$/.test(name) ||
    /_PORT_\d+_(TCP|UDP|SCTP)(_(PROTO|PORT|ADDR))?$/.test(name) ||
    (name.endsWith("_PORT") && /^(tcp|udp|sctp):\/\//.test(value))
  );
}
