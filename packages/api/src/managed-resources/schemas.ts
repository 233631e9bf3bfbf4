/** Resources that files describe: whose files, and what was applied last. */

import * as v from "valibot";
import { uuid } from "../formats.ts";
import { named, optional, requestObject, required, type ValueOf } from "../objects.ts";
import { shortText, textWhere, timestamp } from "../values.ts";

const string = v.string();

/** Short enough for a key of every database. */
const MAX_ID_LENGTH = 1024;

const owner = textWhere(
  (name) => /^[\w.:/-]{1,100}$/.test(name),
  "1 to 100 letters, digits and characters of ._:/-",
);

const digest = textWhere(
  (text) => /^[\w-]{43}$/.test(text),
  "a SHA-256 digest in base64url, without padding",
);

const kind = textWhere((name) => /^[a-z][a-z_]{0,39}$/.test(name), "the name of a kind");

const id = textWhere(
  (text) => text !== "" && text.length <= MAX_ID_LENGTH,
  `a string of 1 to ${MAX_ID_LENGTH} characters`,
);

const descriptions = {
  kind: "The kind of the resource, such as `client`.",
  id: "What identifies it in files: the `client_id` of a client, the `identifier` of an API.",
  owner: "Whose files describe it.",
  desired_digest: "The digest of what the files said when they were applied last.",
  applied_digest: "The digest of what the server made of it.",
} as const;

export const managedResource = named(
  "ManagedResource",
  "The label of a resource that files describe. What has none was made by hand, and is left alone.",
  v.object({
    kind: required(string, descriptions.kind),
    id: required(string, descriptions.id),
    owner: required(string, descriptions.owner),
    desired_digest: optional(string, descriptions.desired_digest),
    applied_digest: optional(string, descriptions.applied_digest),
    updated_at: required(timestamp, "When it was last applied, in RFC 3339."),
  }),
);

export interface ManagedResource extends ValueOf<typeof managedResource> {}

export const managedResourceInput = named(
  "ManagedResourceInput",
  "Labels a resource.",
  requestObject({
    kind: required(kind, descriptions.kind),
    id: required(id, descriptions.id),
    owner: required(owner, descriptions.owner),
    desired_digest: optional(digest, descriptions.desired_digest),
    applied_digest: optional(digest, descriptions.applied_digest),
  }),
  { kind: "client", id: "photos", owner: "default" },
);

export interface ManagedResourceInput extends ValueOf<typeof managedResourceInput> {}

export const applyLeaseInput = named(
  "ApplyLeaseInput",
  "Asks to be the only one that applies files of an owner, for a minute.",
  requestObject({
    owner: required(owner, descriptions.owner),
    holder: required(
      uuid,
      "A UUID of the caller's own; with the same one, the minute begins again.",
    ),
  }),
  { owner: "default", holder: "0190c6a4-3d0a-7b7c-8a52-3f1f6e1b2c3d" },
);

export interface ApplyLeaseInput extends ValueOf<typeof applyLeaseInput> {}

export const clientSecretComparison = named(
  "OAuth2ClientSecretComparison",
  "A secret to be compared with that of a client.",
  requestObject({ client_secret: required(shortText, "The secret.") }),
  { client_secret: "a secret that the files name" },
);

export interface OAuth2ClientSecretComparison extends ValueOf<typeof clientSecretComparison> {}
