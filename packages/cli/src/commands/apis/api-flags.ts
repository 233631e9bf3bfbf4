import { readFileSync } from "node:fs";
import {
  accessTokenFormats,
  accessTokenTypes,
  type ApiInput,
  apiInput,
  explain,
  read,
  signingAlgorithms,
} from "@latchkey/api";

import type { Arguments, Options } from "../../arguments/command.ts";
import { isSet, listOf, textOf } from "../../arguments/flags.ts";
import { exitCodes } from "../../output/exit-codes.ts";
import { Failure } from "../../output/failure.ts";

/** Flags for the fields of an API. */
export const apiOptions: Options = {
  name: { type: "text", short: "n", summary: "Name shown to operators." },
  scopes: {
    type: "text",
    summary: "Scopes it has, separated by commas or repeated. Tokens for it alone have no others.",
  },
  texts: {
    type: "text",
    summary: "JSON file with what users read: texts of the API, scope_texts by scope, by language.",
  },
  "token-format": {
    type: "text",
    values: accessTokenFormats,
    summary: "Form of its access tokens; that of the client by default.",
  },
  "token-lifespan": {
    type: "text",
    summary: "How long its access tokens are valid at most, such as 10m.",
  },
  "signing-alg": {
    type: "text",
    values: signingAlgorithms,
    summary: "Algorithm of its JWTs; the server's by default.",
  },
  "jwt-typ": {
    type: "text",
    values: accessTokenTypes,
    summary: "typ header of its JWTs; at+jwt by default.",
  },
  "any-client": {
    type: "boolean",
    summary: "Every client may request it, not only those that have it in their audience.",
  },
  consent: {
    type: "boolean",
    summary: "Whether users are asked for consent; --consent=false for an API of your own.",
  },
  "introspection-clients": {
    type: "text",
    summary: "IDs of the clients that may introspect its tokens at the public listener.",
  },
};

/** The fields that the flags set. The server checks the values. */
export function readApi(args: Arguments): ApiInput {
  const format = accessTokenFormats.find((known) => known === textOf(args, "token-format"));
  const typ = accessTokenTypes.find((known) => known === textOf(args, "jwt-typ"));
  const texts = {
    name: textOf(args, "name"),
    scopes: listOf(args, "scopes"),
    ...readTexts(textOf(args, "texts")),
    access_token_format: format,
    access_token_lifespan: textOf(args, "token-lifespan"),
    access_token_signing_alg: textOf(args, "signing-alg"),
    access_token_jwt_typ: typ,
    allow_any_client: args.flags.has("any-client") ? isSet(args, "any-client") : undefined,
    consent_required: args.flags.has("consent") ? isSet(args, "consent") : undefined,
    introspection_clients: listOf(args, "introspection-clients"),
  };
  return Object.fromEntries(Object.entries(texts).filter(([, value]) => value !== undefined));
}

/** The texts of a file. What it leaves out is unchanged. */
function readTexts(file: string | undefined): Pick<ApiInput, "texts" | "scope_texts"> {
  if (file === undefined) return {};
  const input = read(apiInput, parseFile(file));
  if (!input.ok)
    throw new Failure(exitCodes.misused, `${file} has no such texts: ${explain(input.error)}`);
  const { texts, scope_texts, ...others } = input.value;
  const [other] = Object.keys(others);
  if (other !== undefined)
    throw new Failure(
      exitCodes.misused,
      `${file} may have the fields texts and scope_texts, not ${other}.`,
    );
  return { ...(texts && { texts }), ...(scope_texts && { scope_texts }) };
}

function parseFile(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch (cause) {
    const why = cause instanceof SyntaxError ? "is not valid JSON" : "could not be read";
    throw new Failure(exitCodes.misused, `${file} ${why}.`, { cause });
  }
}
