import {
  bytes,
  command,
  type Holding,
  id,
  integer,
  pick,
  query,
  type RowOf,
  type Script,
  type StoreTools,
  text,
} from "@latchkey/server/feature/store";
import { disconnectOne, installation, lockWorkspaceOf } from "./installations.ts";
import { openSession } from "./workspace-grants.ts";

const { columns } = installation;
const connected = `from installation
   join workspace_member on workspace_member.workspace_id = installation.workspace_id
     and workspace_member.user_id = installation.owner_user_id
   where workspace_member.subject = :subject and installation.status <> 'disconnected'`;
const ofSubject = query({
  given: { subject: text, bot_id: text, limit: integer },
  returns: pick(columns, "bot_id"),
  sql: `select bot_id ${connected} and bot_id > :bot_id order by bot_id limit :limit`,
});
const find = query({
  given: { subject: text, bot_id: text },
  returns: pick(columns, "bot_id", "status", "document"),
  sql: `select bot_id, installation.status, installation.document ${connected} and bot_id = :bot_id`,
});
const grant = { grant_id: id, created_at: integer, sealed: bytes };
const grantsOf = query({
  given: pick(columns, "bot_id"),
  returns: grant,
  sql: `select grant_id, created_at, sealed from workspace_grant
   where bot_id = :bot_id and revoked_at is null`,
});
const revoke = command({
  given: { grant_id: id, now: integer },
  sql: "update workspace_grant set revoked_at = :now where grant_id = :grant_id",
});

/** The installations that act for a user. What acts for a whole workspace is not the user's. */
export function heldInstallations(
  { database, sealer, onUnreadable: report }: StoreTools,
  now: () => number,
): Holding {
  const isBefore = ({ grant_id, created_at, sealed }: RowOf<typeof grant>, before: number) =>
    created_at < before || (openSession(grant_id, sealed, sealer)?.requested_at ?? before) < before;

  /** Whether it was disconnected. One that was installed again since the ending stays, without its earlier tokens. */
  function* end(bot_id: string, subject: string, before: number): Script<boolean> {
    if (!(yield* lockWorkspaceOf(bot_id))) return false;
    const [row] = yield* find({ bot_id, subject });
    if (row === undefined) return false;
    const grants = yield* grantsOf({ bot_id });
    const earlier = grants.filter((one) => isBefore(one, before));
    if (earlier.length === grants.length) {
      yield* disconnectOne(row, now(), report);
      return true;
    }
    for (const { grant_id } of earlier) yield* revoke({ grant_id, now: now() });
    return false;
  }

  function* wouldEnd(bot_id: string, before: number): Script<boolean> {
    return (yield* grantsOf({ bot_id })).every((one) => isBefore(one, before));
  }

  return {
    kind: "workspace_installations",
    covers: ({ kind }) => kind === "subject",
    async next({ name: subject, before }, { after, limit, dry_run }) {
      const rows = await database.read(() => ofSubject({ subject, bot_id: after, limit }));
      let count = 0;
      for (const { bot_id } of rows) {
        // A transaction for each: it locks one workspace, as all others that do, so that none waits for another in a circle.
        const isEnded = await (dry_run
          ? database.read(() => wouldEnd(bot_id, before))
          : database.write(() => end(bot_id, subject, before)));
        if (isEnded) count += 1;
      }
      return { count, next: rows.length < limit ? undefined : rows.at(-1)?.bot_id };
    },
  };
}
