import {
  accessTokenFormats,
  accessTokenTypes,
  type ApiInput,
  signingAlgorithms,
} from "@latchkey/api";

import type { Arguments, Options } from "../../arguments/command.ts";
import { isSet, listOf, textOf } from "../../arguments/flags.ts";

/** Flags for the fields of an API. */
export const apiOptions: Options = {
  name: { type: "text", short: "n", summary: "Name shown to operators." },
  scopes: {
    type: "text",
    summary: "Scopes it has, separated by commas or repeated. Tokens for it alone have no others.",
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
