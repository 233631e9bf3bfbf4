import { clientFieldList, type ClientFieldKind } from "@latchkey/api";
import {
  type ClientMetadata,
  defaultClientMetadata,
  isMetadata,
  type NewClient,
} from "../../oauth/client.ts";
import { anyOr, documents, type Fields, optional, or, required } from "../port/documents.ts";

/** The part of a client that is stored as one document, because no query needs its parts. */
export type ClientDocument = Omit<
  NewClient,
  "client_id" | "client_secret_hash" | "registration_token_hash" | "expires_at"
>;

const storedKinds = {
  text: "text",
  choice: "text",
  words: "list",
  list: "list",
  boolean: "boolean",
  number: "number",
  json: "object",
} as const satisfies Readonly<Record<ClientFieldKind, string>>;

/** The fields of the table. One that is added later has its default, or is absent, in documents written before. */
function metadataFields(): Pick<Fields<ClientDocument>, keyof ClientMetadata> {
  const defaults = new Map<string, unknown>(Object.entries(defaultClientMetadata));
  const fields = clientFieldList.filter(isMetadata).map(([name, { kind }]) => {
    if (!defaults.has(name)) return [name, optional(storedKinds[kind])];
    return [name, kind === "json" ? anyOr(defaults.get(name)) : or(defaults.get(name))];
  });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- One for each field of the table that is stored.
  return Object.fromEntries(fields) as Pick<Fields<ClientDocument>, keyof ClientMetadata>;
}

export const clientDocuments = documents<ClientDocument>({
  table: "client",
  fields: {
    ...metadataFields(),
    previous_secrets: optional("list"),
    metadata_document: optional("object"),
    registration: optional("object"),
    exact_redirect_uris: optional("boolean"),
    last_update: optional("object"),
    created_at: required("number"),
    updated_at: required("number"),
  },
});
