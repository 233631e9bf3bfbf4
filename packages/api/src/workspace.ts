/** Workspaces, their members, integrations and installations. */

import * as v from "valibot";
import {
  emojiOrWebLink,
  exclusiveRedirectUris,
  flag,
  ignoredTimestamp,
  label,
  list,
  listOf,
  longLabel,
  named,
  oneOf,
  optional,
  requestObject,
  required,
  seconds,
  subject,
  timestamp,
  uuid,
  uuids,
  uuidsOf,
  type ValueOf,
  webhookUrl,
  webLink,
} from "./values.ts";

const string = v.string();
const boolean = v.boolean();
const ignored = "Set by the server; ignored, so that what was read can be sent back.";

/** Every capability, in the order in which responses list them. */
export const capabilities = [
  "read_content",
  "update_content",
  "insert_content",
  "read_comment",
  "insert_comment",
  "read_user_without_email",
  "read_user_with_email",
] as const;

const capability = named(
  "Capability",
  "What an integration may do in a workspace.",
  oneOf(capabilities),
);

export type Capability = ValueOf<typeof capability>;

const CAPABILITIES = `a list of some of: ${capabilities.join(", ")}, of the last two one at most`;

/** The capabilities of a request, each once and in the order of responses. */
const capabilityList = v.pipe(
  listOf(v.picklist(capabilities, CAPABILITIES), CAPABILITIES),
  v.rawCheck(({ dataset, addIssue }) => {
    const isBoth = (given: readonly string[]): boolean =>
      given.includes("read_user_without_email") && given.includes("read_user_with_email");
    if (dataset.typed && isBoth(dataset.value)) addIssue({ message: CAPABILITIES });
  }),
  v.transform((given): readonly Capability[] => capabilities.filter((one) => given.includes(one))),
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
    id: optional(uuid, "A UUID: identifies the resource; generated when left out."),
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
    created_at: optional(ignoredTimestamp, ignored),
    updated_at: optional(ignoredTimestamp, ignored),
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

const integrationTemplate = named(
  "IntegrationTemplate",
  "Something that an integration brings along, to be copied into a workspace.",
  v.object(
    {
      id: required(uuid, "A UUID: identifies the template."),
      title: required(label, "Its title."),
    },
    "an object with a UUID as id, and a title",
  ),
);

export interface IntegrationTemplate extends ValueOf<typeof integrationTemplate> {}

const integrationKind = oneOf(["public", "internal"]);
const INSTALL_SCOPE = "any, or a list of 1 to 1000 UUIDs of workspaces";
const installScope = v.union(
  [v.literal("any"), v.pipe(uuidsOf(INSTALL_SCOPE), v.minLength(1, INSTALL_SCOPE))],
  INSTALL_SCOPE,
);

const descriptions = {
  id: "A UUID: identifies the integration; random when left out.",
  name: "Its name.",
  icon: "The URL of an image, or an emoji.",
  kind: "A public one gets tokens over OAuth. An internal one belongs to one workspace and has a static token.",
  redirect_uris: "Where browsers may be sent with an authorization response.",
  capabilities: "What it may do in a workspace.",
  install_scope: "Which workspaces it may be installed into. It cannot be changed later.",
  template: "Offered to be duplicated into the workspace when the integration is installed.",
  allow_workspace_owner:
    "Whether it may be installed for a whole workspace rather than for a user in it.",
  enabled: "Whether it works at all.",
  description: "What it is for, in a sentence or two. Shown in the directory.",
  install_url:
    "Where the integration starts its installation: the directory links there. An http or https URL.",
  listed:
    "Whether the directory shows it to administrators of workspaces it may be installed into.",
  webhook_url:
    "Where webhooks about its installations are sent: an https URL, or an http one on this machine. A secret to verify them is generated with it.",
};

export const integration = named(
  "Integration",
  "An app that is installed into workspaces.",
  v.object({
    id: required(uuid, descriptions.id),
    name: required(string, descriptions.name),
    icon: required(v.nullable(string), descriptions.icon),
    kind: required(integrationKind, descriptions.kind),
    client_id: required(uuid, "A UUID: the `client_id` of the integration."),
    client_secret: optional(
      string,
      "Its secret. Returned by the create, and by the rotation that generated it; never again.",
    ),
    access_token: optional(
      string,
      "The static token of an internal integration, sent as a bearer token. Returned by the create and by the issue of a new one; never again.",
    ),
    token_issued_at: optional(
      timestamp,
      "When the newest token of an internal integration was issued, in RFC 3339; absent while it has none.",
    ),
    webhook_secret: optional(
      string,
      "The secret that its webhooks are signed with. Returned when a webhook_url is first set, and by the rotation that generated it; never again.",
    ),
    redirect_uris: required(list(string), descriptions.redirect_uris),
    capabilities: required(list(capability), descriptions.capabilities),
    install_scope: required(v.union([v.literal("any"), list(uuid)]), descriptions.install_scope),
    template: required(v.nullable(integrationTemplate), descriptions.template),
    allow_workspace_owner: required(boolean, descriptions.allow_workspace_owner),
    enabled: required(boolean, descriptions.enabled),
    description: required(v.nullable(string), descriptions.description),
    install_url: required(v.nullable(string), descriptions.install_url),
    listed: required(boolean, descriptions.listed),
    webhook_url: required(v.nullable(string), descriptions.webhook_url),
    created_at: required(timestamp, "When it was created, in RFC 3339."),
    updated_at: required(timestamp, "When it was last changed, in RFC 3339."),
  }),
);

export interface Integration extends ValueOf<typeof integration> {}

export const integrationInput = named(
  "IntegrationInput",
  "What create and update take.",
  requestObject({
    id: optional(uuid, descriptions.id),
    name: optional(label, descriptions.name),
    icon: optional(v.nullable(emojiOrWebLink), descriptions.icon),
    kind: optional(integrationKind, descriptions.kind),
    client_id: optional(uuid, "Generated by the server; an update may repeat it."),
    redirect_uris: optional(exclusiveRedirectUris, descriptions.redirect_uris),
    capabilities: optional(capabilityList, descriptions.capabilities),
    install_scope: optional(installScope, descriptions.install_scope),
    template: optional(v.nullable(integrationTemplate), descriptions.template),
    allow_workspace_owner: optional(flag, descriptions.allow_workspace_owner),
    enabled: optional(flag, descriptions.enabled),
    description: optional(v.nullable(longLabel), descriptions.description),
    install_url: optional(v.nullable(webLink), descriptions.install_url),
    listed: optional(flag, descriptions.listed),
    webhook_url: optional(v.nullable(webhookUrl), descriptions.webhook_url),
    token_issued_at: optional(ignoredTimestamp, ignored),
    created_at: optional(ignoredTimestamp, ignored),
    updated_at: optional(ignoredTimestamp, ignored),
  }),
  {
    name: "Photos",
    redirect_uris: ["https://photos.example/callback"],
    capabilities: ["read_content", "read_user_with_email"],
  },
);

export interface IntegrationInput extends ValueOf<typeof integrationInput> {}

export const integrationSecretRequest = named(
  "IntegrationSecretRequest",
  "Requests a new secret. The previous one stays valid for a while, so that nothing stops working.",
  requestObject({
    overlap: optional(
      seconds,
      "Seconds that the previous secret stays valid; a day by default, at most 30 days.",
    ),
  }),
  { overlap: 3600 },
);

export interface IntegrationSecretRequest extends ValueOf<typeof integrationSecretRequest> {}

export const integrationTokenRequest = named(
  "IntegrationTokenRequest",
  "Requests a new token of an internal integration. The previous one stays valid for a while, so that nothing stops working.",
  requestObject({
    overlap: optional(
      seconds,
      "Seconds that the previous token stays valid; a day by default, at most 30 days.",
    ),
  }),
  { overlap: 3600 },
);

export interface IntegrationTokenRequest extends ValueOf<typeof integrationTokenRequest> {}

export const installation = named(
  "Installation",
  "An integration in a workspace: a bot, with what is shared with it.",
  v.object({
    bot_id: required(uuid, "A UUID: identifies the installation, also for the integration."),
    integration_id: required(uuid, "What is installed."),
    workspace_id: required(uuid, "Where it is installed."),
    owner_type: required(
      v.picklist(["user", "workspace"]),
      "Whether it is installed for a user, or for the whole workspace.",
    ),
    owner_user_id: required(
      v.nullable(uuid),
      "The user who installed it, where it is installed for a user.",
    ),
    status: required(
      v.picklist(["active", "dormant", "disconnected"]),
      "`dormant`: the tokens are gone, the bot is kept. `disconnected`: it was removed; a new authorization revives it.",
    ),
    external_account: required(
      v.nullable(
        v.object({
          key: required(string, "Identifies the account there."),
          name: required(string, "Its name."),
        }),
      ),
      "The account on the integration's side.",
    ),
    resources: required(list(uuid), "The ids of the resources that are shared with it."),
    created_at: required(timestamp, "When it was installed, in RFC 3339."),
    updated_at: required(timestamp, "When it was last changed, in RFC 3339."),
  }),
);

export interface Installation extends ValueOf<typeof installation> {}

export const installationInput = named(
  "InstallationInput",
  "What an update takes.",
  requestObject({
    resources: optional(uuids, "The ids of the resources that are shared with it."),
  }),
  { resources: ["7ea00000-0000-4000-8000-000000000001"] },
);

export interface InstallationInput extends ValueOf<typeof installationInput> {}

export const workspaceConsentRequest = named(
  "WorkspaceConsentRequest",
  "What the workspace consent page asks: into which workspace, and with what?",
  v.object({
    challenge: required(string, "Identifies this request."),
    integration: required(
      v.object({
        id: required(uuid, "A UUID: identifies the integration."),
        name: required(string, descriptions.name),
        icon: required(v.nullable(string), descriptions.icon),
        capabilities: required(list(capability), descriptions.capabilities),
        template: required(
          v.nullable(integrationTemplate),
          "Offered to be duplicated into the workspace.",
        ),
      }),
      "The integration that asks.",
    ),
    redirect_uri: required(string, "Where the browser goes afterwards."),
    owner: required(v.picklist(["user", "workspace"]), "For whom the integration asks."),
    subject: required(string, "The user who is logged in."),
    choices: required(
      list(
        v.object({
          workspace: required(workspace, "The workspace."),
          member: required(workspaceMember, "The user as a member of it."),
        }),
      ),
      "Where the user may install it. Empty when nowhere.",
    ),
  }),
);

export interface WorkspaceConsentRequest extends ValueOf<typeof workspaceConsentRequest> {}

export const acceptWorkspaceConsentRequest = named(
  "AcceptWorkspaceConsentRequest",
  "The user's acceptance.",
  requestObject({
    workspace_id: required(uuid, "Where to install it: one of the choices."),
    resources: optional(uuids, "The ids of the resources to share."),
    duplicate_template: optional(
      flag,
      "Whether to make a copy of the integration's template in the workspace.",
    ),
  }),
  {
    workspace_id: "a11ce000-0000-4000-8000-000000000001",
    resources: ["7ea00000-0000-4000-8000-000000000001"],
  },
);

export interface AcceptWorkspaceConsentRequest extends ValueOf<
  typeof acceptWorkspaceConsentRequest
> {}
