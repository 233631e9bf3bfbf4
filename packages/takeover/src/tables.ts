import {
  type Insertion,
  bytes,
  documents,
  flag,
  id,
  integer,
  nullable,
  oneOf,
  optional,
  orLeave,
  required,
  table,
  text,
  type Column,
} from "@latchkey/server/feature/store";
import type { Narrowing } from "@latchkey/server/feature/rules";
import { recordKinds } from "./record.ts";

const narrowings = documents<Narrowing>({
  table: "taken_token",
  fields: {
    audience: optional("list"),
    scope: optional("list"),
    client_epoch: required("number"),
    cnf: optional("object"),
    details: optional("boolean"),
  },
});

const narrowing: Column<Narrowing> = {
  type: "text",
  write: (value) => narrowings.write(value),
  read: (value) => narrowings.read("a token", text.read(value)),
};

export const taken_token = table("taken_token", {
  token_key: bytes,
  token_use: oneOf("code", "access", "refresh", "registration"),
  /** Of a grant: its key, and the generation. */
  grant_id: nullable(id),
  subject_key: nullable(integer),
  generation: nullable(integer),
  issued_at: integer,
  narrowing: nullable(narrowing),
  /** Without a grant: the row of `access_token`. */
  row_signature: nullable(bytes),
  /** Of a registration. */
  client_id: nullable(text),
  /** Kept until it would expire, so that a second run of the import does not bring it back. */
  forgotten: flag,
  expires_at: integer,
});

export const taken_handle = table("taken_handle", {
  handle_key: bytes,
  handle_use: oneOf(
    "login_challenge",
    "login_verifier",
    "consent_challenge",
    "consent_verifier",
    "logout_challenge",
    "logout_verifier",
  ),
  target_id: nullable(text),
  request_url: text,
  csrf: nullable(text),
  forgotten: flag,
  expires_at: integer,
});

export const taken_assertion = table("taken_assertion", { digest: bytes, expires_at: integer });

export const taken_subject = table("taken_subject", {
  subject: text,
  client_id: text,
  identifier: text,
});

export const taken_record = table("taken_record", {
  record_key: bytes,
  kind: oneOf(...recordKinds),
  /** What `Source.readSome` finds it by. */
  source_key: text,
  /** How the record looked when it was carried. */
  fingerprint: text,
  /** What was written here of what may change here, so that such a change is recognised. */
  state: text,
  /** The fingerprint of the source itself, where it has one. */
  mark: nullable(text),
  expires_at: integer,
});

export const takeover = table("takeover", {
  takeover_id: text,
  source: text,
  hydra: nullable(integer),
  began_at: integer,
  ended_at: nullable(integer),
  /** When the last of what was carried expires; 0 where there is nothing. */
  last_expires_at: integer,
  /** While it is followed: how the source was then is carried. */
  followed_at: nullable(integer),
  /** Since when the source or this database does not respond to the follower. */
  failing_since: nullable(integer),
});

export const takeover_progress = table("takeover_progress", {
  takeover_id: text,
  kind: oneOf(...recordKinds),
  position: nullable(text),
  carried: integer,
  /** JSON: rows by table and cause. */
  left_out: text,
  ended_at: nullable(integer),
});

export const tokenRows = orLeave(taken_token, "token_key");
/** Of a grant that changed at the source: a token that it still has is of its new generation. What was forgotten here stays so. */
export const changedTokenRows: Insertion<typeof taken_token.columns> = {
  table: taken_token.name,
  columns: taken_token.columns,
  on_conflict: {
    key: ["token_key"],
    set: `generation = excluded.generation, issued_at = excluded.issued_at, narrowing = excluded.narrowing,
      expires_at = excluded.expires_at`,
  },
};
export const handleRows = orLeave(taken_handle, "handle_key");
export const assertionRows = orLeave(taken_assertion, "digest");
export const subjectRows = orLeave(taken_subject, "subject", "client_id");
export const recordRows: Insertion<typeof taken_record.columns> = {
  table: taken_record.name,
  columns: taken_record.columns,
  on_conflict: {
    key: ["record_key"],
    set: `fingerprint = excluded.fingerprint, state = excluded.state, mark = excluded.mark,
      expires_at = excluded.expires_at`,
  },
};
export const takeoverRows: Insertion<typeof takeover.columns> = {
  table: takeover.name,
  columns: takeover.columns,
  on_conflict: {
    key: ["takeover_id"],
    set: `source = excluded.source, hydra = excluded.hydra, began_at = excluded.began_at,
      ended_at = excluded.ended_at, last_expires_at = case
        when takeover.last_expires_at > excluded.last_expires_at then takeover.last_expires_at
        else excluded.last_expires_at end`,
  },
};
export const progressRows: Insertion<typeof takeover_progress.columns> = {
  table: takeover_progress.name,
  columns: takeover_progress.columns,
  on_conflict: {
    key: ["takeover_id", "kind"],
    set: `position = excluded.position, carried = excluded.carried, left_out = excluded.left_out,
      ended_at = excluded.ended_at`,
  },
};
