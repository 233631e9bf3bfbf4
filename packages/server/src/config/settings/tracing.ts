import { err, ok } from "../../result.ts";
import { MASK, list, text, type Kind } from "../kinds.ts";
import { setting, unset } from "../setting.ts";

/** The collector. An error quotes no part of the value, because a URL may hold a password. */
const collector: Kind<string> = {
  name: "a URL",
  parse: (value) => {
    const url = typeof value === "string" ? URL.parse(value) : null;
    if (typeof value !== "string" || url === null || !/^https?:$/.test(url.protocol)) {
      return err("must be a URL that begins with https:// or http://");
    }
    if (url.username === "" && url.password === "" && !/[?#]/.test(value)) return ok(value);
    return err("must have no password, query or fragment: what the collector asks for is a header");
  },
};

/** A header as OTEL_EXPORTER_OTLP_HEADERS spells it: its value percent-encoded. */
const header: Kind<{ readonly name: string; readonly value: string }> = {
  name: "name=value, secret",
  parse: (written) => {
    const [, name = "", encoded = ""] = /^([!#$%&'*+.^_`|~\w-]+)=(.*)$/.exec(String(written)) ?? [];
    const value = decoded(encoded);
    if (name !== "" && value !== undefined && /^[\t\x20-\x7e]*$/.test(value)) {
      return ok({ name, value });
    }
    return err("must be a header such as authorization=Bearer%20…, its value percent-encoded");
  },
  show: ({ name }) => `${name}=${MASK}`,
};

const ratio: Kind<number> = {
  name: "a number from 0 to 1",
  parse: (value) => {
    const number = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
    if (typeof number === "number" && number >= 0 && number <= 1) return ok(number);
    return err("must be a number from 0 to 1, such as 0.1 for one in ten");
  },
};

/** Traces, under the names that OpenTelemetry gives its own variables in the environment. */
export const tracingSettings = {
  "tracing.otlp_endpoint": unset(
    collector,
    "The collector that receives traces, by OTLP over HTTP; /v1/traces is added. Without it, or another OTEL_* variable that names an exporter, nothing is traced.",
    { env: "OTEL_EXPORTER_OTLP_ENDPOINT" },
  ),
  "tracing.otlp_headers": setting(
    list(header),
    [],
    "Headers of requests to the collector, such as an API key.",
    { env: "OTEL_EXPORTER_OTLP_HEADERS" },
  ),
  "tracing.service_name": setting(text, "latchkey", "The service.name of this server in traces.", {
    env: "OTEL_SERVICE_NAME",
  }),
  "tracing.deployment_environment": unset(
    text,
    "The deployment.environment.name of this server in traces, such as staging.",
  ),
  "tracing.sampling_ratio": setting(
    ratio,
    1,
    "The share of traces that begin here and are recorded. A trace begun elsewhere is recorded if its traceparent says so. OTEL_TRACES_SAMPLER, where set, decides instead.",
    { env: "OTEL_TRACES_SAMPLER_ARG" },
  ),
};

function decoded(value: string): string | undefined {
  try {
    return decodeURIComponent(value.trim());
  } catch {
    return undefined;
  }
}
