import type { ClientCredentials } from "@latchkey/api";
import { basic, type CallOptions } from "@latchkey/client";

import { type Arguments, type Options, UsageError } from "../../arguments/command.ts";
import { textOf, valueOf } from "../../arguments/flags.ts";
import type { ProcessIo } from "../../process-io.ts";

/** Flags for client authentication. */
export const credentialOptions: Options = {
  "client-id": { type: "text", env: ["OAUTH2_CLIENT_ID"], summary: "Client ID." },
  "client-secret": {
    type: "text",
    env: ["OAUTH2_CLIENT_SECRET"],
    summary: "Client secret; the variable keeps it out of the process list.",
  },
  "client-auth": {
    type: "text",
    default: "basic",
    values: ["basic", "post"],
    summary: "How the secret is sent: in the Authorization header or in the form.",
  },
};

/** Client authentication: RFC 6749 §2.3.1. */
export interface Credentials {
  readonly client_id: string;
  readonly fields: ClientCredentials;
  readonly options: CallOptions;
}

/** Reads the credentials from flags or environment. A public client sends only its client_id. */
export function credentialsOf(args: Arguments, io: ProcessIo): Credentials {
  const client_id = valueOf(args, "client-id", credentialOptions, io);
  const client_secret = valueOf(args, "client-secret", credentialOptions, io);
  if (client_id === undefined || client_id === "")
    throw new UsageError("Specify the client with --client-id or OAUTH2_CLIENT_ID.");
  if (client_secret && textOf(args, "client-auth") === "post")
    return { client_id, fields: { client_id, client_secret }, options: {} };
  return client_secret
    ? { client_id, fields: {}, options: { authorization: basic(client_id, client_secret) } }
    : { client_id, fields: { client_id }, options: {} };
}
