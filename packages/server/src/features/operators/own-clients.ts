import { bracketIpv6 } from "@latchkey/api";
import { terminatesTls } from "../../config/derived.ts";
import { isLoopback } from "../../config/loopback.ts";
import type { Config } from "../../config/settings.ts";
import type { ClientSource, FoundClient, WantedClient } from "../../context/context.ts";
import { type Client, defaultClientMetadata, type NewClient } from "../../oauth/client.ts";
import { joinUrl } from "../../openid/urls.ts";
import { ok } from "../../result.ts";
import type { OperatorsContext } from "./context.ts";

/** The clients with which users sign in to the admin API: in a browser, and with a device code. */
export const ownClientIds = { console: "latchkey-console", command: "latchkey-command" } as const;

/** Where the console receives the response. */
const RETURN_PATH = "/console/signed-in";

/** They are stored when they are first used: grants belong to clients that are. */
export const ownClients: ClientSource<OperatorsContext> = { is_built_in: true, owns, find };

function owns(client_id: string): boolean {
  return client_id === ownClientIds.console || client_id === ownClientIds.command;
}

async function find(
  { client_id, stored }: WantedClient,
  { config, store, now }: OperatorsContext,
): Promise<FoundClient> {
  const described = describe(client_id, config);
  if (stored !== undefined && isUnchanged(stored, described)) return ok(stored);
  const replacement = { ...described, updated_at: now() };
  await (stored === undefined
    ? store.clients.create({ ...replacement, created_at: now() })
    : store.clients.replace(replacement));
  return ok(await store.clients.findCurrent(client_id));
}

type Described = Omit<NewClient, "created_at" | "updated_at">;

function describe(client_id: string, config: Config): Described {
  const shared = {
    ...defaultClientMetadata,
    client_id,
    client_secret_hash: undefined,
    token_endpoint_auth_method: "none",
    scope: ["openid"],
    subject_type: "public",
    exact_redirect_uris: true,
  } as const;
  if (client_id === ownClientIds.console)
    return {
      ...shared,
      client_name: "Latchkey console",
      grant_types: ["authorization_code"],
      response_types: ["code"],
      redirect_uris: adminUrls(config).map((url) => joinUrl(url, RETURN_PATH)),
      skip_consent: true,
    };
  // The user consents: otherwise a code that an attacker sends would be one click away from a token.
  return {
    ...shared,
    client_name: "Latchkey command",
    grant_types: ["urn:ietf:params:oauth:grant-type:device_code"],
    response_types: [],
    redirect_uris: [],
    skip_consent: false,
  };
}

/** The URLs of the console. Without one in the settings it is reached on this machine alone. */
function adminUrls(config: Config): readonly string[] {
  const own = config["urls.self.admin"];
  if (own !== undefined) return [own];
  if (!isLoopback(config["serve.admin.host"])) return [];
  const scheme = terminatesTls(config, "admin") ? "https" : "http";
  const port = config["serve.admin.port"];
  return ["127.0.0.1", "localhost", "::1"].map(
    (name) => `${scheme}://${bracketIpv6(name)}:${port}`,
  );
}

/** Whether a client is stored as it is described now. */
function isUnchanged(stored: Client, described: Described): boolean {
  const known: Readonly<Record<string, unknown>> = { ...stored };
  return Object.entries(described).every(
    ([name, value]) => JSON.stringify(known[name]) === JSON.stringify(value),
  );
}
