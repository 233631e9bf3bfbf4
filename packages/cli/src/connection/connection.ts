import { operations } from "@latchkey/api";
import { type Client, createClient } from "@latchkey/client";

import { type Arguments, type Options, UsageError } from "../arguments/command.ts";
import { durationOf, isSet, valueOf } from "../arguments/flags.ts";
import { createFetch, type Fetch } from "./http-fetch.ts";
import { ATTEMPT_MS, withRetries } from "./retry.ts";
import { exitCodes } from "../output/exit-codes.ts";
import { Failure } from "../output/failure.ts";
import type { ProcessIo } from "../process-io.ts";
import { readLogin } from "./logins.ts";

const transportOptions: Options = {
  "skip-tls-verify": { type: "boolean", summary: "Accept any certificate. For tests only." },
  "fake-tls-termination": {
    type: "boolean",
    summary: "Send X-Forwarded-Proto: https, as a TLS-terminating proxy would.",
  },
  "fail-after": {
    type: "text",
    default: "1m",
    summary: "How long to retry while the server does not respond.",
  },
};

/** Flags of commands that call the admin API. */
export const adminOptions: Options = {
  endpoint: {
    type: "text",
    env: ["LATCHKEY_ADMIN_URL", "HYDRA_ADMIN_URL", "ORY_SDK_URL"],
    default: "http://127.0.0.1:4445",
    summary: "URL of the admin listener; unix:///path is supported.",
  },
  "access-token": {
    type: "text",
    env: ["LATCHKEY_API_KEY", "OAUTH2_ACCESS_TOKEN"],
    summary: "API key for the admin listener.",
  },
  ...transportOptions,
};

/** Flags of commands that call the public API. */
export const publicOptions: Options = {
  endpoint: {
    type: "text",
    env: ["LATCHKEY_URL", "HYDRA_URL", "ORY_SDK_URL"],
    default: "http://127.0.0.1:4444",
    summary: "URL of the public listener; unix:///path is supported.",
  },
  ...transportOptions,
};

/** A client of the admin API at the configured endpoint. */
export function connectAdmin(args: Arguments, io: ProcessIo): Client {
  const given = valueOf(args, "access-token", adminOptions, io);
  const { base, ...transport } = transportOf(args, io, adminOptions);
  const api_key = given || loginAt(endpointOf(args, io, adminOptions), io);
  return createClient({ admin: base, ...transport, ...(api_key && { api_key }) });
}

/** The token of a user who logged in at this endpoint, unless it expired. */
function loginAt(endpoint: string, io: ProcessIo): string | undefined {
  const login = readLogin(endpoint, io);
  if (login === undefined) return undefined;
  if (Date.parse(login.expires_at) > Date.now()) return login.token;
  throw new Failure(
    exitCodes.denied,
    `Your login at ${endpoint} expired at ${login.expires_at}. Log in again with latchkey login, or remove it with latchkey logout.`,
  );
}

/** A client of both APIs at the endpoint of the admin listener, which serves what clients call too; and that endpoint. */
export function connectForLogin(
  args: Arguments,
  io: ProcessIo,
): { readonly latchkey: Client; readonly endpoint: string } {
  const { base, ...transport } = transportOf(args, io, adminOptions);
  const latchkey = createClient({ admin: base, public: base, ...transport });
  return { latchkey, endpoint: endpointOf(args, io, adminOptions) };
}

/** A client of the public API at the configured endpoint, optionally with another token endpoint. */
export function connectPublic(args: Arguments, io: ProcessIo, token_url?: string): Client {
  const { base, fetch, ...transport } = transportOf(args, io, publicOptions);
  const send: Fetch = (url, init) =>
    fetch(token_url !== undefined && url === base + TOKEN_PATH ? token_url : url, init);
  return createClient({ public: base, ...transport, fetch: send });
}

const TOKEN_PATH = operations.oauth2Token.path;

/** The configured endpoint, without a trailing slash. */
function endpointOf(args: Arguments, io: ProcessIo, options: Options): string {
  const endpoint = valueOf(args, "endpoint", options, io) ?? "";
  if (!/^(https?|unix):\/\/.+/.test(endpoint))
    throw new UsageError(
      `--endpoint must begin with http://, https:// or unix://, not ${endpoint || "be empty"}.`,
    );
  return endpoint.replace(/\/+$/, "");
}

interface Transport {
  readonly base: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly timeout_ms: number;
  readonly fetch: Fetch;
}

function transportOf(args: Arguments, io: ProcessIo, options: Options): Transport {
  const endpoint = endpointOf(args, io, options);
  const socket_path = /^unix:\/\/(.+)$/.exec(endpoint)?.[1];
  const send = createFetch({
    skip_tls_verify: isSet(args, "skip-tls-verify"),
    ...(socket_path !== undefined && { socket_path }),
  });
  const failAfterMs = durationOf(args, "fail-after");
  return {
    base: socket_path === undefined ? endpoint : "http://localhost",
    headers: isSet(args, "fake-tls-termination") ? { "X-Forwarded-Proto": "https" } : {},
    timeout_ms: failAfterMs + ATTEMPT_MS,
    fetch: withRetries(send, endpoint, failAfterMs, io),
  };
}
