import {
  type Change,
  command,
  documents,
  flag,
  insertValues,
  integer,
  listPage,
  names,
  optional,
  or,
  pick,
  query,
  type RowOf,
  type StoreTools,
  table,
  text,
} from "@latchkey/server/feature/store";
import { timestamp } from "@latchkey/server/feature/rules";
import type { Invitations, StoredInvitation } from "./port.ts";

export const invitation = table("invitation", {
  invitation_id: text,
  email: text,
  details: text,
  mailed: flag,
  created_at: integer,
  expires_at: integer,
});

const { columns } = invitation;
const byId = pick(columns, "invitation_id");
const insert = command({
  given: columns,
  sql: `insert into invitation ${insertValues(columns)} on conflict (email) do update
   set invitation_id = excluded.invitation_id, details = excluded.details, mailed = excluded.mailed,
     created_at = excluded.created_at, expires_at = excluded.expires_at`,
});
const find = query({
  given: { ...byId, now: integer },
  returns: columns,
  sql: `select ${names(columns)} from invitation
   where invitation_id = :invitation_id and expires_at > :now`,
});
const page = query({
  given: { now: integer, limit: integer, offset: integer },
  returns: columns,
  sql: `select ${names(columns)} from invitation where expires_at > :now
   order by created_at desc, invitation_id limit :limit offset :offset`,
});
const count = query({
  given: { now: integer },
  returns: { total: integer },
  sql: "select count(*) as total from invitation where expires_at > :now",
});
const remove = command({
  given: byId,
  sql: "delete from invitation where invitation_id = :invitation_id returning invitation_id",
});

const details = documents<Pick<StoredInvitation, "name" | "groups" | "attributes">>({
  table: "invitation",
  fields: { name: optional("text"), groups: or([]), attributes: or({}) },
});

export function createInvitations({
  changes,
  database,
  onUnreadable: report,
}: StoreTools): Invitations {
  return {
    async create(created) {
      const record = changes.recorder();
      await database.write(function* create() {
        const { invitation_id, groups, expires_at } = created;
        yield* insert(toRow(created));
        // Whom it invites is personal data, which records never hold.
        const after = { groups, expires_at: timestamp(expires_at) };
        yield* record({ action: "created", object: invitationObject(invitation_id), after });
      });
    },

    async find(invitation_id, now) {
      const [row] = await database.read(() => find({ invitation_id, now }));
      return row && fromRow(row);
    },

    list: (wanted, now) =>
      database.read(() => listPage(page({ ...wanted, now }), count({ now }), fromRow, report)),

    delete(invitation_id) {
      const record = changes.recorder();
      return database.write(function* deleteInvitation() {
        if ((yield* remove({ invitation_id })) === 0) return false;
        yield* record({ action: "deleted", object: invitationObject(invitation_id) });
        return true;
      });
    },
  };
}

function invitationObject(invitation_id: string): Change["object"] {
  return { type: "invitation", id: invitation_id };
}

function toRow({ name, groups, attributes, ...row }: StoredInvitation): RowOf<typeof columns> {
  return { ...row, details: details.write({ name, groups, attributes }) };
}

function fromRow({ details: document, ...row }: RowOf<typeof columns>): StoredInvitation {
  const { name, groups, attributes } = details.read(row.invitation_id, document);
  return { ...row, name, groups, attributes };
}
