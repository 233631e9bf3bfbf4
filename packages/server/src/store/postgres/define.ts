import type { Script } from "../database/statement.ts";
import type { Connection } from "./connection.ts";
import { runScript } from "./run-batch.ts";

/** How long a change of the schema waits for a lock, in milliseconds: requests that need the table queue behind it. */
const LOCK_MS = 200;

/** Runs a script that changes the schema as one transaction. It may take long, but waits briefly for locks. */
export async function define<T>(connection: Connection, script: () => Script<T>): Promise<T> {
  await connection.execute(
    `begin; set local lock_timeout = ${LOCK_MS}; set local statement_timeout = 0; set local bytea_output = hex`,
    Infinity,
  );
  try {
    const result = await runScript(script(), connection, Infinity);
    await connection.execute("commit", Infinity);
    return result;
  } catch (cause) {
    if (!connection.isLost())
      await connection
        .execute("rollback", performance.now() + 1_000)
        .catch(() => connection.destroy());
    throw cause;
  }
}
