import { type TlsListener, terminatesTls } from "../derived.ts";
import { AS_IN_HYDRA } from "./generation.ts";
import type { LoadedConfig } from "../load.ts";

/**
 * What becomes of settings that were written for Ory Hydra, as text: those that are carried over, those without an effect, and
 * the defaults that differ. Undefined where nothing tells that they were.
 */
export function describeHydraSettings(loaded: LoadedConfig): string | undefined {
  const { hydra, skipped } = loaded;
  if (hydra.generation === undefined && hydra.renamed.length === 0 && skipped.length === 0) {
    return undefined;
  }
  const sections: readonly Section[] = [
    ["Carried over", [carriedKeys(loaded).join(", ")]],
    [
      "Carried over under another name",
      hydra.renamed.map(({ key, same_as }) => `${key}: ${same_as}`),
    ],
    [
      "Without an effect here",
      skipped.map(({ key, message }) => `${key}: ${withoutPrefix(message)}`),
    ],
    ["Defaults that differ", differingDefaults(loaded)],
    ["TLS", describeTls(loaded)],
  ];
  const texts = sections
    .map(([title, lines]) => [title, lines.filter((line) => line !== "")] as const)
    .filter(([, lines]) => lines.length > 0)
    .map(([title, lines]) => `${title}:\n${lines.map((line) => `  ${line}\n`).join("")}`);
  return `${titleOf(loaded)}\n\n${texts.join("\n")}`;
}

type Section = readonly [title: string, lines: readonly string[]];

function titleOf({ hydra: { generation, key, source } }: LoadedConfig): string {
  if (generation === undefined) return "Settings of Ory Hydra, of v1 or v2: nothing tells which.";
  const reason = key === "version" ? "by version" : `by ${key}, which only v${generation} has`;
  return `Settings of Ory Hydra v${generation} (${reason}; set by ${source}).`;
}

function carriedKeys({ sources, hydra }: LoadedConfig): readonly string[] {
  const renamed = new Set<string>(hydra.renamed.map(({ same_as }) => same_as));
  return Object.entries(sources).flatMap(([key, source = ""]) =>
    renamed.has(key) || source.startsWith("--") || source.startsWith(AS_IN_HYDRA) ? [] : [key],
  );
}

interface Difference {
  readonly key: string;
  /** The default of each generation; undefined where it has none or the same. */
  readonly v1: string | undefined;
  readonly v2: string | undefined;
}

const differences: readonly Difference[] = [
  { key: "serve.public.host", v1: "every address", v2: "every address" },
  { key: "serve.admin.host", v1: "every address", v2: "every address" },
  { key: "oauth2.grant.refresh_token.rotation_grace_period", v1: "no such period", v2: "0s" },
  { key: "oauth2.pkce.enforced_for_public_clients", v1: "false", v2: "false" },
  { key: "ttl.login_consent_request", v1: undefined, v2: "30m" },
  { key: "strategies.jwt.scope_claim", v1: "list", v2: "list" },
  { key: "tracing.sampling_ratio", v1: undefined, v2: "0" },
  { key: "log.format", v1: "text", v2: "text" },
];

function differingDefaults({ config, sources, hydra, table }: LoadedConfig): readonly string[] {
  const lines = differences.flatMap(({ key, v1, v2 }) => {
    const there = hydra.generation === 1 ? v1 : v2;
    if (there === undefined || sources[key] !== undefined) return [];
    if (key === "tracing.sampling_ratio" && config["tracing.otlp_endpoint"] === undefined)
      return [];
    return [`${key}: ${String(table.rows[key]?.default)} here, ${there} there`];
  });
  return hydra.generation === 1
    ? lines
    : [
        ...lines,
        "remember_for: 0 at a login: until the browser closes here, for ttl.authentication_session there since 25.4",
      ];
}

/** What the listeners serve. It is the same there, unless nothing tells the generation. */
function describeTls({ config, hydra }: LoadedConfig): readonly string[] {
  const serves = (listener: TlsListener): string =>
    terminatesTls(config, listener) ? "TLS" : "plain HTTP";
  const states =
    serves("public") === serves("admin")
      ? `both listeners serve ${serves("public")}`
      : `the public listener serves ${serves("public")}, the admin listener ${serves("admin")}`;
  const isDecided = hydra.generation !== undefined || !terminatesTls(config, "public");
  return [
    states,
    isDecided
      ? ""
      : "v2 serves plain HTTP unless serve.tls.enabled is true: set it if this is for v2",
  ];
}

function withoutPrefix(message: string): string {
  return message.replace(/^has no effect here: /, "");
}
