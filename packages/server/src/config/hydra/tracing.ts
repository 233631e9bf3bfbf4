import type { Assignment } from "../assignment.ts";

/**
 * The settings of traces that Ory Hydra v2 has, under the names of this server. As there, those of OTLP count where
 * `tracing.provider` is `otel`; the others have no effect.
 */
export function translateTracing(assignments: readonly Assignment[]): readonly Assignment[] {
  const lastOf = (key: string): Assignment | undefined =>
    assignments.findLast((assignment) => assignment.key === key);
  const isOtel = String(lastOf("tracing.provider")?.value).toLowerCase() === "otel";
  if (!isOtel) return assignments;
  const scheme = String(lastOf(`${OTLP}.insecure`)?.value) === "true" ? "http" : "https";
  const translated = Object.entries(meanings(scheme)).flatMap(([name, { key, valueOf }]) => {
    const found = lastOf(`${OTLP}.${name}`);
    if (found === undefined) return [];
    const { key: written_as, source } = found;
    return [{ key, written_as, value: valueOf(found.value), source: `${written_as} in ${source}` }];
  });
  // A setting under its own name overrides one under the name that Hydra has for it.
  return [...translated, ...assignments.filter(({ key }) => !isTranslated(key))];
}

function isTranslated(key: string): boolean {
  return key === "tracing.provider" || names.has(key);
}

const OTLP = "tracing.providers.otlp";

/** The settings of Hydra that are translated. Their environment variables do not follow from their section alone. */
export const tracingNames: readonly string[] = [
  "server_url",
  "insecure",
  "authorization_header",
  "sampling.sampling_ratio",
].map((name) => `${OTLP}.${name}`);
const names = new Set(tracingNames);

interface Meaning {
  readonly key: string;
  readonly valueOf: (value: unknown) => unknown;
}

function meanings(scheme: "http" | "https"): Readonly<Record<string, Meaning>> {
  return {
    server_url: {
      key: "tracing.otlp_endpoint",
      valueOf: (address) => `${scheme}://${String(address)}`,
    },
    authorization_header: {
      key: "tracing.otlp_headers",
      valueOf: (value) => [`authorization=${encodeURIComponent(String(value))}`],
    },
    "sampling.sampling_ratio": { key: "tracing.sampling_ratio", valueOf: (value) => value },
  };
}
