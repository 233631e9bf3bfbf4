import { operations } from "@latchkey/api";
import { type Client, createClient } from "@latchkey/client";

import { type Arguments, type Options, UsageError } from "./command.ts";
import { durationOf, isSaid, valueOf } from "./flags.ts";
import { createFetch, type Fetch } from "./http-fetch.ts";
import { ATTEMPT_MS, persistent } from "./persistent.ts";
import type { World } from "./world.ts";

const transportOptions: Options = {
  "skip-tls-verify": { type: "boolean", summary: "Accepts any certificate: for tests only." },
  "fake-tls-termination": {
    type: "boolean",
    summary: "Says X-Forwarded-Proto: https, as a proxy in front would.",
  },
  "fail-after": {
    type: "text",
    default: "1m",
    summary: "How long to go on trying while the server does not answer.",
  },
};

/** The flags of every command that speaks to the admin listener. */
export const adminOptions: Options = {
  endpoint: {
    type: "text",
    env: ["LATCHKEY_ADMIN_URL", "HYDRA_ADMIN_URL"],
    default: "http://127.0.0.1:4445",
    summary: "Where the admin listener is; unix:///path works too.",
  },
  "access-token": {
    type: "text",
    env: ["LATCHKEY_API_KEY", "OAUTH2_ACCESS_TOKEN"],
    summary: "An API key of the admin listener.",
  },
  ...transportOptions,
};

/** The flags of every command that speaks to the public listener. */
export const publicOptions: Options = {
  endpoint: {
    type: "text",
    env: ["LATCHKEY_URL", "HYDRA_URL"],
    default: "http://127.0.0.1:4444",
    summary: "Where the public listener is; unix:///path works too.",
  },
  ...transportOptions,
};

/** The SDK, on the admin listener that the flags or the environment name. */
export function connectAdmin(given: Arguments, world: World): Client {
  const api_key = valueOf(given, "access-token", adminOptions, world);
  const { base, ...ways } = reach(given, world, adminOptions);
  return createClient({ admin: base, ...ways, ...(api_key && { api_key }) });
}

/** The SDK, on the public listener that the flags or the environment name, the token endpoint elsewhere if need be. */
export function connectPublic(given: Arguments, world: World, token_url?: string): Client {
  const { base, fetch, ...ways } = reach(given, world, publicOptions);
  const send: Fetch = (url, init) =>
    fetch(token_url !== undefined && url === base + TOKEN_PATH ? token_url : url, init);
  return createClient({ public: base, ...ways, fetch: send });
}

const TOKEN_PATH = operations.oauth2Token.path;

/** Where the flags or the environment say the listener is, without a slash at the end. */
function endpointOf(given: Arguments, world: World, options: Options): string {
  const endpoint = valueOf(given, "endpoint", options, world) ?? "";
  if (!/^(https?|unix):\/\/.+/.test(endpoint))
    throw new UsageError(
      `${endpoint || "Nothing"} is no endpoint: it must begin with http://, https:// or unix://.`,
    );
  return endpoint.replace(/\/+$/, "");
}

interface Reach {
  readonly base: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly timeout_ms: number;
  readonly fetch: Fetch;
}

function reach(given: Arguments, world: World, options: Options): Reach {
  const endpoint = endpointOf(given, world, options);
  const socket_path = /^unix:\/\/(.+)$/.exec(endpoint)?.[1];
  const send = createFetch({
    skip_tls_verify: isSaid(given, "skip-tls-verify"),
    ...(socket_path !== undefined && { socket_path }),
  });
  const fail_after_ms = durationOf(given, "fail-after", 60_000);
  return {
    base: socket_path === undefined ? endpoint : "http://localhost",
    headers: isSaid(given, "fake-tls-termination") ? { "X-Forwarded-Proto": "https" } : {},
    timeout_ms: fail_after_ms + ATTEMPT_MS,
    fetch: persistent(send, endpoint, fail_after_ms, world),
  };
}
