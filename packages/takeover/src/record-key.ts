import type { TakenRecord } from "./record.ts";

/** The name of a record among those of its kind: that of the row or chain it was read from. */
export function recordKey(record: TakenRecord): string {
  switch (record.kind) {
    case "client":
      return record.client.client_id;
    case "key":
      return JSON.stringify([record.set, record.key.kid ?? ""]);
    case "session":
      return record.sid;
    case "subject":
      return JSON.stringify([record.subject, record.client_id]);
    case "token":
      return record.signature;
    case "assertion":
      return record.jti_sha256;
    case "flow":
      return record.login_challenge;
    case "logout":
      return record.challenge;
    case "issuer":
    case "account":
    case "grant":
      return record.id;
  }
}
