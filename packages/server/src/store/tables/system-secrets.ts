import { integer, pick, table, text } from "../database/columns.ts";
import type { Database } from "../database/database.ts";
import { insertValues } from "../database/sql.ts";
import { command, query } from "../database/statement.ts";
import type { SystemSecrets } from "../port/secret-store.ts";

/** `fingerprints`: of its secrets, the one that signs first, separated by spaces. */
export const running_server = table("running_server", {
  server_id: text,
  fingerprints: text,
  expires_at: integer,
});
export const signing_secret = table("signing_secret", {
  fingerprint: text,
  signed_at: integer,
  expires_at: integer,
});

const report = command({
  given: running_server.columns,
  sql: `insert into running_server ${insertValues(running_server.columns)}
   on conflict (server_id) do update set fingerprints = excluded.fingerprints, expires_at = excluded.expires_at`,
});
const recordSigning = command({
  given: signing_secret.columns,
  sql: `insert into signing_secret ${insertValues(signing_secret.columns)}
   on conflict (fingerprint) do update set signed_at = excluded.signed_at, expires_at = excluded.expires_at`,
});
const remove = command({
  given: pick(running_server.columns, "server_id"),
  sql: "delete from running_server where server_id = :server_id",
});
const running = query({
  given: { now: integer },
  returns: pick(running_server.columns, "fingerprints"),
  sql: "select fingerprints from running_server where expires_at > :now order by server_id",
});
const signings = query({
  returns: pick(signing_secret.columns, "fingerprint", "signed_at"),
  sql: "select fingerprint, signed_at from signing_secret",
});

/** The time of the last signature is needed until the secret is removed, at the latest after its longest lifespan. */
const KEPT_SECONDS = 2 * 365 * 24 * 3600;

export function createSystemSecrets(database: Database): SystemSecrets {
  return {
    report: ({ server_id, fingerprints, now, expires_at }) =>
      database.write(function* reportSecrets() {
        const [fingerprint = ""] = fingerprints;
        yield* report({ server_id, fingerprints: fingerprints.join(" "), expires_at });
        yield* recordSigning({ fingerprint, signed_at: now, expires_at: now + KEPT_SECONDS });
      }),

    async forget(server_id) {
      await database.write(() => remove({ server_id }));
    },

    find: (now) =>
      database.read(function* find() {
        const rows = yield* running({ now });
        const signed = yield* signings({});
        return {
          servers: rows.map(({ fingerprints }) => fingerprints.split(" ")),
          signed_at: new Map(signed.map((row) => [row.fingerprint, row.signed_at])),
        };
      }),
  };
}
