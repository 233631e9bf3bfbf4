import { setTimeout as pause } from "node:timers/promises";

import { operations } from "@latchkey/api";
import { type Client, createClient } from "@latchkey/client";

import { type Arguments, type Options, UsageError } from "./command.ts";
import { exitCodes } from "./exit-codes.ts";
import { Failure } from "./failure.ts";
import { durationOf, isSaid, valueOf } from "./flags.ts";
import { createFetch, type Fetch } from "./http-fetch.ts";
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
  const { base, headers, fetch } = reach(given, world, adminOptions);
  return createClient({ admin: base, headers, fetch, ...(api_key && { api_key }) });
}

/** The SDK, on the public listener that the flags or the environment name, the token endpoint elsewhere if need be. */
export function connectPublic(given: Arguments, world: World, token_url?: string): Client {
  const { base, headers, fetch } = reach(given, world, publicOptions);
  const send: Fetch = (url, init) =>
    fetch(token_url !== undefined && url === base + TOKEN_PATH ? token_url : url, init);
  return createClient({ public: base, headers, fetch: send });
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
  readonly fetch: Fetch;
}

function reach(given: Arguments, world: World, options: Options): Reach {
  const endpoint = endpointOf(given, world, options);
  const socket_path = /^unix:\/\/(.+)$/.exec(endpoint)?.[1];
  const send = createFetch({
    skip_tls_verify: isSaid(given, "skip-tls-verify"),
    ...(socket_path !== undefined && { socket_path }),
  });
  return {
    base: socket_path === undefined ? endpoint : "http://localhost",
    headers: isSaid(given, "fake-tls-termination") ? { "X-Forwarded-Proto": "https" } : {},
    fetch: persistent(send, endpoint, durationOf(given, "fail-after", 60_000), world),
  };
}

const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 2_000;

/** Tries again while nobody answers, or somebody who has trouble, until the time is over. */
function persistent(send: Fetch, endpoint: string, fail_after_ms: number, world: World): Fetch {
  return async (url, init) => {
    const end = Date.now() + fail_after_ms;
    let wait_ms = FIRST_PAUSE_MS;
    for (let attempt = 1; ; attempt += 1) {
      const last = Date.now() + wait_ms > end;
      try {
        const response = await send(url, init);
        if (last || !isTrouble(response.status)) return response;
      } catch (error) {
        if (last || isDistrust(error)) throw unreachable(endpoint, error);
      }
      if (attempt === 1)
        world.err(
          `${endpoint} does not answer yet. Trying on, as long as --fail-after says (0 gives up at once).\n`,
        );
      await pause(wait_ms);
      wait_ms = Math.min(wait_ms * 2, LONGEST_PAUSE_MS);
    }
  };
}

/** What a proxy says of a server that is not up yet. A plain 500 is the server's own, and it would only say it again. */
function isTrouble(status: number): boolean {
  return status === 502 || status === 503 || status === 504;
}

/** Somebody is there, and no waiting will make their certificate a better one. */
function isDistrust(error: unknown): boolean {
  return /CERT|SELF_SIGNED|ALTNAME|ISSUER/.test(codeOf(error));
}

function unreachable(endpoint: string, cause: unknown): Failure {
  const code = codeOf(cause);
  const message = isDistrust(cause)
    ? `The certificate of ${endpoint} is not trusted (${code}). Name an authority of your own in NODE_EXTRA_CA_CERTS, or say --skip-tls-verify for a test.`
    : `No server answers at ${endpoint}${code && ` (${code})`}. Start one with latchkey serve, or say where it is with --endpoint.`;
  return new Failure(exitCodes.unreachable, message, { cause });
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "";
}
