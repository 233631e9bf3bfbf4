/** The one table of kinds: how resources of each are named in files, compared, read and written. */

import {
  type Api,
  type ApiInput,
  apiInput,
  type AuthorizationDetailsType,
  type AuthorizationDetailsTypeInput,
  authorizationDetailsTypeInput,
  clientFieldList,
  type clientFields,
  type Integration,
  type IntegrationInput,
  integrationInput,
  fieldNamesOf,
  isClientFieldName,
  type JsonObject,
  type OAuth2Client,
  type OAuth2ClientInput,
  read,
  type TrustedIssuer,
  type TrustedIssuerInput,
  trustedIssuerInput,
  type Workspace,
  type WorkspaceInput,
  workspaceInput,
} from "@latchkey/api";
import { type Client, type Page, paginate, type Reply, unwrap } from "@latchkey/client";
import { isDeepStrictEqual } from "node:util";

import { type KindName, withoutDefaults } from "./resource.ts";

type Reading<T> =
  ReturnType<typeof read> extends infer R
    ? R extends { readonly ok: true }
      ? { readonly ok: true; readonly value: T }
      : R
    : never;

/**
 * What is known of a kind. Its functions are declared as methods, so that those of one kind may take its own types: the table is
 * used with what the same kind has read.
 */
export interface Kind<Input extends object = object, Output extends object = object> {
  readonly name: KindName;
  /** The name of the folder of an export. */
  readonly plural: string;
  /** The fields that files may have. */
  readonly fields: readonly string[];
  /** Those that they must have. */
  readonly required: readonly string[];
  /** Checks a resource of a file, and completes it where values have several forms. */
  read(given: JsonObject): Reading<Input>;
  /** What identifies it in files. */
  idOf(resource: Input | Output): string;
  /** What is compared: of fields that files can set, those without their default. */
  contentOf(resource: Input | Output): JsonObject;
  /** Whether files can describe it; others are left out of exports. */
  isDescribable?(resource: Output): boolean;
  /** Whether one that is disabled stays so where a file does not say `enabled`. */
  readonly keeps_enabled?: true;
  /** Disables one that was read, or enables it again, where that needs no other one in its place. */
  setEnabled?(latchkey: Client, before: Output, enabled: boolean): Promise<Output>;
  list(latchkey: Client): AsyncIterable<Output>;
  create(latchkey: Client, body: Input): Promise<Output>;
  /**
   * Replaces what was read. `changed` where another request was first; then nothing is written. A kind without it is replaced by
   * deleting and creating.
   */
  update?(latchkey: Client, before: Output, body: Input): Promise<Output | "changed">;
  remove(latchkey: Client, before: Output): Promise<unknown>;
}

/** Makes the kind of a list: its types follow from its functions. */
function defineKind<Input extends object, Output extends object>(kind: Kind<Input, Output>): Kind {
  return kind;
}

type ListOf<T> = (page: Partial<Page>) => Promise<Reply<readonly T[]>>;

function all<T>(list: ListOf<T>): AsyncIterable<T> {
  return paginate(list, { limit: 500 });
}

/** Replaces what was planned with, unless it is another now, or becomes another before the server writes. */
async function replaceUnchanged<T extends object>(
  before: T,
  now: T,
  replace: (as: { readonly if_unchanged: T }) => Promise<Reply<T>>,
): Promise<T | "changed"> {
  if (!isDeepStrictEqual(now, before)) return "changed";
  const reply = await replace({ if_unchanged: now });
  return !reply.ok && reply.status === 412 ? "changed" : unwrap(reply);
}

/** Fields of responses that files do not have. */
const setByServer = ["created_at", "updated_at"];

function pick(resource: object, fields: readonly string[], defaults: JsonObject): JsonObject {
  const described = Object.entries(resource).filter(([name]) => fields.includes(name));
  return withoutDefaults(Object.fromEntries(described), defaults);
}

/** The fields of a request that a file can have. */
function describableFields(schema: Parameters<typeof fieldNamesOf>[0]): readonly string[] {
  return fieldNamesOf(schema).filter((name) => !setByServer.includes(name));
}

const clientNames = clientFieldList
  .filter(([name, { set_by }]) => set_by === "caller" && name !== "client_secret")
  .map(([name]) => name);
const clientDefaults: JsonObject = Object.fromEntries(
  clientFieldList.map(([name, field]) => [name, field.default]),
);

const client = defineKind<OAuth2ClientInput, OAuth2Client>({
  name: "client",
  plural: "clients",
  keeps_enabled: true,
  fields: clientNames,
  required: ["client_id"],
  read(given) {
    for (const [name, value] of Object.entries(given)) {
      if (!isClientFieldName(name)) continue;
      const { schema, request_schema = schema } = fieldOf(name);
      const known = read(request_schema, value, name);
      if (!known.ok) return known;
    }
    return { ok: true, value: given };
  },
  idOf: ({ client_id = "" }) => client_id,
  contentOf: (resource) => pick(resource, clientNames, clientDefaults),
  isDescribable: ({ self_registered, client_id_metadata_document }) =>
    self_registered !== true && client_id_metadata_document !== true,
  list: (latchkey) => all((page) => latchkey.call("listOAuth2Clients", page)),
  create: (latchkey, body) => latchkey.createOAuth2Client({ body }),
  async update(latchkey, before, body) {
    const { client_id: id } = before;
    // The server applies the patch only to the client as it was read: a change by another request fails a test of it.
    const value: JsonObject = { ...before };
    const tests = clientNames.map((name) => ({
      op: "test" as const,
      path: `/${name}`,
      value: value[name] ?? clientDefaults[name] ?? null,
    }));
    const patch = [...tests, { op: "replace" as const, path: "", value: body }];
    const reply = await latchkey.call("patchOAuth2Client", { id, body: patch });
    if (reply.ok) return reply.body;
    const now = await latchkey.getOAuth2Client({ id });
    if (!isDeepStrictEqual(now, before)) return "changed";
    return latchkey.updateOAuth2Client({ id, body }); // Refused as the patch was, with a sentence about the client.
  },
  remove: (latchkey, { client_id: id }) => latchkey.deleteOAuth2Client({ id }),
});

function fieldOf(name: keyof typeof clientFields) {
  const [, field] = clientFieldList.find(([known]) => known === name) ?? [];
  if (field === undefined) throw new Error(`There is no client field ${name}.`);
  return field;
}

const apiFields = describableFields(apiInput);

const api = defineKind<ApiInput, Api>({
  name: "api",
  plural: "apis",
  keeps_enabled: true,
  fields: apiFields,
  required: ["identifier"],
  read: (given) => read(apiInput, given),
  idOf: ({ identifier = "" }) => identifier,
  contentOf: (resource) =>
    pick(
      resource,
      apiFields.filter((name) => name !== "id"),
      {
        name: resource.identifier,
        access_token_jwt_typ: "at+jwt",
        allow_any_client: false,
        consent_required: true,
      },
    ),
  list: (latchkey) => all((page) => latchkey.call("listApis", page)),
  create: (latchkey, body) => latchkey.createApi({ body }),
  async update(latchkey, before, body) {
    const { id } = before;
    return replaceUnchanged(before, await latchkey.getApi({ id }), (as) =>
      latchkey.call("updateApi", { id, body }, as),
    );
  },
  remove: (latchkey, { id }) => latchkey.deleteApi({ id }),
});

const typeFields = describableFields(authorizationDetailsTypeInput);

const detailsType = defineKind<AuthorizationDetailsTypeInput, AuthorizationDetailsType>({
  name: "details_type",
  plural: "details-types",
  fields: typeFields,
  required: ["type"],
  read: (given) => read(authorizationDetailsTypeInput, given),
  idOf: ({ type }) => type,
  contentOf: (resource) => pick(resource, typeFields, { rememberable: false }),
  list: (latchkey) => all((page) => latchkey.call("listAuthorizationDetailsTypes", page)),
  create: (latchkey, body) => latchkey.createAuthorizationDetailsType({ body }),
  async update(latchkey, before, body) {
    const { type } = before;
    return replaceUnchanged(before, await latchkey.getAuthorizationDetailsType({ type }), (as) =>
      latchkey.call("updateAuthorizationDetailsType", { type, body }, as),
    );
  },
  remove: (latchkey, { type }) => latchkey.deleteAuthorizationDetailsType({ type }),
});

const issuerFields = fieldNamesOf(trustedIssuerInput);

/** A trusted issuer has no name of its own: what it may assert, for which client, identifies it. */
const trustedIssuer = defineKind<TrustedIssuerInput, TrustedIssuer>({
  name: "trusted_issuer",
  plural: "trusted-issuers",
  keeps_enabled: true,
  setEnabled: (latchkey, { id }, enabled) =>
    latchkey.updateTrustedJwtGrantIssuer({ id, body: { enabled } }),
  fields: issuerFields,
  required: ["issuer", "expires_at"],
  read(given) {
    const input = read(trustedIssuerInput, given);
    if (!input.ok) return input;
    const { jwk, ...issuer } = input.value;
    return { ok: true, value: jwk === undefined ? issuer : { ...issuer, jwks: { keys: [jwk] } } };
  },
  idOf: ({ issuer, subject = "", subject_pattern = "*", client_id }) =>
    [issuer, subject || subject_pattern, ...(client_id === undefined ? [] : [client_id])].join(" "),
  contentOf: (resource) => {
    const expires_at = new Date(Math.floor(Date.parse(resource.expires_at) / 1000) * 1000);
    return pick({ ...resource, expires_at: expires_at.toISOString() }, issuerFields, {
      subject: "",
      allow_any_subject: false,
      allow_assertion_reuse: false,
      claims: {},
    });
  },
  list: (latchkey) => all((page) => latchkey.call("listTrustedJwtGrantIssuers", page)),
  create: (latchkey, body) => latchkey.trustJwtGrantIssuer({ body }),
  remove: (latchkey, { id }) => latchkey.deleteTrustedJwtGrantIssuer({ id }),
});

const workspaceFields = describableFields(workspaceInput);

const workspace = defineKind<WorkspaceInput, Workspace>({
  name: "workspace",
  plural: "workspaces",
  fields: workspaceFields,
  required: ["id"],
  read: (given) => read(workspaceInput, given),
  idOf: ({ id = "" }) => id,
  contentOf: (resource) => pick(resource, workspaceFields, {}),
  list: (latchkey) => all((page) => latchkey.call("listWorkspaces", page)),
  create: (latchkey, body) => latchkey.createWorkspace({ body }),
  async update(latchkey, before, body) {
    const { id } = before;
    return replaceUnchanged(before, await latchkey.getWorkspace({ id }), (as) =>
      latchkey.call("updateWorkspace", { id, body }, as),
    );
  },
  remove: (latchkey, { id }) => latchkey.deleteWorkspace({ id }),
});

const integrationFields = describableFields(integrationInput).filter(
  (name) => name !== "client_id" && name !== "token_issued_at",
);

const integration = defineKind<IntegrationInput, Integration>({
  name: "integration",
  plural: "integrations",
  fields: integrationFields,
  required: ["id", "name"],
  read: (given) => read(integrationInput, given),
  idOf: ({ id = "" }) => id,
  contentOf: (resource) =>
    pick(resource, integrationFields, {
      kind: "public",
      install_scope: "any",
      allow_workspace_owner: false,
      enabled: true,
      listed: false,
    }),
  isDescribable: ({ kind }) => kind === "public", // A file has its own field kind.
  list: (latchkey) => all((page) => latchkey.call("listIntegrations", page)),
  create: (latchkey, body) => latchkey.createIntegration({ body }),
  async update(latchkey, before, body) {
    const { id } = before;
    return replaceUnchanged(before, await latchkey.getIntegration({ id }), (as) =>
      latchkey.call("updateIntegration", { id, body }, as),
    );
  },
  remove: (latchkey, { id }) => latchkey.deleteIntegration({ id }),
});

/** Every kind by its name. */
export const kinds: Readonly<Record<KindName, Kind>> = {
  details_type: detailsType,
  api,
  client,
  trusted_issuer: trustedIssuer,
  workspace,
  integration,
};
