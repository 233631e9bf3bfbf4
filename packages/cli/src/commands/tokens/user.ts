import type { AuthorizationRequest } from "@latchkey/api";

import type { Arguments, Command } from "../../arguments/command.ts";
import { connectPublic, publicOptions } from "../../connection/connection.ts";
import { exitCodes } from "../../output/exit-codes.ts";
import { Failure } from "../../output/failure.ts";
import { countOf, isSet, listOf, textOf } from "../../arguments/flags.ts";
import { formatOptions } from "../../output/format.ts";
import type { ProcessIo } from "../../process-io.ts";
import {
  buildAuthorizationRequest,
  type PendingAuthorization,
  readCode,
  checkAuthorizationRequest,
} from "./authorization-request.ts";
import { listenForCallback, type Callback } from "./callback.ts";
import { credentialOptions, credentialsOf } from "./credentials.ts";
import { showTokens } from "./show-tokens.ts";

/** `latchkey token user`: runs the authorization code flow as a client on this machine. */
export const userToken: Command = {
  usage: "--client-id ID [--client-secret SECRET] [flags]",
  options: {
    ...credentialOptions,
    scope: { type: "text", default: "offline,openid", summary: "Scopes to request." },
    audience: { type: "text", summary: "Audiences to request." },
    resource: { type: "text", summary: "APIs to request a token for, by their identifiers." },
    prompt: { type: "text", summary: "login, consent, none, or several of them." },
    "max-age": { type: "text", summary: "Maximum age of the login, in seconds." },
    port: {
      type: "text",
      default: "4446",
      summary: "Port of the local redirect URI; 0 for any free port.",
    },
    redirect: { type: "text", summary: "Redirect URI, if not the local one." },
    "auth-url": { type: "text", summary: "Use another authorization endpoint." },
    "token-url": { type: "text", summary: "Use another token endpoint." },
    https: { type: "boolean", summary: "Listen with TLS and a self-signed certificate." },
    "no-open": { type: "boolean", summary: "Print the URL and do not open a browser." },
    ...formatOptions("table"),
    ...publicOptions,
  },
  max_arguments: 0,
  note: "The redirect URI, by default http://127.0.0.1:4446/callback, must be registered for the client. PKCE, state and nonce are always used.",
  examples: [
    "latchkey token user --client-id photos --client-secret $SECRET",
    "latchkey token user --client-id spa --scope openid,profile --no-open --format json",
  ],
  run: async (args, io) => {
    const path = new URL(textOf(args, "redirect") ?? "http://localhost/callback").pathname;
    const port = countOf(args, "port");
    const callback = await listenForCallback(path, port, await selfSignedCertificate(args));
    try {
      await runFlow(callback, args, io);
      return exitCodes.done;
    } finally {
      callback.close();
    }
  },
};

/** Runs the flow and prints the tokens. */
async function runFlow(callback: Callback, args: Arguments, io: ProcessIo): Promise<void> {
  const { client_id, fields, options } = credentialsOf(args, io);
  const latchkey = connectPublic(args, io, textOf(args, "token-url"));
  const { issuer, authorization_endpoint = "" } = await latchkey.discoverOpenIDConfiguration();
  const redirect_uri = textOf(args, "redirect") ?? defaultRedirectUri(callback, args);
  const endpoint = textOf(args, "auth-url") ?? authorization_endpoint;
  const pending = buildAuthorizationRequest(endpoint, {
    ...requestOf(args),
    client_id,
    redirect_uri,
  });
  if (textOf(args, "auth-url") === undefined) await checkAuthorizationRequest(pending, latchkey);

  const answer = await authorizeInBrowser(pending, redirect_uri, callback, args, io);
  const code = readCode(answer, pending, issuer);
  const { code_verifier } = pending;
  const request = { grant_type: "authorization_code", code, code_verifier, redirect_uri };
  const tokens = await latchkey.oauth2Token(
    { ...request, resource: listOf(args, "resource") ?? [], ...fields },
    options,
  );
  showTokens(tokens, (await latchkey.wellKnown()).keys, args, io);
}

function requestOf(args: Arguments): AuthorizationRequest {
  const max_age = textOf(args, "max-age");
  return {
    scope: (listOf(args, "scope") ?? []).join(" "),
    audience: (listOf(args, "audience") ?? []).join(" "),
    resource: listOf(args, "resource") ?? [],
    prompt: (listOf(args, "prompt") ?? []).join(" "),
    ...(max_age !== undefined && { max_age: countOf(args, "max-age") }),
  };
}

/** Opens the browser and waits for the redirect. */
async function authorizeInBrowser(
  { url }: PendingAuthorization,
  redirect_uri: string,
  callback: Callback,
  args: Arguments,
  io: ProcessIo,
): Promise<URLSearchParams> {
  io.err(`Open this page and sign in:\n\n  ${url}\n\n`);
  io.err(`Waiting for the browser at ${redirect_uri}. Press Ctrl-C to cancel.\n`);
  if (!isSet(args, "no-open")) io.open(url);
  const answer = await Promise.race([callback.answer, io.stopped()]);
  if (answer === undefined)
    throw new Failure(exitCodes.failed, "Cancelled: the browser did not return.");
  return answer;
}

function defaultRedirectUri({ port }: Callback, args: Arguments): string {
  return `${isSet(args, "https") ? "https" : "http"}://127.0.0.1:${port}/callback`;
}

async function selfSignedCertificate(args: Arguments) {
  if (!isSet(args, "https")) return undefined;
  const { createSelfSigned } = await import("@latchkey/server");
  const now = Math.floor(Date.now() / 1000);
  const hosts = ["127.0.0.1", "localhost"];
  const { key_pem: key, certificate_pem: cert } = await createSelfSigned({ hosts, days: 1, now });
  return { key, cert };
}
