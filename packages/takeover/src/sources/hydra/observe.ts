import { createHash } from "node:crypto";
import { type RecordKind, recordKinds } from "../../record.ts";
import type { ChangeFeed } from "../../source.ts";
import type { Row } from "../databases/database.ts";
import { allOf, condition, type Condition, isIn, ofTenant, type Opened } from "./reader.ts";
import { LOGOUTS, SESSIONS } from "./readers.ts";
import { text } from "./values.ts";

/** A table whose rows are observed, with the alias `t`. */
interface Observed {
  readonly table: string;
  readonly key: string;
  readonly where?: Condition;
  /** Numbers that change with what a row says: their sums are compared. */
  readonly sums?: readonly string[];
  /** Times that go forward with each change of a row: the last one is compared. */
  readonly times?: readonly string[];
  /** More columns that `owners` needs. */
  readonly columns?: readonly string[];
  /** The records that a row may be part of. */
  readonly owners: (row: Row) => readonly Owner[];
}

type Owner = readonly [kind: RecordKind, key: string];

/**
 * Recognises what changed, without a time or a log in the tables: of each table the database counts and sums rows by the first
 * characters of their keys, and where that is not what it was, the keys of those rows are read and compared. The keys of all rows
 * leave the database once, here, and later those that lie beside a change.
 */
export async function observeChanges(opened: Opened): Promise<ChangeFeed> {
  const feed = createFeed(opened);
  (await feed.next()).accept();
  return feed;
}

function createFeed(opened: Opened): ChangeFeed {
  const { database } = opened;
  const mirrors = observedTables(opened).map((observed) => ({ observed, mirror: emptyMirror() }));
  let mark: string | undefined;
  let isFirst = true;
  return {
    async next() {
      // Read before the tables: what is committed meanwhile has another mark.
      const current = await database.mark();
      if (current !== undefined && current === mark)
        return { changed: new Map(), is_unchanged: true, accept: () => {} };
      const changed = new Map<RecordKind, Set<string>>();
      const found = await database.snapshot(async () => {
        const updates: (() => void)[] = [];
        for (const { observed, mirror } of mirrors)
          updates.push(await compare(opened, observed, mirror, isFirst ? undefined : changed));
        return updates;
      });
      return {
        changed,
        is_unchanged: false,
        accept() {
          for (const update of found) update();
          mark = current;
          isFirst = false;
        },
      };
    },
  };
}

/** What was found of a table: digests of groups of rows, and of the rows of each group of the second level. */
interface Mirror {
  readonly groups: readonly Map<string, string>[];
  readonly rows: Map<string, GroupRows>;
}

/** Of each row a digest and its owners, in as little memory as millions of them should take. */
interface GroupRows {
  readonly digests: Float64Array;
  readonly owners: string;
}

/** How many characters the keys of a group share. */
const LEVELS = [1, 2] as const;

function emptyMirror(): Mirror {
  return { groups: LEVELS.map(() => new Map()), rows: new Map() };
}

/** Adds to `changed`, and returns what brings the mirror up to date. */
async function compare(
  opened: Opened,
  observed: Observed,
  mirror: Mirror,
  changed: Map<RecordKind, Set<string>> | undefined,
): Promise<() => void> {
  const updates: (() => void)[] = [];
  let wanted: readonly string[] | undefined;
  for (const [level, length] of LEVELS.entries()) {
    const known = mirror.groups[level] ?? new Map<string, string>();
    const found = await readGroups(opened, observed, length, wanted);
    const isWanted = within(wanted);
    const gone = [...known.keys()].filter((name) => isWanted(name) && !found.has(name));
    const other = [...found].filter(([name, digest]) => known.get(name) !== digest);
    updates.push(() => {
      for (const name of gone) known.delete(name);
      for (const [name, digest] of other) known.set(name, digest);
    });
    wanted = [...gone, ...other.map(([name]) => name)];
    if (wanted.length === 0) return () => updates.forEach((update) => update());
  }
  const rows = await readRows(opened, observed, wanted ?? []);
  for (const name of wanted ?? []) {
    const before = mirror.rows.get(name);
    const now = rows.get(name) ?? [];
    if (changed !== undefined) for (const owner of differing(before, now)) addOwner(changed, owner);
    updates.push(() => {
      if (now.length === 0) mirror.rows.delete(name);
      else mirror.rows.set(name, pack(now));
    });
  }
  return () => updates.forEach((update) => update());
}

/** Whether a group lies within those of the level before. */
function within(wanted: readonly string[] | undefined): (name: string) => boolean {
  if (wanted === undefined) return () => true;
  const all = new Set(wanted);
  return (name) => all.has(prefixOf(name, LEVELS[0]));
}

/** By characters, as databases count them. */
function prefixOf(key: string, length: number): string {
  return Array.from(key).slice(0, length).join("");
}

interface ObservedRow {
  readonly digest: number;
  readonly owners: string;
}

/** The owners of rows that are on one side alone: new, changed or gone. */
function differing(before: GroupRows | undefined, now: readonly ObservedRow[]): readonly string[] {
  const old = new Map<number, string>();
  const owners = before?.owners.split(ROW) ?? [];
  for (const [index, digest] of before?.digests.entries() ?? [])
    old.set(digest, owners[index] ?? "");
  const fresh = now.filter(({ digest }) => !old.delete(digest));
  return [...old.values(), ...fresh.map((row) => row.owners)];
}

function pack(rows: readonly ObservedRow[]): GroupRows {
  return {
    digests: Float64Array.from(rows, ({ digest }) => digest),
    owners: rows.map(({ owners }) => owners).join(ROW),
  };
}

/** No id that is carried holds one of these. */
const ROW = "\u{1}";
const OWNER = "\u{2}";
const PART = "\u{3}";

function addOwner(changed: Map<RecordKind, Set<string>>, owners: string): void {
  for (const owner of owners.split(OWNER)) {
    const [place = "", key = ""] = owner.split(PART);
    const kind = recordKinds[Number(place)];
    if (kind === undefined) continue; // Of an id that holds a separator, and cannot be carried.
    changed.set(kind, (changed.get(kind) ?? new Set()).add(key));
  }
}

/** Kinds are written by their place. */
function writeOwners(owners: readonly Owner[]): string {
  return owners.map(([kind, key]) => `${recordKinds.indexOf(kind)}${PART}${key}`).join(OWNER);
}

/** A digest of each group of rows. */
async function readGroups(
  opened: Opened,
  { table, key, where, sums = [], times = [] }: Observed,
  length: number,
  wanted: readonly string[] | undefined,
): Promise<ReadonlyMap<string, string>> {
  const all = allOf([ofTenant(opened, "t"), where, inGroups(opened, key, wanted, LEVELS[0])]);
  const values = [
    "count(*)",
    ...sums.map((sum) => `coalesce(sum(${sum}), 0)`),
    ...times.map((name) => `max(${name})`),
  ];
  const columns = values.map((value, index) => `${value} AS v${index}`).join(", ");
  const group = groupOf(opened, key, length);
  const rows = await opened.database.query(
    `SELECT ${group} AS p, ${columns} FROM ${table} t WHERE ${all.sql} GROUP BY ${group}`,
    all.values,
  );
  return new Map(
    rows.map(({ p = null, ...digest }) => [text(p), Object.values(digest).map(text).join(" ")]),
  );
}

async function readRows(
  opened: Opened,
  { table, key, where, sums = [], times = [], columns = [], owners }: Observed,
  groups: readonly string[],
): Promise<ReadonlyMap<string, readonly ObservedRow[]>> {
  const [, length] = LEVELS;
  const all = allOf([ofTenant(opened, "t"), where, inGroups(opened, key, groups, length)]);
  const named = [key, ...columns].map((name) => `t.${name} AS ${name}`);
  const state = [...sums, ...times].map((value, index) => `${value} AS v${index}`);
  const found = new Map<string, ObservedRow[]>();
  const sql = `SELECT ${[...named, ...state].join(", ")} FROM ${table} t WHERE ${all.sql}`;
  for await (const rows of opened.database.stream(sql, all.values)) {
    for (const row of rows) {
      const group = prefixOf(text(row[key]), length);
      const digest = digestOf(Object.values(row).map(text).join("\0"));
      const observed = { digest, owners: writeOwners(owners(row)) };
      const others = found.get(group);
      if (others === undefined) found.set(group, [observed]);
      else others.push(observed);
    }
  }
  return found;
}

/** By default MySQL compares texts without their case. */
function groupOf({ database }: Opened, key: string, length: number): string {
  const group = `substr(t.${key}, 1, ${length})`;
  return database.name === "MySQL" ? `CAST(${group} AS BINARY)` : group;
}

/** More groups than these are read with all others. */
const MAX_GROUPS = 1_000;

function inGroups(
  opened: Opened,
  key: string,
  groups: readonly string[] | undefined,
  length: number,
): Condition | undefined {
  if (groups === undefined || groups.length > MAX_GROUPS) return undefined;
  return isIn(groupOf(opened, key, length), groups);
}

function digestOf(row: string): number {
  return createHash("sha256").update(row).digest().readUIntBE(0, 6);
}

function asNumber(flag: string): string {
  return `CASE WHEN t.${flag} THEN 1 ELSE 0 END`;
}

const IS_ACTIVE = asNumber("active");
const CHAIN_COLUMNS = ["request_id", "challenge_id"];

function observedTables({ schema: { generation, tables } }: Opened): readonly Observed[] {
  const has = (table: string, column: string): boolean => tables.get(table)?.has(column) === true;
  return [
    {
      table: "hydra_client",
      key: "id",
      times: ["t.updated_at"],
      owners: (row) => [["client", text(row["id"])]],
    },
    {
      table: SESSIONS,
      key: "id",
      where: condition("t.remember AND t.subject <> ''"),
      times: ["t.authenticated_at", ...(has(SESSIONS, "expires_at") ? ["t.expires_at"] : [])],
      owners: (row) => [["session", text(row["id"])]],
    },
    {
      table: "hydra_oauth2_obfuscated_authentication_session",
      key: "subject",
      columns: ["client_id"],
      owners: (row) => [
        ["subject", JSON.stringify([text(row["subject"]), text(row["client_id"])])],
      ],
    },
    generation === 1
      ? {
          table: "hydra_oauth2_consent_request_handled",
          key: "challenge",
          sums: [asNumber("was_used")],
          owners: (row) => [["grant", text(row["challenge"])]],
        }
      : {
          table: "hydra_oauth2_flow",
          key: "consent_challenge_id",
          where: condition(
            "t.consent_challenge_id IS NOT NULL AND (t.state IS NULL OR t.state >= 6)",
          ),
          sums: ["coalesce(t.state, 0)"],
          owners: (row) => [["grant", text(row["consent_challenge_id"])]],
        },
    {
      table: "hydra_oauth2_refresh",
      key: "signature",
      columns: CHAIN_COLUMNS,
      sums: [IS_ACTIVE, ...(has("hydra_oauth2_refresh", "used_times") ? ["t.used_times"] : [])],
      owners: chainsOf,
    },
    {
      table: "hydra_oauth2_code",
      key: "signature",
      columns: CHAIN_COLUMNS,
      sums: [IS_ACTIVE],
      owners: chainsOf,
    },
    {
      table: "hydra_oauth2_access",
      key: "signature",
      columns: CHAIN_COLUMNS,
      owners: (row) => [
        ...chainsOf(row),
        ...(text(row["challenge_id"]) === "" ? [["token", text(row["signature"])] as const] : []),
      ],
    },
    {
      table: LOGOUTS,
      key: "challenge",
      sums: ["was_used", "accepted", "rejected"].map(asNumber),
      owners: (row) => [["logout", text(row["challenge"])]],
    },
    {
      table: "hydra_oauth2_jti_blacklist",
      key: "signature",
      owners: (row) => [["assertion", text(row["signature"])]],
    },
  ];
}

/** A chain is known by its consent, or else by its request: the device grant has both. */
function chainsOf(row: Row): readonly Owner[] {
  const names = new Set([text(row["challenge_id"]), text(row["request_id"])]);
  return [...names].filter((name) => name !== "").map((name) => ["grant", name] as const);
}
