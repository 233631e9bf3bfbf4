import type { AuthorizationRequest } from "@latchkey/api";

import type { Arguments, Command } from "../command.ts";
import { connectPublic, publicOptions } from "../connection.ts";
import { exitCodes } from "../exit-codes.ts";
import { Failure } from "../failure.ts";
import { countOf, isSaid, listOf, textOf } from "../flags.ts";
import { formatOptions } from "../format.ts";
import type { World } from "../world.ts";
import { askForCode, type Question, readCode, rehearse } from "./authorization.ts";
import { awaitCallback, type Callback } from "./callback.ts";
import { credentialOptions, credentialsOf } from "./credentials.ts";
import { showTokens } from "./tokens-page.ts";

/** `latchkey token user`: the whole journey of a person, with this machine in the part of the app. */
export const userToken: Command = {
  usage: "--client-id ID [--client-secret SECRET] [flags]",
  options: {
    ...credentialOptions,
    scope: { type: "text", default: "offline,openid", summary: "The scopes to ask for." },
    audience: { type: "text", summary: "The audiences to ask for." },
    prompt: { type: "text", summary: "login, consent, none, or several of them." },
    "max-age": { type: "text", summary: "How many seconds ago the login may have been." },
    port: { type: "text", default: "4446", summary: "Where to wait for the browser; 0 is any." },
    redirect: { type: "text", summary: "The redirect URI, if it is not this machine's own." },
    "auth-url": { type: "text", summary: "Another authorization endpoint." },
    "token-url": { type: "text", summary: "Another token endpoint." },
    https: { type: "boolean", summary: "Waits with TLS, and a certificate of its own making." },
    "no-open": { type: "boolean", summary: "Prints the URL and opens no browser." },
    ...formatOptions("table"),
    ...publicOptions,
  },
  most_words: 0,
  note: "The client must have the redirect URI, http://127.0.0.1:4446/callback unless told otherwise. PKCE, state and nonce are always used.",
  examples: [
    "latchkey token user --client-id photos --client-secret $SECRET",
    "latchkey token user --client-id spa --scope openid,profile --no-open --format json",
  ],
  run: async (given, world) => {
    const path = new URL(textOf(given, "redirect") ?? "http://localhost/callback").pathname;
    const port = countOf(given, "port", 4446);
    const callback = await awaitCallback(path, port, await tlsPair(given));
    try {
      await travel(callback, given, world);
      return exitCodes.done;
    } finally {
      callback.close();
    }
  },
};

/** Asks, waits, redeems what the browser brings, and shows what came of it. */
async function travel(callback: Callback, given: Arguments, world: World): Promise<void> {
  const { client_id, fields, options } = credentialsOf(given, world);
  const latchkey = connectPublic(given, world, textOf(given, "token-url"));
  const { issuer, authorization_endpoint = "" } = await latchkey.discoverOpenIDConfiguration();
  const redirect_uri = textOf(given, "redirect") ?? ownRedirectUri(callback, given);
  const endpoint = textOf(given, "auth-url") ?? authorization_endpoint;
  const question = askForCode(endpoint, { ...requestOf(given), client_id, redirect_uri });
  if (textOf(given, "auth-url") === undefined) await rehearse(question, latchkey);

  const answer = await send(question, redirect_uri, callback, given, world);
  const code = readCode(answer, question, issuer);
  const { code_verifier } = question;
  const request = { grant_type: "authorization_code", code, code_verifier, redirect_uri };
  const tokens = await latchkey.oauth2Token({ ...request, ...fields }, options);
  showTokens(tokens, (await latchkey.wellKnown()).keys, given, world);
}

function requestOf(given: Arguments): AuthorizationRequest {
  const max_age = textOf(given, "max-age");
  return {
    scope: (listOf(given, "scope") ?? ["offline", "openid"]).join(" "),
    audience: (listOf(given, "audience") ?? []).join(" "),
    prompt: (listOf(given, "prompt") ?? []).join(" "),
    ...(max_age !== undefined && { max_age: countOf(given, "max-age", 0) }),
  };
}

/** Sends the person on their way, and waits until they are back. */
async function send(
  { url }: Question,
  redirect_uri: string,
  callback: Callback,
  given: Arguments,
  world: World,
): Promise<URLSearchParams> {
  world.err(`Open this page and sign in:\n\n  ${url}\n\n`);
  world.err(`Waiting for the browser at ${redirect_uri}. Ctrl-C gives up.\n`);
  if (!isSaid(given, "no-open")) world.open(url);
  const answer = await Promise.race([callback.answer, world.stopped()]);
  if (answer === undefined) throw new Failure(exitCodes.failed, "Nobody came back.");
  return answer;
}

function ownRedirectUri({ port }: Callback, given: Arguments): string {
  return `${isSaid(given, "https") ? "https" : "http"}://127.0.0.1:${port}/callback`;
}

async function tlsPair(given: Arguments) {
  if (!isSaid(given, "https")) return undefined;
  const { createSelfSigned } = await import("@latchkey/server");
  const now = Math.floor(Date.now() / 1000);
  const hosts = ["127.0.0.1", "localhost"];
  const { key_pem: key, certificate_pem: cert } = await createSelfSigned({ hosts, days: 1, now });
  return { key, cert };
}
