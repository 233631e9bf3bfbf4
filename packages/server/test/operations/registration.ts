import assert from "node:assert/strict";
import type { ClientRegistration } from "@latchkey/api";
import type { Context } from "../../src/context/context.ts";
import type { RegistrationContext } from "../../src/features/registration/context.ts";
import type { TestServer } from "../support/server.ts";

/** The context of a server that has the feature. */
export function registrationContextOf({ server }: Pick<TestServer, "server">): RegistrationContext {
  assert.ok(hasRegistration(server.context));
  return server.context;
}

function hasRegistration(context: Context): context is RegistrationContext {
  return "registration" in context;
}

/** A reply of the registration endpoint. */
export interface RegistrationReply {
  readonly status: number;
  readonly headers: Headers;
  /** Undefined where there is none. */
  readonly body: Partial<ClientRegistration> & {
    readonly error?: string;
    readonly error_description?: string;
  };
}

/** What a public web app says of itself. */
export const photos = {
  client_name: "Photos",
  redirect_uris: ["https://photos.example/callback"],
  token_endpoint_auth_method: "none",
};

/** Calls the registration endpoint as a stranger would: no SDK, no types. */
export async function callRegistration(
  { fetch }: Pick<TestServer, "fetch">,
  request: {
    readonly method?: string;
    readonly path?: string;
    readonly body?: unknown;
    readonly token?: string | undefined;
    readonly headers?: Readonly<Record<string, string>>;
  },
): Promise<RegistrationReply> {
  const { method = "POST", path = "/connect/register", body, token, headers } = request;
  const response = await fetch(`http://public.test${path}`, {
    method,
    headers: {
      ...(body !== undefined && { "Content-Type": "application/json" }),
      ...(token !== undefined && { Authorization: `Bearer ${token}` }),
      ...headers,
    },
    ...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    body: text === "" ? {} : JSON.parse(text),
  };
}

/** Registers a client that must be accepted. */
export async function registerSelf(
  server: Pick<TestServer, "fetch">,
  body: object = photos,
  token?: string,
): Promise<{ readonly id: string; readonly token: string; readonly reply: RegistrationReply }> {
  const reply = await callRegistration(server, { body, token });
  assert.equal(reply.status, 201, JSON.stringify(reply.body));
  const { client_id = "", registration_access_token = "" } = reply.body;
  return { id: client_id, token: registration_access_token, reply };
}
