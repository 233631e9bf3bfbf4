import {
  command,
  type Database,
  id,
  insertValues,
  integer,
  pick,
  query,
  type RowOf,
  type Script,
  table,
  text,
} from "@latchkey/server/feature/store";
import { account_factor, passkeyDocuments } from "../../store/factors.ts";
import type { Accounts, PasskeyFactor } from "../../store/port.ts";
import { markWithoutPassword } from "../../store/ways-to-sign-in.ts";
import type { Admission, Registrations } from "./port.ts";

export const pending_registration = table("pending_registration", {
  registration_id: id,
  expires_at: integer,
});

const { columns } = pending_registration;
const insert = command({
  given: columns,
  sql: `insert into pending_registration ${insertValues(columns)}`,
});
const find = query({
  given: { ...pick(columns, "registration_id"), now: integer },
  returns: pick(columns, "expires_at"),
  sql: `select expires_at from pending_registration
   where registration_id = :registration_id and expires_at > :now`,
});
const take = command({
  given: { ...pick(columns, "registration_id"), now: integer },
  sql: `delete from pending_registration
   where registration_id = :registration_id and expires_at > :now returning registration_id`,
});
const takeInvitation = command({
  given: { invitation_id: text, now: integer },
  sql: "delete from invitation where invitation_id = :invitation_id and expires_at > :now returning invitation_id",
});
const lockCount = command({
  sql: "update revision set value = value + 1 where name = 'pending_registrations'",
});
const counted = query({
  given: { now: integer, max: integer },
  returns: { total: integer },
  sql: `select count(*) as total from (
     select 1 from pending_registration where expires_at > :now limit :max
   ) as pending`,
});
const factorColumns = account_factor.columns;
const insertFactor = command({
  given: factorColumns,
  sql: `insert into account_factor ${insertValues(factorColumns)} on conflict do nothing returning factor_id`,
});

export function createRegistrations(database: Database, accounts: Accounts): Registrations {
  return {
    begin: (registration, now, max) =>
      database.write(function* begin() {
        if (max !== undefined && !(yield* hasRoom(now, max))) return false;
        yield* insert(registration);
        return true;
      }),

    async isPending(registration_id, now) {
      return (await database.read(() => find({ registration_id, now }))).length > 0;
    },

    complete: (account, admission, passkey, now) =>
      accounts.create(account, function* admit(): Script<"gone" | "passkey_taken" | undefined> {
        // The passkey goes again with the account; what admits the user would not come back.
        if (passkey !== undefined) {
          if ((yield* insertFactor(rowOf(passkey))) === 0) return "passkey_taken";
          yield* markWithoutPassword(account);
        }
        return (yield* takeAdmission(admission, now)) === 0 ? "gone" : undefined;
      }),
  };
}

function takeAdmission(admission: Admission, now: number): Script<number> {
  return "invitation_id" in admission
    ? takeInvitation({ ...admission, now })
    : take({ ...admission, now });
}

/** Whether there may be one more. Transactions that ask wait for one another, so that all servers together stay below. */
function* hasRoom(now: number, max: number): Script<boolean> {
  yield* lockCount({});
  const [row] = yield* counted({ now, max });
  return (row?.total ?? 0) < max;
}

function rowOf({ public_key, ...passkey }: PasskeyFactor): RowOf<typeof factorColumns> {
  return { ...passkey, sealed: undefined, public_key: passkeyDocuments.write(public_key) };
}
