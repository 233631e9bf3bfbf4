import type { ClientCredentials } from "@latchkey/api";
import { basic, type CallOptions } from "@latchkey/client";

import { type Arguments, type Options, UsageError } from "../command.ts";
import { textOf, valueOf } from "../flags.ts";
import type { World } from "../world.ts";

/** The flags by which the command speaks as a client. */
export const credentialOptions: Options = {
  "client-id": { type: "text", env: ["OAUTH2_CLIENT_ID"], summary: "The id of the client." },
  "client-secret": {
    type: "text",
    env: ["OAUTH2_CLIENT_SECRET"],
    summary: "Its secret; the variable keeps it out of the list of processes.",
  },
  "client-auth": {
    type: "text",
    default: "basic",
    values: ["basic", "post"],
    summary: "Where the secret travels: in a header, or in the form.",
  },
};

/** Who the command speaks as, and how a request says so: RFC 6749 §2.3.1. */
export interface Credentials {
  readonly client_id: string;
  readonly fields: ClientCredentials;
  readonly options: CallOptions;
}

/** The client that the flags or the environment name. One without a secret only says who it is. */
export function credentialsOf(given: Arguments, world: World): Credentials {
  const client_id = valueOf(given, "client-id", credentialOptions, world);
  const client_secret = valueOf(given, "client-secret", credentialOptions, world);
  if (client_id === undefined || client_id === "")
    throw new UsageError("Say which client: --client-id, or OAUTH2_CLIENT_ID.");
  if (client_secret && textOf(given, "client-auth") === "post")
    return { client_id, fields: { client_id, client_secret }, options: {} };
  return client_secret
    ? { client_id, fields: {}, options: { authorization: basic(client_id, client_secret) } }
    : { client_id, fields: { client_id }, options: {} };
}
