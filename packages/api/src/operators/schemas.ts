/** API keys, and the accounts that may use the admin API. */

import * as v from "valibot";
import { lifespan } from "../formats.ts";
import { named, optional, requestObject, required, type ValueOf } from "../objects.ts";
import { roleSchema } from "../operations/roles.ts";
import { flag, list, listOf, oneOf, shortText, stringOf, timestamp } from "../values.ts";

const NAME = "a string of 1 to 100 characters";
const name = v.pipe(stringOf(100, NAME), v.trim(), v.minLength(1, NAME));

const IDS = "a list of 1 to 100 ids of operations";
const OPERATION = "the id of an operation of the admin API";
const operationIds = v.pipe(
  listOf(stringOf(100, OPERATION), IDS),
  v.minLength(1, IDS),
  v.maxLength(100, IDS),
);

const WORKSPACES = "a list of 1 to 100 ids of workspaces";
const workspaceIds = v.pipe(
  listOf(stringOf(100, WORKSPACES), WORKSPACES),
  v.minLength(1, WORKSPACES),
  v.maxLength(100, WORKSPACES),
);

const ROLE = "What it may do. A key has either a role or operations.";
const WORKSPACES_TEXT = "It sees only these workspaces, and nothing else; everything without.";

const grants = {
  role: optional(roleSchema, ROLE),
  operations: optional(list(v.string()), "The only operations that it may call, by id."),
  workspaces: optional(list(v.string()), WORKSPACES_TEXT),
};

/** Every kind of caller of the admin API. */
const callerKinds = ["api_key", "account", "local"] as const;

const callerKind = oneOf(callerKinds);

export const callerOfAdmin = named(
  "AdminCaller",
  "Who calls the admin API.",
  v.object({
    kind: required(
      callerKind,
      "`api_key`; `account`, a user who signed in; or `local`, without authentication.",
    ),
    id: required(v.string(), "The id of the key, or the subject of the user; empty for `local`."),
    name: optional(v.string(), "The name of the key or of the user."),
  }),
);

export interface AdminCaller extends ValueOf<typeof callerOfAdmin> {}

const keyFields = {
  id: required(v.string(), "Identifies the key, which is itself not stored."),
  name: required(v.string(), "What the key is for."),
  ...grants,
  created_at: required(timestamp, "When it was created, in RFC 3339."),
  created_by: required(callerOfAdmin, "Who created it."),
  expires_at: optional(timestamp, "When it expires, in RFC 3339; never without."),
  last_used_at: optional(timestamp, "When it was last used, to the minute; never without."),
};

export const adminApiKey = named(
  "AdminApiKey",
  "An API key of the admin API. The key itself is returned only when it is created.",
  v.object(keyFields),
);

/** An API key, as it is stored. */
export interface AdminApiKey extends ValueOf<typeof adminApiKey> {}

export const newAdminApiKey = named(
  "NewAdminApiKey",
  "An API key that was just created.",
  v.object({ ...keyFields, key: required(v.string(), "The key. It is not shown again.") }),
);

/** An API key that was just created. */
export interface NewAdminApiKey extends ValueOf<typeof newAdminApiKey> {}

const grantsInput = {
  role: optional(roleSchema, ROLE),
  operations: optional(operationIds, "The only operations that it may call, by id."),
  workspaces: optional(workspaceIds, WORKSPACES_TEXT),
};

export const adminApiKeyInput = named(
  "AdminApiKeyInput",
  "An API key to create, with either `role` or `operations`.",
  requestObject({
    name: required(name, "What the key is for."),
    ...grantsInput,
    expires_in: optional(
      lifespan,
      "How long it is valid, such as `720h`. Only an administrator may leave it out: then it never expires.",
    ),
  }),
  { name: "CI of photos", operations: ["createOAuth2Client"], expires_in: "2160h" },
);

/** An API key to create. */
export interface AdminApiKeyInput extends ValueOf<typeof adminApiKeyInput> {}

export const adminApiKeyUpdate = named(
  "AdminApiKeyUpdate",
  "What may change of an API key.",
  requestObject({ name: required(name, "What the key is for.") }),
  { name: "CI of photos and albums" },
);

const ACTS_FOR_USERS =
  "Whether the user may get tokens for users without a role, at clients with `support_access`. No role has that by itself.";

const operatorFields = {
  subject: required(v.string(), "The user's `sub` in tokens."),
  name: required(v.string(), "How the user is shown, such as their username."),
  role: required(roleSchema, "What the user may do."),
  workspaces: optional(list(v.string()), WORKSPACES_TEXT),
};

export const operator = named(
  "Operator",
  "A user who may use the console and the command.",
  v.object({
    ...operatorFields,
    acts_for_users: required(v.boolean(), ACTS_FOR_USERS),
    created_at: required(timestamp, "When the user was given a role, in RFC 3339."),
    created_by: required(callerOfAdmin, "Who gave it."),
    api_keys: optional(
      v.number(),
      "How many API keys the user created: they are deleted with the operator.",
    ),
  }),
);

/** A user who may use the console and the command. */
export interface Operator extends ValueOf<typeof operator> {}

const subject = v.pipe(shortText, v.nonEmpty());

export const operatorInput = named(
  "OperatorInput",
  "A user to give a role: by `username` where the server has their account, by `subject` with a login app of your own.",
  requestObject({
    username: optional(name, "The username of an account."),
    subject: optional(subject, "The user's `sub`, as the login app accepts logins with it."),
    name: optional(name, "How the user is shown; the username or the subject when left out."),
    role: required(roleSchema, "What the user may do."),
    acts_for_users: optional(flag, `${ACTS_FOR_USERS} False when left out.`),
    workspaces: optional(workspaceIds, WORKSPACES_TEXT),
  }),
  { username: "bob", role: "operator" },
);

/** A user to give a role. */
export interface OperatorInput extends ValueOf<typeof operatorInput> {}

export const operatorUpdate = named(
  "OperatorUpdate",
  "The role of an operator, which replaces the one before.",
  requestObject({
    name: optional(name, "How the user is shown; as before when left out."),
    role: required(roleSchema, "What the user may do."),
    acts_for_users: optional(flag, `${ACTS_FOR_USERS} False when left out.`),
    workspaces: optional(workspaceIds, WORKSPACES_TEXT),
  }),
  { role: "viewer" },
);

/** The role of an operator. */
export interface OperatorUpdate extends ValueOf<typeof operatorUpdate> {}

export const operatorSessionInput = named(
  "OperatorSessionInput",
  "How the session is kept.",
  requestObject({
    cookie: optional(
      flag,
      "Sets a cookie on the admin listener in place of returning a token: the console.",
    ),
  }),
  { cookie: false },
);

export const operatorSession = named(
  "OperatorSession",
  "A session of a user who may use the admin API.",
  v.object({
    ...operatorFields,
    expires_at: required(timestamp, "When it ends, in RFC 3339."),
    token: optional(
      v.string(),
      "What authenticates requests to the admin listener, as `Authorization: Bearer`; absent with `cookie`.",
    ),
  }),
);

/** A session of a user who may use the admin API. */
export interface OperatorSession extends ValueOf<typeof operatorSession> {}
