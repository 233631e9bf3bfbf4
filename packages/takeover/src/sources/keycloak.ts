import { readFile, stat } from "node:fs/promises";
import { hashSlowly } from "@latchkey/server/feature/endpoints";
import { countLeftOut } from "../import/progress.ts";
import { objectIn } from "../shadow/client-of.ts";
import { type ReadFrom, type RecordBatch, type Source, SourceError } from "../source.ts";
import { keycloakSecretOf, readKeycloakClient, readKeycloakUser } from "./keycloak-rules.ts";

/**
 * Opens the export of a realm: `kc.sh export --realm … --users same_file`. Sessions and tokens of Keycloak are not in an export, so
 * users sign in once more, with the passwords that they have.
 */
export async function openKeycloak(file: string): Promise<Source> {
  const realm = objectIn(await readFile(file, "utf8"));
  if (realm === undefined || typeof realm["realm"] !== "string")
    throw new SourceError(`${file} is no export of a Keycloak realm: it has no member "realm".`);
  // Clients have no times in an export. That of the file is the same in every run.
  const exportedAt = Math.floor((await stat(file)).mtimeMs / 1000);
  const clients = entriesOf(realm["clients"]);
  const users = entriesOf(realm["users"]);
  if (clients.length === 0)
    throw new SourceError(`${file} has no clients: export the whole realm, with its users.`);

  return {
    description: `the realm ${realm["realm"]} of Keycloak`,
    examine: async () => {
      const results = [
        ...clients.map((client) =>
          readKeycloakClient(client, keycloakSecretOf(client), exportedAt),
        ),
        ...users.map(readKeycloakUser),
      ];
      const countOf = (kind: "client" | "account"): number =>
        results.filter(({ record }) => record?.kind === kind).length;
      const left = countLeftOut(
        [],
        results.flatMap(({ left_out }) => left_out),
      );
      return {
        kinds: [
          { kind: "client", count: countOf("client") },
          { kind: "account", count: countOf("account") },
        ],
        left_behind: left.map(({ table, reason, rows }) => ({ table, reason, rows })),
        notes: [
          "Sessions, tokens and keys are not in an export: users sign in once, and clients get new keys from the JWKS.",
          "Roles and groups become the claim groups.",
        ],
      };
    },
    async *read(kind, from) {
      if (kind === "client")
        yield* batches(clients, from, async (client) => {
          const secret = keycloakSecretOf(client);
          const hash = secret === undefined ? undefined : await hashSlowly(secret);
          return readKeycloakClient(client, hash, exportedAt);
        });
      if (kind === "account") yield* batches(users, from, async (user) => readKeycloakUser(user));
    },
    close: async () => {},
  };
}

type Entry = Readonly<Record<string, unknown>>;

function entriesOf(value: unknown): readonly Entry[] {
  return Array.isArray(value) ? value.filter(isEntry) : [];
}

function isEntry(value: unknown): value is Entry {
  return typeof value === "object" && value !== null;
}

/** A position is the number of entries before it. */
async function* batches(
  entries: readonly Entry[],
  { after, limit }: ReadFrom,
  read: (entry: Entry) => Promise<{
    readonly record?: RecordBatch["records"][number];
    readonly left_out: RecordBatch["left_out"];
  }>,
): AsyncIterable<RecordBatch> {
  for (let start = Number(after ?? 0); start < entries.length; start += limit) {
    const results = await Promise.all(entries.slice(start, start + limit).map(read));
    yield {
      records: results.flatMap(({ record }) => record ?? []),
      left_out: results.flatMap(({ left_out }) => left_out),
      position: String(Math.min(start + limit, entries.length)),
    };
  }
}
