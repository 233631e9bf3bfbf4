import { type Script, command, text } from "@latchkey/server/feature/store";

const lock = command({
  given: { id: text },
  sql: "update workspace set document = document where id = :id returning id",
});

/** Locks a workspace until the transaction ends; part of scripts that change what is in it. False when there is no such workspace. */
export function* lockWorkspace(id: string): Script<boolean> {
  return (yield* lock({ id })) > 0;
}
