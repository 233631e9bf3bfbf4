import { createLog, type Handler, limitsOf, listen, type Listener } from "@latchkey/server/testing";
import { readSettings } from "./settings.ts";

/** The listeners of a test server. */
export interface TestListeners {
  readonly admin_url: string;
  /** The settings that name them. */
  readonly settings: Readonly<Record<string, unknown>>;
  readonly close: () => Promise<void>;
}

/** A handler that is known later: the issuer of a server contains the port of its listener. */
export interface LateHandler {
  readonly handler: Handler;
  become(handler: Handler): void;
}

/** Requests that arrive before `become` is called wait for it. */
export function createLateHandler(): LateHandler {
  const { promise, resolve } = Promise.withResolvers<Handler>();
  return { handler: async (incoming) => (await promise)(incoming), become: resolve };
}

/** Listens on 127.0.0.1, on the ports of the settings or on free ones. */
export async function openListeners(
  handlers: Readonly<Record<"public" | "admin", Handler>>,
  settings: Readonly<Record<string, unknown>>,
): Promise<TestListeners> {
  const config = readSettings(settings);
  const open = (name: "public" | "admin"): Promise<Listener> =>
    listen({
      handler: handlers[name],
      host: "127.0.0.1",
      port: `serve.${name}.port` in settings ? config[`serve.${name}.port`] : 0,
      setting: `serve.${name}`,
      limits: limitsOf(config),
      fast_lane: config["serve.http.fast_lane"],
      log: createLog({ level: config["log.level"], format: "json" }),
    });
  const [of_public, of_admin] = await Promise.all([open("public"), open("admin")]);
  const close = (one: Listener): Promise<void> => one.close({ drain_ms: 0, timeout_ms: 0 });
  return {
    admin_url: of_admin.url,
    settings: {
      "urls.self.issuer": of_public.url,
      "serve.public.port": of_public.port,
      "serve.admin.port": of_admin.port,
    },
    close: async () => void (await Promise.all([close(of_public), close(of_admin)])),
  };
}

/** RFC 6761 §6.3: names that only this machine can resolve, so that the server runs as in development. */
const ADMIN_URL = "http://admin.latchkey.localhost";

export const noListeners: TestListeners = {
  admin_url: ADMIN_URL,
  settings: { "urls.self.issuer": "http://latchkey.localhost", "urls.self.admin": ADMIN_URL },
  close: async () => {},
};
