import {
  type RowOf,
  type Script,
  type StoreTools,
  command,
  documents,
  id,
  insertValues,
  integer,
  names,
  nullable,
  oneOf,
  pick,
  query,
  replacing,
  required,
  sealedDocument,
  sealedDocuments,
  table,
  text,
  documentContexts,
  sealedColumn,
} from "@latchkey/server/feature/store";
import { accountObject } from "./account-changes.ts";
import type { Factor, Factors, PasskeyKey } from "./port.ts";
import { isLastWay, lockWaysToSignIn } from "./ways-to-sign-in.ts";

export const account_factor = table("account_factor", {
  factor_id: text,
  subject: text,
  kind: oneOf<Factor["kind"]>("totp", "passkey"),
  name: text,
  sealed: nullable(sealedDocument),
  public_key: nullable(text),
  counter: integer,
  created_at: integer,
  last_used_at: nullable(integer),
});

export const sealedFactors = sealedColumn(account_factor, {
  column: "sealed",
  key: ["factor_id"],
  contextsOf: ({ factor_id }) => documentContexts(factor_id, "account factor"),
});

export const account_recovery_code = table("account_recovery_code", {
  subject: text,
  code_hash: id,
});

const { columns } = account_factor;
const bySubject = pick(columns, "subject");
const insert = command({
  given: columns,
  sql: `insert into account_factor ${insertValues(columns)} on conflict do nothing returning factor_id`,
});
const lockAccount = query({
  given: bySubject,
  returns: { subject: text },
  // An update locks the row in both databases: an account that is deleted meanwhile is gone before, or has this factor to delete.
  sql: "update account set subject = subject where subject = :subject returning subject",
});
const byId = query({
  given: pick(columns, "factor_id"),
  returns: columns,
  sql: `select ${names(columns)} from account_factor where factor_id = :factor_id`,
});
const ofSubject = query({
  given: bySubject,
  returns: columns,
  sql: `select ${names(columns)} from account_factor where subject = :subject order by created_at, factor_id`,
});
const raise = command({
  given: replacing(pick(columns, "factor_id", "subject", "sealed", "counter", "last_used_at")),
  sql: `update account_factor set counter = :counter, last_used_at = :last_used_at, sealed = coalesce(:sealed, sealed)
   where factor_id = :factor_id and subject = :subject
   and (counter < :counter or (counter = 0 and :counter = 0)) returning factor_id`,
});
const removed = pick(columns, "factor_id", "kind", "name", "public_key");
const remove = query({
  given: pick(columns, "factor_id", "subject"),
  returns: removed,
  sql: `delete from account_factor where factor_id = :factor_id and subject = :subject returning ${names(removed)}`,
});
const removeOfSubject = query({
  given: bySubject,
  returns: removed,
  sql: `delete from account_factor where subject = :subject returning ${names(removed)}`,
});

const codeColumns = account_recovery_code.columns;
const insertCode = command({
  given: codeColumns,
  sql: `insert into account_recovery_code ${insertValues(codeColumns)}`,
});
const removeCode = command({
  given: codeColumns,
  sql: "delete from account_recovery_code where subject = :subject and code_hash = :code_hash returning subject",
});
const removeCodes = command({
  given: bySubject,
  sql: "delete from account_recovery_code where subject = :subject",
});
const countCodes = query({
  given: bySubject,
  returns: { total: integer },
  sql: "select count(*) as total from account_recovery_code where subject = :subject",
});

interface TotpSecret {
  readonly secret: string;
}

const totpDocuments = documents<TotpSecret>({
  table: "account_factor",
  fields: { secret: required("text") },
});

export const passkeyDocuments = documents<PasskeyKey>({
  table: "account_factor",
  fields: {
    key: required("text"),
    transports: required("list"),
    is_synced: required("boolean"),
  },
});

export function createFactors({ changes, database, sealer }: StoreTools): Factors {
  const secrets = sealedDocuments("account factor", sealer, totpDocuments);

  const toRow = (factor: Factor): RowOf<typeof columns> => {
    const { factor_id, subject, kind, name, counter, created_at, last_used_at } = factor;
    const secret = factor.kind === "totp" ? factor.secret : undefined;
    return {
      factor_id,
      subject,
      kind,
      name,
      // Sealed anew whenever it is used, so that it survives the rotation of system secrets.
      sealed: secret === undefined ? undefined : secrets.seal(factor_id, { secret }),
      public_key: factor.kind === "passkey" ? passkeyDocuments.write(factor.public_key) : undefined,
      counter,
      created_at,
      last_used_at,
    };
  };
  const fromRow = ({ sealed, public_key, kind, ...row }: RowOf<typeof columns>): Factor =>
    kind === "totp"
      ? {
          ...row,
          kind,
          secret: sealed && secrets.open(row.factor_id, sealed)?.secret,
        }
      : { ...row, kind, public_key: passkeyDocuments.read(row.factor_id, public_key ?? "") };

  return {
    add(factor, { is_first } = { is_first: false }) {
      const record = changes.recorder();
      return database.write(function* add() {
        const { subject } = factor;
        const [account] = yield* lockAccount({ subject });
        if (account === undefined) return false;
        if (is_first && (yield* ofSubject({ subject })).length > 0) return false;
        if ((yield* insert(toRow(factor))) === 0) return false;
        yield* record({
          action: "factor_added",
          object: accountObject(subject),
          after: entryOf(factor),
          facts: { factors: [describe(toRow(factor))] },
        });
        return true;
      });
    },

    async list(subject) {
      return (await database.read(() => ofSubject({ subject }))).map(fromRow);
    },

    async find(factor_id) {
      const [row] = await database.read(() => byId({ factor_id }));
      return row && fromRow(row);
    },

    use: (factor, counter, now) =>
      database.write(function* use() {
        const { factor_id, subject } = factor;
        const secret = factor.kind === "totp" ? factor.secret : undefined;
        const [before] = secret === undefined ? [] : yield* byId({ factor_id });
        const sealed =
          secret === undefined ? undefined : secrets.replace(factor_id, before?.sealed, { secret });
        return (yield* raise({ factor_id, subject, sealed, counter, last_used_at: now })) > 0;
      }),

    remove(subject, factor_id) {
      const record = changes.recorder();
      return database.write(() => removeOne(subject, factor_id, record));
    },

    removeUnlessLast(subject, factor_id) {
      const record = changes.recorder();
      return database.write(function* removeUnlessLast(): Script<"removed" | "unknown" | "last"> {
        const ways = yield* lockWaysToSignIn(subject);
        const [factor] = yield* byId({ factor_id });
        if (factor?.subject === subject && factor.kind === "passkey" && isLastWay(ways))
          return "last";
        return (yield* removeOne(subject, factor_id, record)) ? "removed" : "unknown";
      });
    },

    removeAll(subject) {
      const record = changes.recorder();
      return database.write(function* removeAll() {
        yield* removeCodes({ subject });
        const factors = yield* removeOfSubject({ subject });
        if (factors.length > 0)
          yield* record({
            action: "factors_removed",
            object: accountObject(subject),
            before: { factors: factors.map(entryOf) },
            facts: { factors: factors.map(describe) },
          });
        return factors.length;
      });
    },

    async replaceRecoveryCodes(subject, hashes) {
      const record = changes.recorder();
      await database.write(function* replace() {
        const [account] = yield* lockAccount({ subject });
        if (account === undefined) return;
        yield* removeCodes({ subject });
        for (const code_hash of hashes) yield* insertCode({ subject, code_hash });
        yield* record({ action: "recovery_codes_replaced", object: accountObject(subject) });
      });
    },

    async useRecoveryCode(subject, code_hash) {
      return (await database.write(() => removeCode({ subject, code_hash }))) > 0;
    },

    async countRecoveryCodes(subject) {
      const [row] = await database.read(() => countCodes({ subject }));
      return row?.total ?? 0;
    },
  };
}

function* removeOne(
  subject: string,
  factor_id: string,
  record: ReturnType<StoreTools["changes"]["recorder"]>,
): Script<boolean> {
  const [factor] = yield* remove({ subject, factor_id });
  if (factor === undefined) return false;
  const left = yield* ofSubject({ subject });
  if (!left.some(({ kind }) => kind === "totp")) yield* removeCodes({ subject });
  yield* record({
    action: "factor_removed",
    object: accountObject(subject),
    before: entryOf(factor),
    facts: { factors: [describe(factor)] },
  });
  return true;
}

/** What the records of changes hold of a factor. */
function entryOf({ factor_id, kind }: Pick<Factor, "factor_id" | "kind">): object {
  return { factor_id, kind };
}

/** A factor as listeners are notified of it: without its secret and its key. */
function describe({ factor_id, kind, name, public_key }: RowOf<typeof removed>): object {
  const transports =
    public_key === undefined ? [] : passkeyDocuments.read(factor_id, public_key).transports;
  return { kind, name, transports };
}
