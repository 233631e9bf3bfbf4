import { text } from "../../../store/database/columns.ts";
import { command, type Script } from "../../../store/database/statement.ts";

const lock = command({
  given: { id: text },
  sql: "update workspace set document = document where id = :id returning id",
});

/** Locks a workspace until the transaction ends; part of scripts that change what is in it. False when there is no such workspace. */
export function* lockWorkspace(id: string): Script<boolean> {
  return (yield* lock({ id })) > 0;
}
