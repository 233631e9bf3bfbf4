/** Integrations: apps that are installed into workspaces. */

import * as v from "valibot";
import {
  emojiOrWebLink,
  exclusiveRedirectUris,
  uuid,
  uuidsOf,
  webhookUrl,
  webLink,
} from "../formats.ts";
import { named, optional, requestObject, required, type ValueOf } from "../objects.ts";
import { flag, label, list, listOf, longLabel, oneOf, seconds, timestamp } from "../values.ts";
import { setByServer } from "./workspaces.ts";

const string = v.string();
const boolean = v.boolean();

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

export const capability = named(
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

export const integrationTemplate = named(
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

export const integrationDescriptions = {
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
    "Where webhooks about its installations are sent: an https URL, or an http one that `outbound.allow` lists, in development also on this machine. A secret to verify them is generated with it.",
};

export const integration = named(
  "Integration",
  "An app that is installed into workspaces.",
  v.object({
    id: required(uuid, integrationDescriptions.id),
    name: required(string, integrationDescriptions.name),
    icon: required(v.nullable(string), integrationDescriptions.icon),
    kind: required(integrationKind, integrationDescriptions.kind),
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
    redirect_uris: required(list(string), integrationDescriptions.redirect_uris),
    capabilities: required(list(capability), integrationDescriptions.capabilities),
    install_scope: required(
      v.union([v.literal("any"), list(uuid)]),
      integrationDescriptions.install_scope,
    ),
    template: required(v.nullable(integrationTemplate), integrationDescriptions.template),
    allow_workspace_owner: required(boolean, integrationDescriptions.allow_workspace_owner),
    enabled: required(boolean, integrationDescriptions.enabled),
    description: required(v.nullable(string), integrationDescriptions.description),
    install_url: required(v.nullable(string), integrationDescriptions.install_url),
    listed: required(boolean, integrationDescriptions.listed),
    webhook_url: required(v.nullable(string), integrationDescriptions.webhook_url),
    created_at: required(timestamp, "When it was created, in RFC 3339."),
    updated_at: required(timestamp, "When it was last changed, in RFC 3339."),
  }),
);

export interface Integration extends ValueOf<typeof integration> {}

export const integrationInput = named(
  "IntegrationInput",
  "What create and update take.",
  requestObject({
    id: optional(uuid, integrationDescriptions.id),
    name: optional(label, integrationDescriptions.name),
    icon: optional(v.nullable(emojiOrWebLink), integrationDescriptions.icon),
    kind: optional(integrationKind, integrationDescriptions.kind),
    client_id: optional(uuid, "Generated by the server; an update may repeat it."),
    redirect_uris: optional(exclusiveRedirectUris, integrationDescriptions.redirect_uris),
    capabilities: optional(capabilityList, integrationDescriptions.capabilities),
    install_scope: optional(installScope, integrationDescriptions.install_scope),
    template: optional(v.nullable(integrationTemplate), integrationDescriptions.template),
    allow_workspace_owner: optional(flag, integrationDescriptions.allow_workspace_owner),
    enabled: optional(flag, integrationDescriptions.enabled),
    description: optional(v.nullable(longLabel), integrationDescriptions.description),
    install_url: optional(v.nullable(webLink), integrationDescriptions.install_url),
    listed: optional(flag, integrationDescriptions.listed),
    webhook_url: optional(v.nullable(webhookUrl), integrationDescriptions.webhook_url),
    token_issued_at: setByServer,
    created_at: setByServer,
    updated_at: setByServer,
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
      "Seconds that the previous secret stays valid; a day by default, at most 30 days. 0 ends all earlier ones.",
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
      "Seconds that the previous token stays valid; a day by default, at most 30 days. 0 ends all earlier ones.",
    ),
  }),
  { overlap: 3600 },
);

export interface IntegrationTokenRequest extends ValueOf<typeof integrationTokenRequest> {}
