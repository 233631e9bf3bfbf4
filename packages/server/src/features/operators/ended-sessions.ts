import type { ChangeListener } from "../../store/changes.ts";
import { pick, text } from "../../store/database/columns.ts";
import type { Database } from "../../store/database/database.ts";
import { command } from "../../store/database/statement.ts";
import type { Holding } from "../../store/holdings.ts";
import { heldRows } from "../../store/tables/held-rows.ts";
import { endsOperatorSessions } from "./rules/ending-change.ts";
import { operator_session } from "./store/operators.ts";

const remove = command({
  given: pick(operator_session.columns, "subject"),
  sql: "delete from operator_session where subject = :subject",
});

/** Ends the sessions of a user in the transaction that disables or deletes the account, or changes its password. */
export const endSessionsWithAccount: ChangeListener = function* endSessions(change) {
  if (endsOperatorSessions(change)) yield* remove({ subject: change.object.id });
};

/** The sessions of operators, which end with all that their user has, or with the login session that they depend on. */
export function heldOperatorSessions(database: Database): Holding {
  return heldRows(
    {
      kind: "operator_sessions",
      table: operator_session,
      key: "token_hash",
      key_type: text,
      requested: "created_at",
      by: { subject: "subject", session: "sid" },
      indexed: ["subject"],
    },
    database,
  );
}
