/** A form of SQL that a distributed database refuses or discourages, so that no statement of the store has it. */
export interface RefusedForm {
  readonly form: string;
  readonly pattern: RegExp;
  /** What each of them does with it, by its documentation. */
  readonly cockroachdb: string;
  readonly yugabytedb: string;
}

/**
 * Sources: "PostgreSQL compatibility" (24.2, 25.2) and "Known limitations" (23.1) of CockroachDB, and pull request 70976 of
 * cockroachdb/cockroach; "PostgreSQL compatibility" and "Listen/Notify" of YugabyteDB. A form that neither refuses is here where it
 * is slow or behaves otherwise on several nodes, which the text says.
 */
export const refusedForms: readonly RefusedForm[] = [
  {
    form: "`listen`, `notify`",
    pattern: /\b(?:listen|notify|pg_notify)\b/i,
    cockroachdb: "refused",
    yugabytedb: "refused before 2025.2.3",
  },
  {
    form: "advisory locks",
    pattern: /\bpg_(?:try_)?advisory_/i,
    cockroachdb: "not relied on: without effect",
    yugabytedb: "refused by versions up to 2024",
  },
  {
    form: "`lock table`",
    pattern: /\block table\b/i,
    cockroachdb: "refused",
    yugabytedb: "refused",
  },
  {
    form: "triggers, functions, procedures",
    pattern: /\bcreate (?:or replace )?(?:trigger|function|procedure)\b/i,
    cockroachdb: "triggers refused before 24.3, procedures before 23.2",
    yugabytedb: "accepted",
  },
  {
    form: "sequences, `serial`, generated columns",
    pattern: /\b(?:nextval|serial|bigserial|create sequence|generated (?:always|by default))\b/i,
    cockroachdb: "accepted: consecutive keys are one hot range",
    yugabytedb: "stored generated columns refused by older versions",
  },
  {
    form: "`deferrable` constraints",
    pattern: /\bdeferrable\b/i,
    cockroachdb: "refused",
    yugabytedb: "refused, but for foreign keys",
  },
  {
    form: "exclusion constraints, GiST",
    pattern: /\b(?:exclude using|using gist)\b/i,
    cockroachdb: "refused",
    yugabytedb: "refused",
  },
  {
    form: "inheritance of tables",
    pattern: /\binherits\b/i,
    cockroachdb: "refused",
    yugabytedb: "refused",
  },
  {
    form: "locks on rows that are read (`for update`, `skip locked`)",
    pattern: /\b(?:for (?:no key )?update|for (?:key )?share|skip locked)\b/i,
    cockroachdb: "accepted: such locks may be lost when a range moves",
    yugabytedb: "accepted",
  },
  {
    form: "cursors",
    pattern: /\bdeclare \w+ (?:\w+ )*cursor\b/i,
    cockroachdb: "in part",
    yugabytedb: "not relied on",
  },
  {
    form: "temporary tables",
    pattern: /\b(?:temp|temporary) table\b/i,
    cockroachdb: "behind a setting",
    yugabytedb: "not relied on",
  },
  {
    form: "changes inside a subquery",
    pattern: /\((?:insert into|update \w+ set|delete from)\b/i,
    cockroachdb: "refused, but for `with` at the top",
    yugabytedb: "refused, as by PostgreSQL",
  },
  {
    form: "expressions as the target of `on conflict`",
    pattern: /\bon conflict \([^)]*\(/i,
    cockroachdb: "refused",
    yugabytedb: "accepted",
  },
];
