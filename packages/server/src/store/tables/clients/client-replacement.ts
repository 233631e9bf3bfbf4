import type { Client } from "../../../oauth/client.ts";
import { rotateSecrets, type StoredSecret } from "../../../oauth/client/secret-rotation.ts";
import { pick } from "../../database/columns.ts";
import { names } from "../../database/sql.ts";
import { query, type Script } from "../../database/statement.ts";
import { readOr, type ReportUnreadable } from "../../port/documents.ts";
import type { ClientReplacement, Clients } from "../../port/client-store.ts";
import type { ClientDocument } from "../client-document.ts";
import type { Revision } from "../revision.ts";
import type { WriteIndexes } from "./client-indexes.ts";
import {
  client,
  type ClientRow,
  documentOf,
  fromRow,
  isUnchanged,
  lockClient,
  readDocument,
} from "./client-row.ts";

const { columns } = client;
const update = query({
  given: pick(columns, "client_id", "document", "client_secret_hash"),
  returns: columns,
  sql: `update client set document = :document, client_secret_hash = coalesce(:client_secret_hash, client_secret_hash)
   where client_id = :client_id returning ${names(columns)}`,
});
/** How the description and the secret of a client are replaced. */
export function createClientReplacement(
  revision: Revision,
  writeIndexes: WriteIndexes,
  report: ReportUnreadable,
): Pick<Clients, "replace" | "replaceUnchanged" | "rotateSecret"> {
  const writing = { writeIndexes, onUnreadable: report };
  return {
    replace: (replacement) =>
      revision.change(function* replace() {
        const [before] = yield* lockClient(replacement);
        return before && (yield* replaceClient(before, replacement, writing));
      }),

    replaceUnchanged: (read, replacement) =>
      revision.change(function* replaceUnchanged() {
        const [before] = yield* lockClient(replacement);
        if (before === undefined) return undefined;
        if (!isUnchanged(before, read)) return "changed";
        return yield* replaceClient(before, replacement, writing);
      }),

    rotateSecret: (client_id, client_secret_hash, times) =>
      revision.change(function* rotate() {
        const [before] = yield* lockClient({ client_id });
        if (before === undefined) return undefined;
        const read = readDocument(before);
        const next = { hash: client_secret_hash, expires_at: undefined };
        const rotated = rotateSecrets(secretsOf(before, read), next, times);
        if (rotated === undefined) return "too_many";
        const previous_secrets = rotated.slice(1);
        const document = documentOf({ ...read, previous_secrets, updated_at: times.now });
        const [after] = yield* update({ client_id, document, client_secret_hash });
        yield* revision.increment();
        return after && fromRow(after);
      }),
  };
}

/** What writes the indexes of a client, and learns of a description that cannot be read. */
interface ReplacementTools {
  readonly writeIndexes: WriteIndexes;
  readonly onUnreadable: ReportUnreadable;
}

/** Replaces the description of a client that is locked, as part of a transaction. */
export function* replaceClient(
  before: ClientRow,
  replacement: ClientReplacement,
  { writeIndexes, onUnreadable }: ReplacementTools,
  registration?: Registration,
): Script<Client | undefined> {
  const { client_id, client_secret_hash } = replacement;
  const document = documentAfter(before, replacement, registration, onUnreadable);
  const [after] = yield* update({ client_id, document, client_secret_hash });
  yield* writeIndexes(replacement);
  return after && fromRow(after);
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
): string {
  // A document that cannot be read is repaired by replacing it.
  const unknown = { created_at: replacement.updated_at };
  const kept: Partial<Client> & { readonly created_at: number } = readOr(
    () => fromRow(before),
    unknown,
    report,
  );
  const { created_at, previous_secrets } = kept;
  const is_kept = replacement.client_secret_hash === undefined && previous_secrets !== undefined;
  const { registration: terms, last_update } = registration ?? kept;
  return documentOf({
    ...replacement,
    created_at,
    ...(is_kept && { previous_secrets }),
    ...(terms !== undefined && { registration: terms }),
    ...(last_update !== undefined && { last_update }),
  });
}
