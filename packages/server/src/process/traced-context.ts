import type { Config } from "../config/settings.ts";
import type { Context } from "../context/context.ts";
import { randomId } from "../crypto/random.ts";
import type { Keyring } from "../context/keyring.ts";
import type { Outbound } from "../outbound/outbound.ts";
import type { Store } from "../store/port/store.ts";
import type { ServerMetrics } from "../telemetry/server-metrics.ts";
import type { Log } from "../telemetry/log.ts";
import type { Attributes, Step, Tracer } from "../telemetry/tracer.ts";
import type { OpenTelemetry, Tracing } from "../telemetry/tracing.ts";
import { version } from "../context/version.ts";

/** Starts OpenTelemetry with our settings. */
export async function startTracing(
  { openTracing }: OpenTelemetry,
  config: Config,
  { log, server_metrics }: { readonly log: Log; readonly server_metrics: ServerMetrics },
): Promise<Tracing> {
  const headers = config["tracing.otlp_headers"].map(({ name, value }) => [name, value] as const);
  return openTracing({
    endpoint: config["tracing.otlp_endpoint"],
    headers: Object.fromEntries(headers),
    service_name: config["tracing.service_name"],
    deployment_environment: config["tracing.deployment_environment"],
    sampling_ratio: config["tracing.sampling_ratio"],
    version,
    instance_id: randomId(),
    log,
    spans: server_metrics.spans,
  });
}

/** The same context with a span for each call: of the store, of other servers, of keys and of secrets. */
export function createTracedContext(context: Context, tracer: Tracing): Context {
  const { verifySecret } = context;
  const verify: Step = { name: "verify client secret", kind: "internal" };
  return {
    ...context,
    tracer,
    store: traceStore(context.store, tracer, () => tracer.close()),
    keyring: traceKeyring(context.keyring, tracer),
    outbound: traceOutbound(context.outbound, tracer),
    remote_jwks: traceMethods(context.remote_jwks, tracer, (method) => {
      return { name: `remote_jwks.${method}`, kind: "client" };
    }),
    verifySecret: async (...words) => tracer.step(verify, () => verifySecret(...words)),
  };
}

/** Spans have the names of the store's methods in the code. The last spans are sent when the store is closed. */
function traceStore(store: Store, tracer: Tracer, closeTracing: () => Promise<void>): Store {
  return {
    ...traceTables(store, tracer),
    tools: { ...store.tools, traced: (tables) => traceTables(tables, tracer) },
    async close() {
      await Promise.all([store.close(), closeTracing()]);
    },
  };
}

function traceTables<T extends object>(tables: T, tracer: Tracer): T {
  const traced = Object.entries(tables).map(([table, methods]: [string, unknown]) => {
    if (typeof methods !== "object" || methods === null) return [table, methods];
    const stepOf = (method: string): Step => ({ name: `${table}.${method}`, kind: "client" });
    return [table, traceMethods(methods, tracer, stepOf)];
  });
  return { ...tables, ...Object.fromEntries(traced) };
}

function traceKeyring(keyring: Keyring, tracer: Tracer): Keyring {
  return {
    ...keyring,
    async signingKey(set, alg, lifespan) {
      const key = await keyring.signingKey(set, alg, lifespan);
      const step: Step = { name: `sign ${key.alg}`, kind: "internal" };
      return { ...key, sign: (input) => tracer.step(step, () => key.sign(input)) };
    },
  };
}

/** Requests to other servers may begin a trace: jobs make them outside of any request. */
function traceOutbound(outbound: Outbound, tracer: Tracer): Outbound {
  const trace = async <R extends Reply>(
    method: "GET" | "POST",
    url: string,
    send: () => Promise<R>,
  ): Promise<R> => {
    const step: Step = { name: method, kind: "client", attributes: destinationOf(method, url) };
    return tracer.step(step, send, { begins: true, outcome });
  };
  return {
    getJson: (url, owner) => trace("GET", url, () => outbound.getJson(url, owner)),
    getDocument: (url, limits) => trace("GET", url, () => outbound.getDocument(url, limits)),
    getText: (url, owner) => trace("GET", url, () => outbound.getText(url, owner)),
    postForm: (url, fields, owner) =>
      trace("POST", url, () => outbound.postForm(url, fields, owner)),
    postJson: (url, text, headers, owner) =>
      trace("POST", url, () => outbound.postJson(url, text, headers, owner)),
    postJsonToOperator: (url, text, headers) =>
      trace("POST", url, () => outbound.postJsonToOperator(url, text, headers)),
    callOperator: (url, call) => trace("POST", url, () => outbound.callOperator(url, call)),
    request: (url, parts, owner) =>
      trace(parts.body === undefined ? "GET" : "POST", url, () =>
        outbound.request(url, parts, owner),
      ),
    checkUrl: (url, owner) => outbound.checkUrl(url, owner),
    checkHost: (url, owner) => outbound.checkHost(url, owner),
  };
}

function destinationOf(method: string, url: string): Attributes {
  const host = URL.parse(url)?.hostname;
  return { "http.request.method": method, ...(host !== undefined && { "server.address": host }) };
}

type Reply = { readonly ok: true } | { readonly ok: false; readonly error: { reason: string } };

function outcome(reply: Reply) {
  return { error_type: reply.ok ? undefined : reply.error.reason };
}

/** The same object with a span for each call of a method. */
function traceMethods<T extends object>(
  target: T,
  tracer: Tracer,
  stepOf: (method: string) => Step,
): T {
  return new Proxy(target, {
    get(object, name) {
      const property: unknown = Reflect.get(object, name);
      if (typeof property !== "function" || typeof name !== "string") return property;
      return (...words: unknown[]) =>
        tracer.step(stepOf(name), (): unknown => Reflect.apply(property, object, words));
    },
  });
}
