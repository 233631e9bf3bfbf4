import type { Config } from "../config/settings.ts";
import type { Context } from "../context/context.ts";
import { randomId } from "../crypto/random-id.ts";
import type { Keyring } from "../context/keyring.ts";
import type { Outbound } from "../outbound/outbound.ts";
import type { Store } from "../store/store.ts";
import type { Attributes, Step } from "../telemetry/span.ts";
import { createSpanExporter } from "../telemetry/span-exporter.ts";
import { createTracer, type Tracer } from "../telemetry/tracer.ts";
import { version } from "../context/version.ts";

/** Puts the same world together with every step timed. It is loaded only where traces are wanted. */
export function traceContext(context: Context, endpoint: string): Context {
  const { config, server_metrics, log } = context;
  const exporter = createSpanExporter({
    endpoint,
    headers: headersOf(config),
    resource: {
      "service.name": config["tracing.service_name"],
      "service.version": version,
      "service.instance.id": randomId(),
    },
    version,
    log,
    spans: server_metrics.spans,
  });
  const tracer = createTracer({ ratio: config["tracing.sampling_ratio"], add: exporter.add });
  const { verifySecret } = context;
  const verify: Step = { name: "verify client secret", kind: "internal" };
  return {
    ...context,
    tracer,
    store: traceStore(context.store, tracer, exporter.close),
    keyring: traceKeyring(context.keyring, tracer),
    outbound: traceOutbound(context.outbound, tracer),
    remote_jwks: traceMethods(context.remote_jwks, tracer, (method) => {
      return { name: `remote_jwks.${method}`, kind: "client" };
    }),
    verifySecret: async (...words) => tracer.step(verify, () => verifySecret(...words)),
  };
}

function headersOf(config: Config): Readonly<Record<string, string>> {
  return Object.fromEntries(config["tracing.otlp_headers"].map(({ name, value }) => [name, value]));
}

/** Each verb is a step, under the name it has in the code. The last spans leave when the store is let go of. */
function traceStore(store: Store, tracer: Tracer, closeExporter: () => Promise<void>): Store {
  const groups = Object.entries(store).map(([group, verbs]: [string, unknown]) => {
    if (typeof verbs !== "object" || verbs === null) return [group, verbs];
    const stepOf = (verb: string): Step => ({ name: `${group}.${verb}`, kind: "client" });
    return [group, traceMethods(verbs, tracer, stepOf)];
  });
  return {
    ...store,
    ...Object.fromEntries(groups),
    async close() {
      await Promise.all([store.close(), closeExporter()]);
    },
  };
}

function traceKeyring(keyring: Keyring, tracer: Tracer): Keyring {
  return {
    ...keyring,
    async signingKey(set, alg) {
      const key = await keyring.signingKey(set, alg);
      const step: Step = { name: `sign ${key.alg}`, kind: "internal" };
      return { ...key, sign: (input) => tracer.step(step, () => key.sign(input)) };
    },
  };
}

/** Requests to the outside may begin a trace: some are made by jobs, for nobody who waits. */
function traceOutbound(outbound: Outbound, tracer: Tracer): Outbound {
  const step = (method: string, url: string): Step => {
    return { name: method, kind: "client", attributes: destinationOf(method, url) };
  };
  const options = { begins: true, outcome };
  return {
    getJson: async (url) => tracer.step(step("GET", url), () => outbound.getJson(url), options),
    getText: async (url) => tracer.step(step("GET", url), () => outbound.getText(url), options),
    postForm: async (url, fields) =>
      tracer.step(step("POST", url), () => outbound.postForm(url, fields), options),
  };
}

function destinationOf(method: string, url: string): Attributes {
  const host = URL.parse(url)?.hostname;
  return { "http.request.method": method, ...(host !== undefined && { "server.address": host }) };
}

type Answered = { readonly ok: true } | { readonly ok: false; readonly error: { reason: string } };

function outcome(result: Answered) {
  return { error_type: result.ok ? undefined : result.error.reason };
}

/** The same object, each of its methods a step. */
function traceMethods<T extends object>(
  target: T,
  tracer: Tracer,
  stepOf: (method: string) => Step,
): T {
  return new Proxy(target, {
    get(object, name) {
      const member: unknown = Reflect.get(object, name);
      if (typeof member !== "function" || typeof name !== "string") return member;
      return (...words: unknown[]) =>
        tracer.step(stepOf(name), (): unknown => Reflect.apply(member, object, words));
    },
  });
}
