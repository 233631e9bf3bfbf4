import {
  explainJwkRejection,
  isKeyName,
  MAX_JSON_DEPTH,
  parseJwk,
  parsePublicJwk,
} from "@latchkey/server/feature/rules";
import type { ClientRecord, IssuerRecord, KeyRecord, TakenRecord } from "../record.ts";
import { recordKey } from "../record-key.ts";
import type { LeftOut, RecordBatch, Source } from "../source.ts";
import { clientOf } from "./client-rows.ts";

/** What of a record can be stored here, and what is left out of it. */
interface Fitted {
  /** Undefined where nothing is left. */
  readonly record?: TakenRecord;
  readonly left_out: readonly LeftOut[];
}

type FittedBatch = Pick<RecordBatch, "records" | "left_out">;

/** The source without what the API of this server would refuse: that is in `left_out`, whatever kind of source it is. */
export function withFitRecords(source: Source): Source {
  return {
    ...source,
    async *read(kind, from) {
      for await (const batch of source.read(kind, from))
        yield { ...fitBatch(batch), position: batch.position };
    },
    ...(source.readSome !== undefined && {
      readSome: async (kind, keys, now) =>
        fitBatch((await source.readSome?.(kind, keys, now)) ?? NO_RECORDS),
    }),
  };
}

const NO_RECORDS: FittedBatch = { records: [], left_out: [] };

function fitBatch({ records, left_out }: FittedBatch): FittedBatch {
  const fitted = records.map(fit);
  return {
    records: fitted.flatMap(({ record }) => record ?? []),
    left_out: [...left_out, ...fitted.flatMap((one) => one.left_out)],
  };
}

/** Judges a record as the API judges what is sent to it. */
export function fit(record: TakenRecord): Fitted {
  if (record.kind === "client") return fitClient(record);
  const { kind } = record;
  const reason = nestsTooDeep(record)
    ? TOO_DEEP
    : (explainId(record) ?? (hasUnstorableText(record) ? UNSTORABLE_TEXT : undefined));
  if (reason !== undefined) return refuse(record, reason);
  if (kind === "key") return fitKey(record);
  return kind === "issuer" ? fitIssuer(record) : { record, left_out: [] };
}

const TOO_DEEP = `A value nests deeper than ${MAX_JSON_DEPTH} levels.`;
const UNSTORABLE_TEXT = "A text has a NUL, or half of a surrogate pair.";

/** The values are judged each alone: a client without one of them goes on working. */
function fitClient(record: ClientRecord): Fitted {
  const { client_id } = record.client;
  const entries = Object.entries(record.client);
  const deep = entries.filter(([, value]) => nestsTooDeep(value)).map(([field]) => field);
  const shallow = entries.filter(([field]) => !deep.includes(field));
  const fitted: ClientRecord =
    deep.length === 0
      ? record
      : { ...record, client: { client_id, ...Object.fromEntries(shallow) } };
  const { refused } = clientOf(fitted);
  const ofId = refused.find(({ field }) => field === "client_id");
  if (ofId !== undefined || client_id === "") return refuse(record, UNFIT_ID);
  const { client: _described, ...rest } = record;
  if (hasUnstorableText(rest)) return refuse(record, UNSTORABLE_TEXT);
  const leave = (reason: string, ...parts: readonly string[]): LeftOut => ({
    table: "client",
    reason,
    key: [client_id, ...parts].join(" "),
  });
  return {
    record: fitted,
    left_out: [
      ...deep.map((field) =>
        leave(`The field ${field} of a client nests deeper than ${MAX_JSON_DEPTH} levels.`),
      ),
      ...refused.map(({ reason, entry = [] }) => leave(reason, ...[entry].flat())),
    ],
  };
}

function fitKey(record: KeyRecord): Fitted {
  const { set, key } = record;
  const parsed = parseJwk(key);
  if (!parsed.ok) return refuse(record, `A key is refused: ${explainJwkRejection(parsed.error)}`);
  if (!isKeyName(set) || parsed.value.kid === undefined)
    return refuse(record, "A key needs a kid, and its set a name of 1 to 255 characters.");
  return { record: { ...record, key: parsed.value }, left_out: [] };
}

function fitIssuer(record: IssuerRecord): Fitted {
  const parsed = parsePublicJwk(record.key);
  return parsed.ok
    ? { record: { ...record, key: parsed.value }, left_out: [] }
    : refuse(record, `Its key is refused: ${explainJwkRejection(parsed.error)}`);
}

function refuse(record: TakenRecord, reason: string): Fitted {
  // The key of a token is its signature.
  const key = record.kind === "token" ? {} : { key: recordKey(record) };
  return { left_out: [{ table: record.kind, reason, ...key }] };
}

const PRINTABLE_ID = /^[^\p{Cc}\p{Zl}\p{Zp}]{1,255}$/u;
const UNFIT_ID = "An id must be 1 to 255 printable characters.";

/** Ids are keys of tables, parts of paths and fields of logs. */
function explainId(record: TakenRecord): string | undefined {
  return idsOf(record).every((id) => PRINTABLE_ID.test(id) && id.isWellFormed())
    ? undefined
    : UNFIT_ID;
}

function idsOf(record: TakenRecord): readonly string[] {
  switch (record.kind) {
    case "client":
      return [record.client.client_id];
    case "session":
      return [record.sid, record.subject];
    case "subject":
      return [record.client_id, record.subject, record.identifier];
    case "grant": {
      const { id, client_id, subject, id_token_subject, sid } = record;
      return [id, client_id, subject, id_token_subject, ...given(sid)];
    }
    case "token":
      return [record.client_id, ...given(record.subject)];
    case "flow":
      return [record.client_id, ...given(record.sid), ...given(record.subject)];
    case "logout":
      return [record.subject, record.sid, record.client_id].flatMap(given);
    case "issuer":
    case "account":
      return [record.id];
    case "key":
    case "assertion":
      return [];
  }
}

/** Nothing for a text that is empty where there is none. */
function given(text: string | undefined): readonly string[] {
  return text === undefined || text === "" ? [] : [text];
}

/** Without recursion, which is what such a value would end. */
function nestsTooDeep(value: unknown): boolean {
  let level = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > MAX_JSON_DEPTH) return true;
    level = level.flatMap(partsOf);
  }
  return false;
}

function partsOf(value: unknown): readonly unknown[] {
  return typeof value === "object" && value !== null ? Object.values(value) : [];
}

/** Of these, JSON is stored, which escapes what a database cannot have in a text. */
const JSON_FIELDS: ReadonlySet<string> = new Set([
  "access_token",
  "id_token",
  "context",
  "oidc_context",
  "ext",
  "claims",
  "login",
  "key",
]);

/** The caller has made sure that the record is not deep. */
function hasUnstorableText(record: object): boolean {
  return Object.entries(record).some(([field, value]) => {
    if (JSON_FIELDS.has(field)) return false;
    if (typeof value === "string") return !value.isWellFormed() || value.includes("\0");
    return typeof value === "object" && value !== null && hasUnstorableText(value);
  });
}
