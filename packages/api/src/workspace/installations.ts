/** Integrations in workspaces, and the consent that installs them. */

import * as v from "valibot";
import { capability, integrationDescriptions, integrationTemplate } from "./integrations.ts";
import { uuid, uuids } from "../formats.ts";
import { named, optional, requestObject, required, type ValueOf } from "../objects.ts";
import { flag, list, shortText, timestamp } from "../values.ts";
import { workspace, workspaceMember } from "./workspaces.ts";

const string = v.string();

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
    resources: required(
      list(uuid),
      "The ids of the resources of its workspace that are shared with it. Ids belong to a workspace: compare `workspace_id`, too.",
    ),
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

export const integrationTokenInput = named(
  "IntegrationTokenInput",
  "The access token of an integration that an API received.",
  requestObject({ token: required(shortText, "The token.") }),
  { token: "an access token of an integration" },
);

export interface IntegrationTokenInput extends ValueOf<typeof integrationTokenInput> {}

export const integrationTokenIntrospection = named(
  "IntegrationTokenIntrospection",
  "What an API needs to know about the access token of an integration. Of a token that is not active, nothing else is said.",
  v.union([
    v.object({
      active: required(v.literal(true), "The token is active."),
      client_id: required(string, "The client id of the integration."),
      capabilities: required(
        list(capability),
        "What the token permits: the capabilities that were allowed and that the integration still has.",
      ),
      installation: required(
        installation,
        "The bot: its workspace, its owner, and what is shared with it.",
      ),
    }),
    v.object({ active: required(v.literal(false), "The token is not active.") }),
  ]),
);

export type IntegrationTokenIntrospection = ValueOf<typeof integrationTokenIntrospection>;

export const workspaceConsentRequest = named(
  "WorkspaceConsentRequest",
  "What the workspace consent page asks: into which workspace, and with what?",
  v.object({
    challenge: required(string, "Identifies this request."),
    integration: required(
      v.object({
        id: required(uuid, "A UUID: identifies the integration."),
        name: required(string, integrationDescriptions.name),
        icon: required(v.nullable(string), integrationDescriptions.icon),
        capabilities: required(list(capability), integrationDescriptions.capabilities),
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
