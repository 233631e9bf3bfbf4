import { createHash } from "node:crypto";
import type { RecordKind, TakenRecord } from "../../record.ts";
import { type LeftOut, type Source, SourceError } from "../../source.ts";
import type { Database } from "../databases/database.ts";
import { examine } from "./examine.ts";
import { isIn, allOf, type Item, ofTenant, type Opened } from "./reader.ts";
import { createReader, type FlowLifespans } from "./readers.ts";
import { openKey } from "./rows.ts";
import { recogniseSchema, type Schema } from "./schema.ts";
import { systemKeys } from "./secrets.ts";
import { text } from "./values.ts";
import { observeChanges } from "./observe.ts";

export interface HydraOptions {
  /** `secrets.system` of the old server: the newest first. */
  readonly system_secrets: readonly string[];
  /** `secrets.cookie` of the old server. Nothing of the database is read with them. */
  readonly cookie_secrets?: readonly string[];
  /** Which `nid` to read, where there are several. */
  readonly tenant?: string;
  /** Seconds, from `ttl` of the old server's settings, for rows that do not say themselves how long they live. */
  readonly lifespans?: Partial<FlowLifespans>;
}

/** The defaults of Ory Hydra. */
const LIFESPANS: FlowLifespans = { access_token: 3600, authorize_code: 600, flow: 3600 };

/** More values than this in one statement are too many for some databases. */
const MAX_PAGE = 1000;

/** A database of Ory Hydra 1.9 to 26. Throws a `SourceError` where it cannot be read. */
export async function openHydra(database: Database, options: HydraOptions): Promise<Source> {
  const tables = await database.tables();
  const schema = recogniseSchema(tables, await readMigrations(database, tables));
  const nid = schema.generation === 1 ? undefined : await chooseTenant(database, options.tenant);
  const keys = systemKeys(options.system_secrets);
  const opened: Opened = { database, schema, nid, keys };
  await checkSecrets(opened);
  const lifespans = { ...LIFESPANS, ...options.lifespans };
  const reader = (kind: RecordKind, now: number) => createReader(kind, opened, lifespans, now);

  async function* pages(kind: RecordKind, from: PageFrom) {
    const pageReader = reader(kind, from.now);
    const limit = Math.max(1, Math.min(from.limit, MAX_PAGE));
    let after = from.after;
    if (after === END) return;
    for (;;) {
      const { items, next } = await pageReader.page(after, limit, from.isLight);
      if (items.length > 0) yield { items, position: next ?? END };
      if (next === undefined) return;
      after = next;
    }
  }

  return {
    description: `Ory Hydra ${schema.version} on ${database.name}`,
    hydra: schema.generation,
    async examine(now) {
      return examine(opened, options, (kind) => reader(kind, now), now, readItems);
    },
    async *read(kind, from) {
      for await (const { items, position } of pages(kind, { ...from, isLight: false })) {
        yield { ...(await readItems(items, opened, from.now)), position };
      }
    },
    async *fingerprints(kind, from) {
      for await (const { items, position } of pages(kind, { ...from, isLight: true })) {
        yield {
          fingerprints: items.map(({ key, state }) => ({ key, digest: digest(state) })),
          position,
        };
      }
    },
    async readSome(kind, wanted, now) {
      const records: TakenRecord[] = [];
      const left_out: LeftOut[] = [];
      for (let start = 0; start < wanted.length; start += MAX_PAGE) {
        const items = await reader(kind, now).find(wanted.slice(start, start + MAX_PAGE));
        const batch = await readItems(items, opened, now);
        records.push(...batch.records);
        left_out.push(...batch.left_out);
      }
      return { records, left_out };
    },
    observe: () => observeChanges(opened),
    close: async () => database.close(),
  };
}

/** The position after the last row. */
const END = "\u{ffff}";

interface PageFrom {
  readonly after?: string | undefined;
  readonly now: number;
  readonly limit: number;
  readonly isLight: boolean;
}

/** Reads items into records, with the clients that they name looked up at once. */
async function readItems(
  items: readonly Item[],
  opened: Opened,
  now: number,
): Promise<{ readonly records: readonly TakenRecord[]; readonly left_out: readonly LeftOut[] }> {
  const clients = await existingClients(opened, items);
  const records: TakenRecord[] = [];
  const left_out: LeftOut[] = [];
  for (const item of items) {
    const outcome = item.read(now, clients);
    if (outcome.record !== undefined) records.push(outcome.record);
    for (const left of outcome.left_out) left_out.push(left);
  }
  return { records, left_out };
}

async function existingClients(
  opened: Opened,
  items: readonly Item[],
): Promise<ReadonlySet<string>> {
  const named = [...new Set(items.flatMap(({ client_ids }) => client_ids))];
  const found = new Set<string>();
  for (let start = 0; start < named.length; start += MAX_PAGE) {
    const where = allOf([
      ofTenant(opened, "t"),
      isIn("t.id", named.slice(start, start + MAX_PAGE)),
    ]);
    const rows = await opened.database.query(
      `SELECT t.id AS id FROM hydra_client t WHERE ${where.sql}`,
      where.values,
    );
    for (const row of rows) found.add(text(row["id"]));
  }
  return found;
}

async function readMigrations(
  database: Database,
  tables: Schema["tables"],
): Promise<readonly string[]> {
  // MySQL and old versions may have either name.
  const table = ["schema_migration", "hydra_schema_migration"].find((name) => tables.has(name));
  if (table === undefined) return [];
  const rows = await database.query(`SELECT version FROM ${table}`);
  return rows.map((row) => text(row["version"]));
}

/** The one tenant that has clients, or the one that was chosen. */
async function chooseTenant(database: Database, wanted: string | undefined): Promise<string> {
  const used = await database.query("SELECT DISTINCT nid AS id FROM hydra_client");
  const rows = used.length > 0 ? used : await database.query("SELECT id FROM networks");
  const tenants = rows.map((row) => text(row["id"])).toSorted();
  if (wanted !== undefined) {
    const found = tenants.find((tenant) => tenant === wanted.toLowerCase());
    if (found !== undefined) return found;
    throw new SourceError(
      `The database has no tenant ${wanted}. Its tenants are ${tenants.join(", ")}.`,
    );
  }
  const [only] = tenants;
  if (only === undefined) throw new SourceError("The table networks of the database is empty.");
  if (tenants.length > 1) {
    throw new SourceError(
      `The database has several tenants, of which one must be chosen: ${tenants.join(", ")}.`,
    );
  }
  return only;
}

/** How many keys to try the secrets on. */
const TRIED_KEYS = 50;

async function checkSecrets(opened: Opened): Promise<void> {
  const where = allOf([ofTenant(opened, "t")]);
  const rows = await opened.database.query(
    `SELECT t.keydata AS keydata FROM hydra_jwk t WHERE ${where.sql} ORDER BY t.created_at DESC LIMIT ?`,
    [...where.values, TRIED_KEYS],
  );
  if (rows.length === 0 || rows.some((row) => openKey(row, opened.keys) !== undefined)) return;
  throw new SourceError(
    "The system secret is not that of the source: it opens none of its keys. Set secrets.system to the old server's, the newest secret first.",
  );
}

function digest(state: Item["state"]): string {
  return createHash("sha256")
    .update(JSON.stringify(state.map(text)))
    .digest("base64url")
    .slice(0, 22);
}
