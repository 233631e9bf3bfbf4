/** Workspaces and their members. */

import * as v from "valibot";
import { emojiOrWebLink, subject, uuid, webLink } from "../formats.ts";
import { named, optional, requestObject, required, type ValueOf } from "../objects.ts";
import { flag, ignoredTimestamp, label, list, oneOf, timestamp } from "../values.ts";

const string = v.string();
const boolean = v.boolean();

/** A time that a request may repeat as it was read. */
export const setByServer = optional(
  ignoredTimestamp,
  "Set by the server; ignored, so that what was read can be sent back.",
);

const workspaceResource = named(
  "WorkspaceResource",
  "Something in a workspace that can be shared: a page, a database, a board.",
  v.object({
    id: required(uuid, "A UUID: identifies the resource."),
    title: required(string, "Its title."),
  }),
);

export interface WorkspaceResource extends ValueOf<typeof workspaceResource> {}

export const workspace = named(
  "Workspace",
  "A workspace: what integrations are installed into.",
  v.object({
    id: required(uuid, "A UUID: identifies the workspace."),
    name: required(v.nullable(string), "Its name."),
    icon: required(v.nullable(string), "The URL of an image, or an emoji."),
    resources: required(list(workspaceResource), "What its members can share with an integration."),
    created_at: required(timestamp, "When it was created, in RFC 3339."),
    updated_at: required(timestamp, "When it was last changed, in RFC 3339."),
  }),
);

export interface Workspace extends ValueOf<typeof workspace> {}

const RESOURCES =
  "a list of at most 1000 objects with a title and, where they have one, a UUID of their own as id";

const givenResource = v.object(
  {
    id: optional(
      uuid,
      "A UUID: identifies the resource in its workspace; generated when left out. Callers who see only some workspaces choose none.",
    ),
    title: required(label, "Its title."),
  },
  RESOURCES,
);

export const workspaceInput = named(
  "WorkspaceInput",
  "What create and update take. An id that is not given is generated.",
  requestObject({
    id: optional(uuid, "A UUID: identifies the workspace."),
    name: optional(v.nullable(label), "Its name."),
    icon: optional(v.nullable(emojiOrWebLink), "The URL of an image, or an emoji."),
    resources: optional(
      v.pipe(
        v.array(v.unknown(), RESOURCES),
        v.maxLength(1_000, RESOURCES),
        v.transform((given) => given.map(withoutNullId)),
        v.message(v.array(givenResource), RESOURCES),
        v.rawCheck(({ dataset, addIssue }) => {
          const ids = dataset.typed ? dataset.value.flatMap(({ id }) => id ?? []) : [];
          if (new Set(ids).size < ids.length) addIssue({ message: RESOURCES });
        }),
        v.readonly(),
      ),
      "What its members can share with an integration.",
    ),
    created_at: setByServer,
    updated_at: setByServer,
  }),
  {
    name: "Wonderland",
    icon: "🐇",
    resources: [{ id: "7ea00000-0000-4000-8000-000000000001", title: "Tea party" }],
  },
);

function withoutNullId(given: unknown): unknown {
  if (typeof given !== "object" || given === null || !("id" in given)) return given;
  const { id, ...rest } = given;
  return id === null ? rest : given;
}

export interface WorkspaceInput extends ValueOf<typeof workspaceInput> {}

export const workspaceMember = named(
  "WorkspaceMember",
  "A user in a workspace.",
  v.object({
    workspace_id: required(uuid, "The workspace."),
    user_id: required(uuid, "A UUID: the id of the user for integrations."),
    subject: required(string, "The subject of the user's logins."),
    role: required(oneOf(["admin", "member"]), "An `admin` may install for the whole workspace."),
    name: required(v.nullable(string), "The user's name."),
    avatar_url: required(v.nullable(string), "The URL of their picture."),
    email: required(v.nullable(string), "The email address."),
    email_verified: required(boolean, "Whether the email address is known to be theirs."),
  }),
);

export interface WorkspaceMember extends ValueOf<typeof workspaceMember> {}

export const workspaceMemberInput = named(
  "WorkspaceMemberInput",
  "What create and update take. A `user_id` that is not given is the subject, where that is a UUID, or generated.",
  requestObject({
    workspace_id: optional(uuid, "May be repeated; the path decides."),
    user_id: optional(uuid, "A UUID: the id of the user for integrations."),
    subject: optional(subject, "The subject of the user's logins."),
    role: optional(oneOf(["admin", "member"]), "An `admin` may install for the whole workspace."),
    name: optional(v.nullable(label), "The user's name."),
    avatar_url: optional(v.nullable(webLink), "The URL of their picture."),
    email: optional(v.nullable(label), "The email address."),
    email_verified: optional(flag, "Whether the email address is known to be theirs."),
  }),
  {
    subject: "alice",
    role: "admin",
    name: "Alice Liddell",
    email: "alice@wonderland.example",
    email_verified: true,
  },
);

export interface WorkspaceMemberInput extends ValueOf<typeof workspaceMemberInput> {}
