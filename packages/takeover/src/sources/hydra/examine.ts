import { type RecordKind, recordKinds, type TakenRecord } from "../../record.ts";
import type { Examination, LeftOut } from "../../source.ts";
import {
  allOf,
  condition,
  countRows,
  type Item,
  type KindReader,
  ofTenant,
  type Opened,
} from "./reader.ts";
import { LOGOUTS, SESSIONS } from "./readers.ts";
import { openKey } from "./rows.ts";

/**
 * Rows that are looked at of each kind. Keys are random, so that the first rows are a sample of all of them: beyond this, numbers
 * are projected.
 */
const SAMPLE = 5000;
const PAGE = 500;

type ReadItems = (
  items: readonly Item[],
  opened: Opened,
  now: number,
) => Promise<{ readonly records: readonly TakenRecord[]; readonly left_out: readonly LeftOut[] }>;

export async function examine(
  opened: Opened,
  options: {
    readonly system_secrets: readonly string[];
    readonly cookie_secrets?: readonly string[];
  },
  reader: (kind: RecordKind) => KindReader,
  now: number,
  readItems: ReadItems,
): Promise<Examination> {
  const kinds: { kind: RecordKind; count: number }[] = [];
  const left = new Tally();
  for (const kind of recordKinds) {
    const sample = await takeSample(reader(kind), opened, now, readItems);
    kinds.push({ kind, count: Math.round(sample.records * sample.factor) });
    for (const each of sample.left_out) left.add(each.table, each.reason, sample.factor);
  }
  await countFiltered(opened, left);
  return {
    kinds,
    left_behind: await left.describe(opened),
    notes: [...opened.schema.notes, ...(await notesOn(opened, options))],
  };
}

async function takeSample(reader: KindReader, opened: Opened, now: number, readItems: ReadItems) {
  let looked = 0;
  let records = 0;
  const left_out: LeftOut[] = [];
  let after: string | undefined;
  while (looked < SAMPLE) {
    const { items, next } = await reader.page(after, PAGE, false);
    const batch = await readItems(items, opened, now);
    looked += items.length;
    records += batch.records.length;
    left_out.push(...batch.left_out);
    if (next === undefined) return { records, left_out, factor: 1 };
    after = next;
  }
  return { records, left_out, factor: Math.max(1, (await reader.total()) / looked) };
}

/** Rows that the readers do not select. */
async function countFiltered(opened: Opened, left: Tally): Promise<void> {
  const { database, schema } = opened;
  async function count(table: string, reason: string, sql: string): Promise<void> {
    const rows = await countRows(
      database,
      `${table} t`,
      allOf([ofTenant(opened, "t"), condition(sql)]),
    );
    if (rows > 0) left.add(table, reason, rows);
  }
  await count(SESSIONS, "the login was not remembered", "NOT (t.remember AND t.subject <> '')");
  await count(LOGOUTS, "the logout is over", "t.was_used OR t.rejected");
  if (schema.generation === 1) {
    for (const table of ["", "_handled"]) {
      await count(
        `hydra_oauth2_authentication_request${table}`,
        "logins are carried as sessions, and only those under way beside them",
        "1 = 1",
      );
    }
    await count("hydra_oauth2_consent_request", "consents are carried with their answers", "1 = 1");
  }
  if (schema.tables.has(DEVICES)) {
    await count(DEVICES, "device codes are not carried: the device asks for another one", "1 = 1");
  }
}

const DEVICES = "hydra_oauth2_device_auth_codes";

/** Rows that stay behind, by table and cause. */
class Tally {
  readonly #rows = new Map<string, { table: string; reason: string; rows: number }>();

  add(table: string, reason: string, rows: number): void {
    const key = `${table} ${reason}`;
    const entry = this.#rows.get(key) ?? { table, reason, rows: 0 };
    entry.rows += rows;
    this.#rows.set(key, entry);
  }

  async describe(opened: Opened): Promise<Examination["left_behind"]> {
    const sizes = await opened.database.sizes();
    const totals = new Map<string, number>();
    const described = [];
    for (const { table, reason, rows } of this.#rows.values()) {
      const total =
        totals.get(table) ?? (await countRows(opened.database, table, condition("1 = 1")));
      totals.set(table, total);
      const size = sizes.get(table);
      const isMeasured = size !== undefined && total > 0;
      described.push({
        table,
        reason,
        rows: Math.round(rows),
        ...(isMeasured ? { bytes: Math.round((size * Math.min(rows, total)) / total) } : {}),
      });
    }
    return described;
  }
}

async function notesOn(
  opened: Opened,
  options: {
    readonly system_secrets: readonly string[];
    readonly cookie_secrets?: readonly string[];
  },
): Promise<readonly string[]> {
  const { schema } = opened;
  const notes: string[] = [];
  const ofSource = allOf([ofTenant(opened, "t")]);
  const keys = await opened.database.query(
    `SELECT t.sid AS sid, t.keydata AS keydata FROM hydra_jwk t WHERE ${ofSource.sql}`,
    ofSource.values,
  );
  if (!keys.some(({ sid }) => sid === "hydra.openid.id-token")) {
    notes.push(
      "The database has no key for ID tokens. Keys in a hardware module cannot be carried: publish them beside the new ones until the last ID token has expired.",
    );
  }
  const sealed = keys.filter((row) => openKey(row, opened.keys) === undefined).length;
  if (sealed > 0) {
    notes.push(
      `${sealed} of ${keys.length} keys cannot be opened: an older secret of secrets.system is missing.`,
    );
  }
  if (schema.generation === 1 && (await hasBothKindsOfTokens(opened))) {
    notes.push(
      "The access tokens are of two strategies. While the old server issues JWTs, it does not accept the opaque ones from before; here they are valid until they expire.",
    );
  }
  if (schema.generation === 2) {
    notes.push(
      "From 2.2 on a login under way is in the address of the browser and not in the database: such users begin the sign-in once more.",
    );
  }
  if (options.system_secrets.length > 1 && (options.cookie_secrets ?? []).length === 0) {
    notes.push(
      "Without secrets.cookie, cookies from before the rotation of the system secret sign no user in: the old server does not accept them either.",
    );
  }
  return notes;
}

/** §3: a digest has 96 characters, a signature 43. */
async function hasBothKindsOfTokens(opened: Opened): Promise<boolean> {
  const [digests] = await opened.database.query(
    "SELECT count(*) AS n FROM (SELECT 1 FROM hydra_oauth2_access WHERE length(signature) = 96 LIMIT 1) t",
  );
  const [plain] = await opened.database.query(
    "SELECT count(*) AS n FROM (SELECT 1 FROM hydra_oauth2_access WHERE length(signature) < 96 LIMIT 1) t",
  );
  return Number(digests?.["n"] ?? 0) > 0 && Number(plain?.["n"] ?? 0) > 0;
}
