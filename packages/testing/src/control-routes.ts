import type { TestBrowser } from "./browser.ts";
import type { TestClient } from "./clients.ts";
import type { TestServer } from "./test-server.ts";
import type { TestUser } from "./users.ts";

/** The JSON object of a request, or its query. */
export type ControlBody = Readonly<Record<string, unknown>>;

/** The routes by method and path. A TypeError is a mistake of the caller. */
export type ControlRoutes = Readonly<Record<string, (body: ControlBody) => unknown>>;

/** Clients, users and browsers are named by `client_id`, by `username` or subject, and by any name. */
export function createControlRoutes(latchkey: TestServer): ControlRoutes {
  const clients = new Map<string, TestClient>();
  const users = new Map<string, TestUser>();
  const browsers = new Map<string, TestBrowser>();
  const now = (): ControlBody => ({ now: latchkey.clock.now });

  const loadClient = async (id: string): Promise<TestClient> => {
    const reply = await latchkey.api.call("getOAuth2Client", { id });
    if (reply.ok) return reply.body;
    throw new TypeError(`There is no client ${id}.`);
  };
  const findClient = async ({ client_id, client_secret }: ControlBody): Promise<TestClient> => {
    const id = textOf(client_id, "client_id");
    const client = clients.get(id) ?? (await loadClient(id));
    return typeof client_secret === "string" ? { ...client, client_secret } : client;
  };
  const findBrowser = (name: unknown): TestBrowser | undefined => {
    if (name === undefined) return undefined;
    const key = textOf(name, "browser");
    const browser = browsers.get(key) ?? latchkey.openBrowser();
    browsers.set(key, browser);
    return browser;
  };

  return {
    "GET /clock": now,
    "POST /clock": ({ advance, set }) => {
      if (advance !== undefined) latchkey.clock.advance(momentOf(advance, "advance"));
      if (set !== undefined) latchkey.clock.set(momentOf(set, "set"));
      return now();
    },
    "POST /users": async (body) => {
      const user = await latchkey.createUser(body);
      users.set(user.username, user);
      return user;
    },
    "POST /clients": async (body) => {
      const client = await latchkey.createClient(body);
      clients.set(client.client_id, client);
      return client;
    },
    "POST /sign-in": async ({ client_id, client_secret, user, browser, ...parameters }) => {
      const client = await findClient({ client_id, client_secret });
      const named = textOf(user, "user");
      const own = findBrowser(browser);
      return latchkey.signIn({
        ...parameters,
        client,
        user: users.get(named) ?? named,
        ...(own !== undefined && { browser: own }),
      });
    },
    "POST /sign-out": async ({ browser = "", ...parameters }) => {
      const own = findBrowser(browser) ?? latchkey.openBrowser();
      const response = await latchkey.signOut({ ...parameters, browser: own });
      return { status: response.status, location: response.headers.get("location") };
    },
    "POST /expire": async ({ token }) => {
      await latchkey.expire(textOf(token, "token"));
      return now();
    },
    "POST /revoke": ({ token }) => latchkey.revoke(textOf(token, "token")),
    "POST /rotate-keys": ({ remove_old }) =>
      latchkey.rotateKeys({ remove_old: remove_old === true }),
    "POST /fail-next": (fault) => latchkey.failNext(fault),
    "GET /events": () => ({ events: latchkey.events }),
    "GET /backchannel-calls": () => ({ backchannel_calls: latchkey.backchannel_calls }),
  };
}

function textOf(value: unknown, name: string): string {
  if (typeof value === "string" && value !== "") return value;
  throw new TypeError(`${name} must be a string.`);
}

function momentOf(value: unknown, name: string): string | number {
  if (typeof value === "string" || typeof value === "number") return value;
  throw new TypeError(`${name} must be a string or a number.`);
}
