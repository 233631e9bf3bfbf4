/** A form of SQL that a distributed database refuses or discourages, so that no statement of the store has it. */
export interface RefusedForm {
  readonly form: string;
  readonly pattern: RegExp;
  /** What each of them does with it, by its documentation. */
  readonly cockroachdb: string;
  readonly yugabytedb: string;
}

/**
 * Sources: CockroachDB, "PostgreSQL compatibility" and "Known limitations" (25.2); YugabyteDB, "PostgreSQL compatibility" and
 * "PostgreSQL source database" (2024.2); pull request 70976 of cockroachdb/cockroach.
 */
export const refusedForms: readonly RefusedForm[] = [
  {
    form: "`listen`, `notify`",
    pattern: /\b(?:listen|notify|pg_notify)\b/i,
    cockroachdb: "not supported",
    yugabytedb: "from 2025.2.3 on, early access",
  },
  {
    form: "advisory locks",
    pattern: /\bpg_(?:try_)?advisory_/i,
    cockroachdb: "functions without effect",
    yugabytedb: "from 2025.1 on",
  },
  {
    form: "`lock table`",
    pattern: /\block table\b/i,
    cockroachdb: "not supported",
    yugabytedb: "not supported",
  },
  {
    form: "triggers, functions, procedures",
    pattern: /\bcreate (?:or replace )?(?:trigger|function|procedure)\b/i,
    cockroachdb: "in part, by version",
    yugabytedb: "supported",
  },
  {
    form: "sequences, `serial`",
    pattern: /\b(?:nextval|serial|bigserial|create sequence|generated (?:always|by default))\b/i,
    cockroachdb: "a hot key; `serial` is not sequential",
    yugabytedb: "a hot key",
  },
  {
    form: "`deferrable` constraints",
    pattern: /\bdeferrable\b/i,
    cockroachdb: "not supported",
    yugabytedb: "foreign keys alone",
  },
  {
    form: "exclusion constraints, GiST",
    pattern: /\b(?:exclude using|using gist)\b/i,
    cockroachdb: "not supported",
    yugabytedb: "not supported",
  },
  {
    form: "inheritance of tables",
    pattern: /\binherits\b/i,
    cockroachdb: "not supported",
    yugabytedb: "not supported",
  },
  {
    form: "system columns (`ctid`, `xmin`)",
    pattern: /\b(?:ctid|xmin|xmax|cmin|cmax|tableoid)\b/i,
    cockroachdb: "not supported",
    yugabytedb: "not supported",
  },
  {
    form: "locks on rows that are read (`for update`, `skip locked`)",
    pattern: /\b(?:for (?:no key )?update|for (?:key )?share|skip locked)\b/i,
    cockroachdb: "supported; with `serializable`, waits and retries",
    yugabytedb: "supported; `skip locked` by isolation level",
  },
  {
    form: "savepoints",
    pattern: /\bsavepoint\b/i,
    cockroachdb: "supported; not after an error 40001",
    yugabytedb: "supported",
  },
  {
    form: "temporary tables",
    pattern: /\b(?:temp|temporary) table\b/i,
    cockroachdb: "experimental",
    yugabytedb: "supported, slow to create",
  },
  {
    form: "`merge`",
    pattern: /\bmerge into\b/i,
    cockroachdb: "not supported",
    yugabytedb: "not supported",
  },
  {
    form: "cursors",
    pattern: /\bdeclare \w+ (?:\w+ )*cursor\b/i,
    cockroachdb: "in part",
    yugabytedb: "forward alone",
  },
  {
    form: "changes inside a subquery",
    pattern: /\((?:insert into|update \w+ set|delete from)\b/i,
    cockroachdb: "at the top of a statement alone",
    yugabytedb: "at the top of a statement alone, as in PostgreSQL",
  },
];
