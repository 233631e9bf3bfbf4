import {
  CHANGED_SECRET,
  type Change,
  type RowOf,
  type StoreTools,
  command,
  documents,
  documentText,
  insertValues,
  integer,
  names,
  nullable,
  optional,
  or,
  query,
  readEach,
  readOr,
  replacing,
  required,
  sealedDocument,
  sealedDocuments,
  table,
  text,
  documentContexts,
  sealedColumn,
} from "@latchkey/server/feature/store";
import { type ProviderRecord, withoutSecret } from "../rules/identity-provider.ts";
import type { IdentityProviders } from "./port.ts";

export const identity_provider = table("identity_provider", {
  provider_id: text,
  document: documentText,
  sealed: nullable(sealedDocument),
  created_at: integer,
  updated_at: integer,
});

export const sealedClientSecrets = sealedColumn(identity_provider, {
  column: "sealed",
  key: ["provider_id"],
  contextsOf: ({ provider_id }) => documentContexts(provider_id, "identity provider"),
});

const { columns } = identity_provider;
const insert = command({
  given: columns,
  sql: `insert into identity_provider ${insertValues(columns)} on conflict (provider_id) do nothing returning provider_id`,
});
const select = query({
  returns: columns,
  sql: `select ${names(columns)} from identity_provider order by provider_id limit 1000`,
});
const update = command({
  given: replacing(columns),
  sql: `update identity_provider set document = :document, sealed = :sealed, created_at = :created_at, updated_at = :updated_at
   where provider_id = :provider_id returning provider_id`,
});
const byId = { provider_id: text };
const lock = query({
  given: byId,
  returns: columns,
  sql: `update identity_provider set document = document where provider_id = :provider_id returning ${names(columns)}`,
});
const remove = query({
  given: byId,
  returns: columns,
  sql: `delete from identity_provider where provider_id = :provider_id returning ${names(columns)}`,
});

type Described = Omit<ProviderRecord, "id" | "client_secret" | "created_at" | "updated_at">;

const providerDocuments = documents<Described>({
  table: "identity_provider",
  fields: {
    preset: or("custom"),
    name: required("text"),
    enabled: or(true),
    issuer: optional("text"),
    client_id: required("text"),
    token_endpoint_auth_method: or("client_secret_basic"),
    apple_team_id: optional("text"),
    apple_key_id: optional("text"),
    scope: or([]),
    authorization_parameters: or({}),
    response_mode: or("query"),
    authorization_endpoint: optional("text"),
    token_endpoint: optional("text"),
    userinfo_endpoint: optional("text"),
    emails_endpoint: optional("text"),
    subject_claim: or("sub"),
    claims: or({}),
    groups_claim: optional("text"),
    groups: or({}),
    create_accounts: or("never"),
    email_domains: or([]),
    trust_email_verified: or(true),
    trust_amr: or(false),
    sign_out: or(false),
    keep_tokens: or(false),
  },
});

const secretDocuments = documents<{ readonly client_secret: string }>({
  table: "identity_provider",
  fields: { client_secret: required("text") },
});

/** The key of the one entry of the cache. */
const EVERY = "all";

export function createIdentityProviders({
  changes,
  database,
  sealer,
  revision,
  onUnreadable,
}: StoreTools): IdentityProviders {
  const secrets = sealedDocuments("identity provider", sealer, secretDocuments);

  const fromRow = ({ document, sealed, ...row }: RowOf<typeof columns>): ProviderRecord => {
    const { provider_id: id, created_at, updated_at } = row;
    const secret = sealed && secrets.open(id, sealed);
    return { id, ...providerDocuments.read(id, document), ...secret, created_at, updated_at };
  };
  const toRow = (provider: ProviderRecord): RowOf<typeof columns> => {
    const { described, secret, ...row } = partsOf(provider);
    return {
      ...row,
      document: providerDocuments.write(described),
      sealed: secret && secrets.seal(provider.id, secret),
    };
  };
  const describeRow = (row: RowOf<typeof columns>): object | undefined =>
    readOr(() => withoutSecret(fromRow(row)), undefined, onUnreadable);
  const isOtherSecret = (row: RowOf<typeof columns>, { client_secret }: ProviderRecord): boolean =>
    readOr(() => fromRow(row).client_secret, undefined, onUnreadable) !== client_secret;
  const cached = revision.cache(async () =>
    readEach(await database.read(() => select({})), fromRow, onUnreadable),
  );
  const all = async (): Promise<readonly ProviderRecord[]> => (await cached(EVERY)) ?? [];

  return {
    all,
    find: async (wanted) => (await all()).find(({ id }) => id === wanted),

    create(provider) {
      const record = changes.recorder();
      return revision.change(function* create() {
        const inserted = yield* insert(toRow(provider));
        if (inserted === 0) return false;
        yield* revision.increment();
        yield* record({
          action: "created",
          object: providerObject(provider.id),
          after: withoutSecret(provider),
        });
        return true;
      });
    },

    replace(provider) {
      const record = changes.recorder();
      return revision.change(function* replace() {
        const [present] = yield* lock({ provider_id: provider.id });
        if (present === undefined) return false;
        const { document, sealed } = present;
        const { described, secret, ...row } = partsOf(provider);
        yield* update({
          ...row,
          document: providerDocuments.replace(document, described),
          sealed: secret && secrets.replace(provider.id, sealed, secret),
        });
        yield* revision.increment();
        yield* record({
          action: "updated",
          object: providerObject(provider.id),
          before: describeRow(present),
          after: {
            ...withoutSecret(provider),
            ...(isOtherSecret(present, provider) && { client_secret: CHANGED_SECRET }),
          },
        });
        return true;
      });
    },

    delete(provider_id) {
      const record = changes.recorder();
      return revision.change(function* deleteProvider() {
        const [removed] = yield* remove({ provider_id });
        if (removed === undefined) return false;
        yield* revision.increment();
        yield* record({
          action: "deleted",
          object: providerObject(provider_id),
          before: describeRow(removed),
        });
        return true;
      });
    },
  };
}

function partsOf({ id, client_secret, created_at, updated_at, ...described }: ProviderRecord) {
  const secret = client_secret === undefined ? undefined : { client_secret };
  return { provider_id: id, created_at, updated_at, described, secret };
}

function providerObject(id: string): Change["object"] {
  return { type: "identity_provider", id };
}
