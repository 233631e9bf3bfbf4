import { hash } from "node:crypto";
import { isAffordableHash } from "@latchkey/api";
import {
  checkJwks,
  type NewClient,
  readCarriedMetadata,
  type RefusedValue,
} from "@latchkey/server/feature/rules";
import {
  END_OF_TIME,
  type NewRow,
  type Store,
  client,
  findByKeys,
  newRow,
  pick,
  text,
} from "@latchkey/server/feature/store";
import { tokenKey } from "../keys.ts";
import type { ClientRecord } from "../record.ts";
import { tokenRows } from "../tables.ts";

/** The client of a record, and the values that are left out of it. */
export function clientOf(record: ClientRecord): {
  readonly created: NewClient;
  readonly refused: readonly RefusedValue[];
} {
  const { client: described, secret_hashes, created_at, updated_at } = record;
  const options = { default_scope: [], checkJwks };
  const { client_metadata, refused } = readCarriedMetadata(described, options);
  // A secret whose check takes too much work is not carried: the client needs another one.
  const affordable = secret_hashes.filter(isAffordableHash);
  const [client_secret_hash, ...earlier] = affordable;
  const previous_secrets = earlier.map((stored) => ({ hash: stored, expires_at: undefined }));
  return {
    created: {
      ...client_metadata,
      client_id: described.client_id,
      client_secret_hash,
      ...(previous_secrets.length > 0 && { previous_secrets }),
      created_at,
      updated_at,
    },
    refused: affordable.length === secret_hashes.length ? refused : [...refused, COSTLY_SECRET],
  };
}

const COSTLY_SECRET: RefusedValue = {
  field: "client_secret",
  reason: "Checking it would take too much work: the client needs another secret.",
};

/** The token with which a client manages its registration. */
export function registrationRows({ client: { client_id }, ...record }: ClientRecord): NewRow[] {
  const { registration_token, created_at } = record;
  if (registration_token === undefined) return [];
  return [
    newRow(tokenRows, {
      token_key: tokenKey("registration", registration_token.signature),
      token_use: "registration",
      grant_id: undefined,
      subject_key: undefined,
      generation: undefined,
      issued_at: created_at,
      narrowing: undefined,
      row_signature: undefined,
      client_id,
      forgotten: false,
      expires_at: END_OF_TIME,
    }),
  ];
}

/** What `taken_record.state` has of a client: whether its description or its secret was changed here shows by it. */
export interface ClientState {
  /** A digest of the description. */
  readonly description: string;
  /** A digest of the hash of the secret. */
  readonly secret: string;
}

export function writeClientState({ description, secret }: ClientState): string {
  return `${description} ${secret}`;
}

export function readClientState(state: string): ClientState {
  const [description = "", secret = ""] = state.split(" ");
  return { description, secret };
}

/** The state of a row that is written. */
export function stateOfRow(row: NewRow | undefined): ClientState {
  const columns = Object.keys(client.columns);
  const valueOf = (name: string): string => String(row?.values[columns.indexOf(name)] ?? "");
  return digestsOf(valueOf("document"), valueOf("client_secret_hash"));
}

const findRows = findByKeys(
  client,
  { name: "client_id", column: text },
  pick(client.columns, "client_id", "document", "client_secret_hash"),
);

/** The state of a client as it is stored now; undefined where there is none. */
export async function findClientState(
  client_id: string,
  { tools }: Store,
): Promise<ClientState | undefined> {
  const [row] = await tools.database.read(() => findRows([client_id]));
  return row && digestsOf(row.document, row.client_secret_hash ?? "");
}

function digestsOf(document: string, client_secret_hash: string): ClientState {
  const short = (value: string): string => hash("sha256", value, "base64url").slice(0, 22);
  return { description: short(document), secret: short(client_secret_hash) };
}
