import { subjectKeyOf } from "../../../crypto/subject-key.ts";
import { id, integer, pick } from "../../database/columns.ts";
import { names } from "../../database/sql.ts";
import { command, query, type Script } from "../../database/statement.ts";
import type { EndableKind } from "../../../oauth/ending.ts";
import type { Ending, Holding } from "../../holdings.ts";
import type { StoreTools } from "../../store-tools.ts";
import { authorization_grant, grantSessions } from "./grant-table.ts";

const { columns } = authorization_grant;
const readColumns = pick(
  columns,
  "grant_id",
  "subject_key",
  "subject",
  "sid",
  "client_id",
  "audience",
  "granted_at",
  "sealed",
);
const given = { grant_id: id, limit: integer };
const from = `select ${names(readColumns)} from authorization_grant where`;
const inOrder = "grant_id > :grant_id order by grant_id limit :limit";
const ofSubject = query({
  given: { ...given, ...pick(columns, "subject_key", "subject") },
  returns: readColumns,
  sql: `${from} subject_key = :subject_key and subject = :subject and ${inOrder}`,
});
const ofClient = query({
  given: { ...given, ...pick(columns, "client_id") },
  returns: readColumns,
  sql: `${from} client_id = :client_id and ${inOrder}`,
});
const anyOf = query({ given, returns: readColumns, sql: `${from} ${inOrder}` });
const byId = query({
  given: pick(columns, "grant_id"),
  returns: readColumns,
  sql: `${from} grant_id = :grant_id`,
});
const remove = command({
  given: pick(columns, "grant_id", "subject_key"),
  sql: `delete from authorization_grant where grant_id = :grant_id and subject_key = :subject_key
   returning grant_id`,
});

type Row = Omit<
  ReturnType<typeof ofSubject> extends Script<readonly (infer R)[]> ? R : never,
  never
>;

/** The grants of users, with their codes, their refresh tokens and their access tokens. */
export function heldGrants({
  changes,
  database,
  sealer,
  endings,
}: Pick<StoreTools, "changes" | "database" | "sealer" | "endings">): Holding {
  const sessions = grantSessions(sealer);

  /** A grant may have been given after the ending for a request that had arrived before it. */
  const isBefore = (row: Row, { kind, before }: Ending): boolean =>
    kind === "grant" ||
    row.granted_at < before ||
    (sessions.open(row.grant_id, row.sealed)?.requested_at ?? 0) < before;

  return {
    kind: "grants",
    covers: () => true,
    next(ending, { after, limit, dry_run }) {
      const record = changes.recorder();
      function* batch(): Script<{ count: number; next: string | undefined }> {
        const rows = yield* select(ending, after, limit);
        const held = rows.filter((row) => belongs[ending.kind](row, ending.name));
        let count = 0;
        for (const row of held) {
          if (!isBefore(row, ending)) continue;
          if (dry_run) {
            count += 1;
            continue;
          }
          const removed = yield* remove(row);
          if (removed > 0) yield* endings.recordGrant(row.grant_id);
          count += removed;
        }
        // What has more than one is recorded where it is ended.
        if (ending.kind === "grant" && !dry_run && count > 0)
          yield* record({
            action: "ended",
            object: { type: "grant", id: ending.name },
            before: { grants: count },
          });
        const isLast = ending.kind === "grant" || rows.length < limit;
        return { count, next: isLast ? undefined : rows.at(-1)?.grant_id };
      }
      return dry_run ? database.read(batch) : database.write(batch);
    },
  };
}

function select(
  { kind, name, subject = kind === "subject" ? name : undefined }: Ending,
  grant_id: string,
  limit: number,
): Script<readonly Row[]> {
  if (kind === "grant") return byId({ grant_id: name });
  if (kind === "client") return ofClient({ client_id: name, grant_id, limit });
  if (subject === undefined) return anyOf({ grant_id, limit });
  return ofSubject({ subject_key: subjectKeyOf(subject), subject, grant_id, limit });
}

const belongs: Readonly<Record<EndableKind, (row: Row, name: string) => boolean>> = {
  subject: (row, name) => row.subject === name,
  session: (row, name) => row.sid === name,
  client: (row, name) => row.client_id === name,
  grant: (row, name) => row.grant_id === name,
  audience: (row, name) => row.audience.includes(name),
};
