import type { OAuth2Client } from "@latchkey/api";
import type { Context } from "../../context/context.ts";
import {
  generateClientSecret,
  hashChosenSecret,
  hashGeneratedSecret,
} from "../../crypto/client-secret.ts";
import { randomId } from "../../crypto/random.ts";
import { prepareClientKeys } from "../../grants/prepare-keys.ts";
import type { Request } from "../../http/request.ts";
import { readJson } from "../../http/json.ts";
import { type Client, describeClient } from "../../oauth/client.ts";
import type { ClientRegistration } from "../../oauth/client/metadata.ts";
import type { OAuthError } from "../../oauth/oauth-error.ts";
import { err, ok, type Result } from "../../result.ts";
import { type UrlOwner, urlOwner } from "../../outbound/outbound.ts";
import type { ClientReplacement } from "../../store/port/client-store.ts";
import { UnreadableDocumentError } from "../../store/port/documents.ts";
import { checkSectorIdentifier, readClientMetadata } from "../client-metadata.ts";
import { clientUnknown } from "../client-errors.ts";
import { verifyMayHandOut } from "./client-rights.ts";

/** Creates a client, with a generated secret unless the request has one. */
export async function createClientRecord(
  request: Request,
  context: Context,
): Promise<Result<OAuth2Client, OAuthError>> {
  const registration = await readRegistration("registered", request, context);
  if (!registration.ok) return registration;
  const { client_metadata, client_id = randomId(), client_secret } = registration.value;

  if (isBuiltIn(client_id, context)) return err(builtIn);
  const allowed = verifyMayHandOut(client_metadata, request);
  if (!allowed.ok) return allowed;
  const secret = client_secret ?? generateClientSecret();
  const client_secret_hash = await (client_secret === undefined
    ? hashGeneratedSecret(secret)
    : hashChosenSecret(secret));
  const now = context.now();
  const client = {
    ...client_metadata,
    client_id,
    client_secret_hash,
    created_at: now,
    updated_at: now,
  };

  await prepareClientKeys(client, context);
  if (!(await context.store.clients.create(client))) return err(taken);
  const described = describeClient(client);
  // A public client has no secret.
  return ok(isPublic(client) ? described : { ...described, client_secret: secret });
}

/** Replaces the metadata of a client. */
export async function replaceClientRecord(
  client_id: string,
  request: Request,
  context: Context,
): Promise<Result<OAuth2Client, OAuthError>> {
  const read = await readReplacement(client_id, request, context);
  if (!read.ok) return read;
  await prepareClientKeys(read.value.replacement, context);
  const replaced = await context.store.clients.replace(read.value.replacement);
  return replaced === undefined ? err(clientUnknown) : ok(describeReplaced(replaced, read.value));
}

/** As `replaceClientRecord`, if the client is still as it was found. `changed` when another request was first. */
export async function replaceUnchangedRecord(
  found: Client,
  request: Request,
  context: Context,
  hashSecret: HashSecret,
): Promise<Result<OAuth2Client, OAuthError> | "changed"> {
  const read = await readReplacement(found.client_id, request, context, hashSecret);
  if (!read.ok) return read;
  await prepareClientKeys(read.value.replacement, context);
  const replaced = await context.store.clients.replaceUnchanged(found, read.value.replacement);
  if (replaced === "changed") return "changed";
  return replaced === undefined ? err(clientUnknown) : ok(describeReplaced(replaced, read.value));
}

/** Disables a client, or enables it again, also one that no operator registered. */
export async function setClientEnabled(
  client_id: string,
  enabled: boolean,
  context: Context,
): Promise<Result<OAuth2Client, OAuthError>> {
  if (isBuiltIn(client_id, context)) return err(builtIn);
  const changed = await context.store.clients.setEnabled(client_id, enabled, context.now());
  return changed === undefined ? err(clientUnknown) : ok(describeClient(changed));
}

type HashSecret = (secret: string) => Promise<string>;

/** What a request stores in place of a client, and the secret that it sets. */
interface Replacement {
  readonly replacement: ClientReplacement;
  readonly client_secret: string | undefined;
}

async function readReplacement(
  client_id: string,
  request: Request,
  context: Context,
  hashSecret: HashSecret = hashChosenSecret,
): Promise<Result<Replacement, OAuthError>> {
  const owner = await findUrlOwner(client_id, context);
  const registration = await readRegistration(owner, request, context);
  if (!registration.ok) return registration;
  const { client_metadata, client_secret } = registration.value;
  if (isBuiltIn(client_id, context)) return err(builtIn);
  if (await hasMetadataDocument(client_id, context)) return err(describedElsewhere);
  const allowed = verifyMayHandOut(client_metadata, request);
  if (!allowed.ok) return allowed;

  const client_secret_hash =
    client_secret === undefined ? undefined : await hashSecret(client_secret);
  const updated_at = context.now();
  const replacement = { ...client_metadata, client_id, client_secret_hash, updated_at };
  return ok({ replacement, client_secret });
}

/** A secret is shown in the response to the request that set it. */
function describeReplaced(replaced: Client, { client_secret }: Replacement): OAuth2Client {
  const described = describeClient(replaced);
  return client_secret === undefined ? described : { ...described, client_secret };
}

/** Whether the server itself has the client: its redirect URIs decide who gets the codes of administrators. */
function isBuiltIn(client_id: string, { client_sources }: Context): boolean {
  return client_sources.some((source) => source.is_built_in === true && source.owns(client_id));
}

/** Only an id of a source can have one, so a registered client whose stored description is damaged can still be replaced. */
async function hasMetadataDocument(
  client_id: string,
  { client_sources, store }: Context,
): Promise<boolean> {
  if (!client_sources.some((source) => source.owns(client_id))) return false;
  return (await store.clients.find(client_id))?.metadata_document !== undefined;
}

/** Who owns the URLs of a stored client. One whose description is damaged may be a stranger's. */
async function findUrlOwner(client_id: string, { store }: Context): Promise<UrlOwner> {
  try {
    return urlOwner(await store.clients.find(client_id));
  } catch (error) {
    if (!(error instanceof UnreadableDocumentError)) throw error;
    return "self_described";
  }
}

async function readRegistration(
  owner: UrlOwner,
  request: Request,
  context: Context,
): Promise<Result<ClientRegistration, OAuthError>> {
  const body = readJson(request);
  if (!body.ok) return body;
  const defaultScope = context.config["oidc.dynamic_client_registration.default_scope"];
  const registration = readClientMetadata(body.value, defaultScope, owner, context);
  if (!registration.ok) return registration;
  const { client_metadata } = registration.value;
  const sector = await checkSectorIdentifier(client_metadata, owner, context);
  return sector.ok ? registration : sector;
}

function isPublic(client: { readonly token_endpoint_auth_method: string }): boolean {
  return client.token_endpoint_auth_method === "none";
}

const taken: OAuthError = {
  error: "conflict",
  error_description:
    "A client with this client_id exists. Choose another client_id, or change the existing client: PUT /clients/{id}, or latchkey clients update.",
};

const builtIn: OAuthError = {
  error: "conflict",
  error_description:
    "The server itself has this client, which cannot be changed: choose another id.",
};

const describedElsewhere: OAuthError = {
  error: "conflict",
  error_description:
    "This client is described by the document at its client_id and cannot be changed here. Change the document, or delete the client.",
};
