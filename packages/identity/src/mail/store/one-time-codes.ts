import { equalInConstantTime } from "@latchkey/server/feature/rules";
import {
  bytes,
  command,
  type Database,
  documents,
  id,
  insertValues,
  integer,
  optional,
  or,
  pick,
  query,
  required,
  sealedDocuments,
  type Sealer,
  table,
  text,
  documentContexts,
  sealedColumn,
} from "@latchkey/server/feature/store";
import type { CodeAttempt, OneTimeCode, OneTimeCodes, OneTimeContent } from "./port.ts";

export const one_time_code = table("one_time_code", {
  code_id: id,
  purpose: text,
  tries_left: integer,
  expires_at: integer,
  sealed: bytes,
});

export const sealedCodes = sealedColumn(one_time_code, {
  column: "sealed",
  key: ["code_id"],
  contextsOf: ({ code_id }) => documentContexts(code_id, "one-time code"),
});

const { columns } = one_time_code;
const insert = command({
  given: columns,
  sql: `insert into one_time_code ${insertValues(columns)}`,
});
const countTry = query({
  given: { ...pick(columns, "code_id", "purpose"), now: integer },
  returns: pick(columns, "tries_left", "sealed"),
  sql: `update one_time_code set tries_left = tries_left - 1
   where code_id = :code_id and purpose = :purpose and expires_at > :now and tries_left > 0
   returning tries_left, sealed`,
});
const remove = command({
  given: pick(columns, "code_id"),
  sql: "delete from one_time_code where code_id = :code_id",
});

/** The code itself is sealed: a hash of six digits hides nothing. */
type SealedCode = OneTimeContent & Pick<OneTimeCode, "code">;

const codeDocuments = documents<SealedCode>({
  table: "one_time_code",
  fields: {
    code: required("text"),
    subject: optional("text"),
    address: optional("text"),
    payload: or({}),
  },
});

export function createOneTimeCodes(database: Database, sealer: Sealer): OneTimeCodes {
  const codes = sealedDocuments("one-time code", sealer, codeDocuments);

  return {
    async add({ code_id, purpose, tries_left, expires_at, ...content }) {
      const sealed = codes.seal(code_id, content);
      await database.write(() => insert({ code_id, purpose, tries_left, expires_at, sealed }));
    },

    attempt: (code_id, purpose, code, now) =>
      database.write(function* attempt() {
        const [row] = yield* countTry({ code_id, purpose, now });
        const known = row && codes.open(code_id, row.sealed);
        if (row === undefined || known === undefined) return GONE;
        const { tries_left } = row;
        if (!equalInConstantTime(known.code, code)) {
          return { kind: "wrong", tries_left } satisfies CodeAttempt;
        }
        yield* remove({ code_id });
        const { subject, address, payload } = known;
        return { kind: "right", content: { subject, address, payload } } satisfies CodeAttempt;
      }),
  };
}

const GONE: CodeAttempt = { kind: "gone" };
