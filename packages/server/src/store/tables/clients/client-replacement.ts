import type { Client } from "../../../oauth/client.ts";
import {
  keepSecrets,
  rotateSecrets,
  type SecretRotationTimes,
  type StoredSecret,
} from "../../../oauth/client/secret-rotation.ts";
import { pick, type ReplacedText, replacing } from "../../database/columns.ts";
import { names } from "../../database/sql.ts";
import { query, type Script } from "../../database/statement.ts";
import { readOr, type ReportUnreadable } from "../../port/documents.ts";
import type { ClientReplacement, Clients } from "../../port/client-store.ts";
import type { ClientDocument } from "../client-document.ts";
import { CHANGED_SECRET, type RecordChange } from "../../changes.ts";
import type { StoreTools } from "../../store-tools.ts";
import type { Suspensions } from "../suspensions.ts";
import { clientObject, describeRow } from "./client-changes.ts";
import type { WriteIndexes } from "./client-indexes.ts";
import {
  client,
  type ClientRow,
  documentInPlaceOf,
  fromRow,
  isUnchanged,
  lockClient,
  readDocument,
} from "./client-row.ts";

const { columns } = client;
const update = query({
  given: replacing(pick(columns, "client_id", "document", "client_secret_hash")),
  returns: columns,
  sql: `update client set document = :document, client_secret_hash = coalesce(:client_secret_hash, client_secret_hash)
   where client_id = :client_id returning ${names(columns)}`,
});
/** How the description and the secret of a client are replaced. */
export function createClientReplacement({
  changes,
  client_indexes: { writeIndexes },
  onUnreadable,
  revision,
  suspensions,
}: StoreTools): Pick<
  Clients,
  | "replace"
  | "replaceUnchanged"
  | "setEnabled"
  | "replaceSecretHash"
  | "rotateSecret"
  | "deletePreviousSecrets"
> {
  return {
    replace(replacement) {
      const writing = { writeIndexes, onUnreadable, suspensions, record: changes.recorder() };
      return revision.change(function* replace() {
        const [before] = yield* lockClient(replacement);
        return before && (yield* replaceClient(before, replacement, writing));
      });
    },

    replaceUnchanged(read, replacement) {
      const writing = { writeIndexes, onUnreadable, suspensions, record: changes.recorder() };
      return revision.change(function* replaceUnchanged() {
        const [before] = yield* lockClient(replacement);
        if (before === undefined) return undefined;
        if (!isUnchanged(before, read)) return "changed";
        return yield* replaceClient(before, replacement, writing);
      });
    },

    setEnabled(client_id, enabled, now) {
      const record = changes.recorder();
      return revision.change(function* setEnabled() {
        const [before] = yield* lockClient({ client_id });
        if (before === undefined) return undefined;
        const isChanged = yield* suspensions.set("client", client_id, !enabled);
        if (!isChanged) return fromRow(before);
        const read = withEnabled(readDocument(before), enabled);
        const document = documentInPlaceOf(before, { ...read, updated_at: now });
        const [after] = yield* update({ client_id, document, client_secret_hash: undefined });
        yield* record({
          action: "updated",
          object: clientObject({ client_id }),
          before: describeRow(before, onUnreadable),
          after: after && describeRow(after, onUnreadable),
        });
        return after && fromRow(after);
      });
    },

    replaceSecretHash: (client_id, hash, by) =>
      revision.change(function* replaceSecretHash() {
        const [before] = yield* lockClient({ client_id });
        if (before === undefined) return false;
        const read = readDocument(before);
        const { previous_secrets = [] } = read;
        const isCurrent = before.client_secret_hash === hash;
        if (!isCurrent && !previous_secrets.some((one) => one.hash === hash)) return false;
        const replaced = previous_secrets.map((one) =>
          one.hash === hash ? { ...one, hash: by } : one,
        );
        const document = documentInPlaceOf(before, {
          ...read,
          ...(!isCurrent && { previous_secrets: replaced }),
        });
        yield* update({ client_id, document, client_secret_hash: isCurrent ? by : undefined });
        yield* revision.increment();
        return true;
      }),

    rotateSecret(client_id, client_secret_hash, times) {
      const record = changes.recorder();
      return revision.change(function* rotate() {
        const [before] = yield* lockClient({ client_id });
        if (before === undefined) return undefined;
        const read = readDocument(before);
        const next = { hash: client_secret_hash, expires_at: undefined };
        const rotated = secretsAfter(secretsOf(before, read), next, times);
        if (rotated === undefined) return "too_many";
        const previous_secrets = rotated.slice(1);
        const document = documentInPlaceOf(before, {
          ...read,
          previous_secrets,
          updated_at: times.now,
        });
        const [after] = yield* update({ client_id, document, client_secret_hash });
        yield* revision.increment();
        yield* record({ action: "secret_rotated", object: clientObject({ client_id }) });
        return after && fromRow(after);
      });
    },

    deletePreviousSecrets(client_id, now) {
      const record = changes.recorder();
      return revision.change(function* deletePrevious() {
        const [before] = yield* lockClient({ client_id });
        if (before === undefined) return undefined;
        const { previous_secrets = [], ...read } = readDocument(before);
        if (previous_secrets.length === 0) return fromRow(before);
        const document = documentInPlaceOf(before, { ...read, updated_at: now });
        const [after] = yield* update({ client_id, document, client_secret_hash: undefined });
        yield* revision.increment();
        yield* record({ action: "previous_secrets_deleted", object: clientObject({ client_id }) });
        return after && fromRow(after);
      });
    },
  };
}

function secretsAfter(
  secrets: readonly StoredSecret[],
  next: StoredSecret,
  { overlap, now }: SecretRotationTimes,
): readonly StoredSecret[] | undefined {
  return overlap === undefined
    ? keepSecrets(secrets, next, now)
    : rotateSecrets(secrets, next, { overlap, now });
}

/** What writes the indexes of a client, records the change, and learns of a description that cannot be read. */
interface ReplacementTools {
  readonly suspensions: Suspensions;
  readonly record: RecordChange;
  readonly writeIndexes: WriteIndexes;
  readonly onUnreadable: ReportUnreadable;
}

/** Replaces the description of a client that is locked, as part of a transaction. */
export function* replaceClient(
  before: ClientRow,
  replacement: ClientReplacement,
  { writeIndexes, onUnreadable, suspensions, record }: ReplacementTools,
  registration?: Registration,
): Script<Client | undefined> {
  const { client_id, client_secret_hash } = replacement;
  // Left out, it stays as it is: what knows nothing of the field must not enable a client again.
  const { enabled = !(yield* suspensions.holds("client", client_id)) } = replacement;
  if (replacement.enabled !== undefined) yield* suspensions.set("client", client_id, !enabled);
  const described = withEnabled(replacement, enabled);
  const document = documentAfter(before, described, registration, onUnreadable);
  const [after] = yield* update({ client_id, document, client_secret_hash });
  yield* writeIndexes(replacement);
  if (after === undefined) return undefined;
  yield* record({
    action: "updated",
    object: clientObject(after),
    before: describeRow(before, onUnreadable),
    after: {
      ...describeRow(after, onUnreadable),
      ...(after.client_secret_hash !== before.client_secret_hash && {
        client_secret: CHANGED_SECRET,
      }),
    },
  });
  return fromRow(after);
}

/** A client that is enabled is stored without saying so, as those are that were stored before it could be disabled. */
function withEnabled<T extends { readonly enabled?: boolean }>(
  { enabled: _enabled, ...described }: T,
  enabled: boolean,
): Omit<T, "enabled"> & { readonly enabled?: false } {
  return enabled ? described : { ...described, enabled };
}

/** What a client's own update replaces beside its description. */
type Registration = Required<Pick<Client, "registration" | "last_update">>;

/** The secrets of a client, the newest first. */
function secretsOf(
  { client_secret_hash: hash }: ClientRow,
  { previous_secrets = [] }: ClientDocument,
): readonly StoredSecret[] {
  return hash === undefined
    ? previous_secrets
    : [{ hash, expires_at: undefined }, ...previous_secrets];
}

/** The document that takes the place of another. What no description of a client has is kept. */
function documentAfter(
  before: ClientRow,
  replacement: ClientReplacement,
  registration: Registration | undefined,
  report: ReportUnreadable,
): ReplacedText {
  // A document that cannot be read is repaired by replacing it.
  const unknown = { created_at: replacement.updated_at };
  const kept: Partial<Client> & { readonly created_at: number } = readOr(
    () => fromRow(before),
    unknown,
    report,
  );
  const { created_at, previous_secrets } = kept;
  const isKept = replacement.client_secret_hash === undefined && previous_secrets !== undefined;
  const { registration: terms, last_update } = registration ?? kept;
  return documentInPlaceOf(before, {
    ...replacement,
    created_at,
    ...(isKept && { previous_secrets }),
    ...(terms !== undefined && { registration: terms }),
    ...(last_update !== undefined && { last_update }),
  });
}
