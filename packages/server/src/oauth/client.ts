import {
  type ClientField,
  type clientAuthMethods,
  clientFieldList,
  type ClientFieldName,
  type ClientFields,
  type OAuth2Client,
  type ValueOf,
} from "@latchkey/api";
import { memoize } from "../memoize.ts";
import type { Confirmation } from "./token-details.ts";
import type { StoredSecret } from "./client/secret-rotation.ts";
import { timestamp } from "./timestamp.ts";

/** RFC 7591 §2: what a request says of a client, checked and completed, as it is stored. `clientFields` describes each field. */
export interface ClientMetadata
  extends
    Readonly<Pick<StoredValues, DefaultedName>>,
    Partial<Pick<StoredValues, Exclude<MetadataName, DefaultedName>>> {}

/** The fields that describe a client. Its id and secret are stored beside them. */
type MetadataName = {
  [Name in ClientFieldName]: ClientFields[Name]["set_by"] extends "caller"
    ? Exclude<Name, "client_id" | "client_secret">
    : never;
}[ClientFieldName];

type DefaultedName = {
  [Name in MetadataName]: ClientFields[Name] extends { readonly default: unknown } ? Name : never;
}[MetadataName];

type StoredValues = {
  readonly [Name in MetadataName]: Name extends keyof StoredOtherwise
    ? StoredOtherwise[Name]
    : ValueOf<ClientFields[Name]["schema"]>;
};

/** Fields whose stored value is not the one of requests and responses. */
interface StoredOtherwise {
  /** The scopes; in requests and responses one string with spaces between. */
  readonly scope: readonly string[];
  readonly token_endpoint_auth_method: ClientAuthMethod;
}

/** Whether a field is part of the stored description. */
export function isMetadata([name, { set_by }]: readonly [ClientFieldName, ClientField]): boolean {
  return set_by === "caller" && name !== "client_id" && name !== "client_secret";
}

/** Whether a field of a stored client is part of its description. */
export function isMetadataName(name: string): boolean {
  return clientFieldList.some((entry) => entry[0] === name && isMetadata(entry));
}

/** The description of a client of which nothing was said. */
export const defaultClientMetadata: ClientMetadata = { ...tableDefaults(), scope: [] };

function tableDefaults(): ClientMetadata {
  const fields = clientFieldList.filter((entry) => isMetadata(entry) && "default" in entry[1]);
  const defaults: unknown = Object.fromEntries(
    fields.map(([name, field]) => [name, field.default]),
  );
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- A default for each field of the table that has one.
  return defaults as ClientMetadata;
}

/** RFC 6749 §2: a client as it comes to be kept. */
export interface NewClient extends ClientMetadata {
  readonly client_id: string;
  readonly client_secret_hash: string | undefined;
  /** The secrets before it, the newest first, each valid until it expires, or until it is deleted where it has no end. */
  readonly previous_secrets?: readonly StoredSecret[];
  /** Set for a client that the document at its `client_id` describes. */
  readonly metadata_document?: MetadataDocument;
  /** How it registered itself; absent where an administrator created it. */
  readonly registration?: SelfRegistration;
  /** The hash of the token with which it manages its registration: RFC 7592 §1.2. */
  readonly registration_token_hash?: string;
  /** Set for the server's own clients: the ports of their loopback redirect URIs are compared, too. */
  readonly exact_redirect_uris?: true;
  /** The last update that it made of its registration. */
  readonly last_update?: RegistrationUpdate;
  /** When it is deleted, unless it gets a token before. Unix seconds. */
  readonly expires_at?: number;
  /** Unix seconds, as is `updated_at`. */
  readonly created_at: number;
  readonly updated_at: number;
}

/** A client ID metadata document that was fetched. */
interface MetadataDocument {
  /** Unix seconds: from then on it must be fetched again before it is used. */
  readonly fresh_until: number;
}

/** RFC 7591: on what terms a client registered itself. They hold for its updates too. */
export interface SelfRegistration {
  /** The scopes that its initial access token allowed; those of the settings when left out. */
  readonly allowed_scope?: readonly string[];
  /** §2.3: the software statement, whose claims replaced what the client said of itself. */
  readonly software_statement?: string;
}

/** RFC 7592 §2.2: a request of a client to update its registration. */
export interface RegistrationUpdate {
  /** The hash of the registration access token that it was sent with, which it replaces. */
  readonly token_hash: string;
  /** The hash of its body. */
  readonly request_hash: string;
  /** Milliseconds: when it was stored, or arrived. */
  readonly at_ms: number;
}

/** A client as it is kept. */
export interface Client extends NewClient {
  /** Tells the client from others that had its id before or will have it after. */
  readonly client_key: number;
  /** Changed to call back every access token issued so far. */
  readonly access_token_epoch: number;
}

/** Whether no operator registered the client: it registered itself, or the document at its id describes it. Anyone may be behind it. */
export function isSelfDescribed({
  metadata_document,
  registration,
}: Pick<Client, "metadata_document" | "registration">): boolean {
  return metadata_document !== undefined || registration !== undefined;
}

declare const proven: unique symbol;

/** A client that proved who it is. Only `authenticated` and `authenticatedByIssuer` make one, so a grant cannot forget to ask. */
export type AuthenticatedClient = Client & {
  readonly [proven]: true;
  /** The key that the request proved, which its tokens are to be bound to. */
  readonly confirmation?: Confirmation;
  /** Of a copy with such a key: the client as it is kept, for which results are memoized. */
  readonly kept?: Client;
};

/** The client with the key that its request proved. */
export function withConfirmation(
  client: AuthenticatedClient,
  confirmation: Confirmation,
): AuthenticatedClient {
  return { ...client, confirmation, kept: client };
}

/** How a client authenticates at the token endpoint. */
export type ClientAuthMethod = (typeof clientAuthMethods)[number];

/** RFC 7591 §2: a client that names no grant types has the authorization code grant. */
export function effectiveGrantTypes(client: ClientMetadata): readonly string[] {
  return client.grant_types.length > 0 ? client.grant_types : ["authorization_code"];
}

/** RFC 7591 §2: a client that names no response types has `code`. */
export function effectiveResponseTypes(client: ClientMetadata): readonly string[] {
  return client.response_types.length > 0 ? client.response_types : ["code"];
}

/**
 * A client as responses to administrators hold it. A client is replaced and never changed, so the result is memoized. The
 * secret is not part of it: the request that set it adds it.
 */
export const describeClient = memoize((client: NewClient) =>
  describe(client, ["login_apps", "admin"]),
);

/** A client as the requests hold it that login and consent apps read. */
export const describeClientForLoginApps = memoize((client: NewClient) =>
  describe(client, ["login_apps"]),
);

function describe(
  client: NewClient,
  visible_to: readonly ClientField["visible_to"][],
): OAuth2Client {
  const values = wireValuesOf(client);
  const shown = clientFieldList
    .filter(([, field]) => visible_to.includes(field.visible_to))
    .map(([name, field]) => [name, values[name] ?? field.default, field] as const)
    .filter(([, value, field]) => field.shown === "always" || !isUnset(value, field));
  return Object.fromEntries(shown);
}

/** The values of a client as requests and responses hold them. */
export function wireValuesOf(client: NewClient): Readonly<Record<string, unknown>> {
  return {
    ...client,
    scope: client.scope.join(" "),
    client_id_metadata_document: client.metadata_document !== undefined,
    self_registered: client.registration !== undefined,
    created_at: timestamp(client.created_at),
    updated_at: timestamp(client.updated_at),
  };
}

/** Whether a field has its default, or no value at all. */
function isUnset(value: unknown, field: ClientField): boolean {
  return value === field.default || (Array.isArray(value) && value.length === 0);
}
