import * as v from "valibot";
import {
  acceptWorkspaceConsentRequest,
  installation,
  installationInput,
  integrationTokenInput,
  integrationTokenIntrospection,
  workspaceConsentRequest,
} from "./installations.ts";
import { completedRequest } from "../interactions/answer.ts";
import { optional, required } from "../objects.ts";
import { list, nonEmpty } from "../values.ts";
import { consentSteps, stepByChallenge } from "../operations/inspect.ts";
import { adminOperation } from "../operations/kinds.ts";
import { type Operation, page } from "../operations/operation.ts";

const bot_id = required(v.string(), "The bot's id, a UUID.");
const consent_challenge = required(nonEmpty, "Identifies the request: the browser brought it.");

export const installationOperations = {
  listInstallations: {
    ...adminOperation,
    method: "GET",
    path: "/workspace/installations",
    inputs: {
      ...page,
      integration_id: optional(v.string(), "Only those of one integration."),
      workspace_id: optional(v.string(), "Only those in one workspace."),
      user_id: optional(v.string(), "Only those that one user installed."),
    },
    success: 200,
    response: list(installation),
    errors: [401, 403, 500],
    access: "read",
    title: "List installations",
    summary:
      "Lists where integrations are installed, the newest first (more than 2,000 by id), a page at a time.",
  },
  getInstallation: {
    ...adminOperation,
    method: "GET",
    path: "/workspace/installations/{bot_id}",
    inputs: { bot_id },
    success: 200,
    response: installation,
    errors: [401, 403, 404, 500],
    access: "read",
    title: "Get an installation",
    summary: "Returns an installation.",
  },
  updateInstallation: {
    ...adminOperation,
    method: "PUT",
    path: "/workspace/installations/{bot_id}",
    inputs: { bot_id },
    body: "json",
    request: installationInput,
    body_required: true,
    success: 200,
    response: installation,
    errors: [400, 401, 403, 404, 500],
    access: "write",
    title: "Change an installation",
    summary: "Changes what is shared with an installation.",
  },
  deleteInstallation: {
    ...adminOperation,
    method: "DELETE",
    path: "/workspace/installations/{bot_id}",
    inputs: { bot_id },
    success: 204,
    errors: [401, 403, 404, 500],
    access: "write",
    title: "Delete an installation",
    summary: "Disconnects an installation; its tokens stop working.",
  },
  introspectIntegrationToken: {
    ...adminOperation,
    method: "POST",
    path: "/workspace/introspect",
    body: "json",
    request: integrationTokenInput,
    body_required: true,
    success: 200,
    response: integrationTokenIntrospection,
    errors: [400, 401, 403, 500],
    access: "read",
    title: "Introspect a token of an integration",
    summary: "Returns the bot of an access token, what the token permits and what is shared.",
  },
  getWorkspaceConsentRequest: {
    ...adminOperation,
    method: "GET",
    path: "/workspace/requests/consent",
    inputs: { consent_challenge },
    success: 200,
    response: workspaceConsentRequest,
    errors: [400, 401, 403, 404, 409, 500],
    access: "read",
    inspect: {
      ...stepByChallenge("consent_challenge", "workspace"),
      step: consentSteps.fetched,
    },
    title: "Get a workspace consent request",
    summary: "Returns what an integration asks of a user.",
  },
  acceptWorkspaceConsentRequest: {
    ...adminOperation,
    method: "PUT",
    path: "/workspace/requests/consent/accept",
    inputs: { consent_challenge },
    body: "json",
    request: acceptWorkspaceConsentRequest,
    body_required: true,
    success: 200,
    response: completedRequest,
    errors: [400, 401, 403, 404, 409, 500],
    access: "write",
    inspect: {
      ...stepByChallenge("consent_challenge", "workspace"),
      step: consentSteps.accepted,
    },
    title: "Accept a workspace consent request",
    summary: "Accepts what an integration asks, and returns where to send the browser next.",
  },
  rejectWorkspaceConsentRequest: {
    ...adminOperation,
    method: "PUT",
    path: "/workspace/requests/consent/reject",
    inputs: { consent_challenge },
    success: 200,
    response: completedRequest,
    errors: [400, 401, 403, 404, 409, 500],
    access: "write",
    inspect: {
      ...stepByChallenge("consent_challenge", "workspace"),
      step: consentSteps.rejected,
    },
    title: "Reject a workspace consent request",
    summary: "Denies what an integration asks, and returns where to send the browser next.",
  },
} as const satisfies Readonly<Record<string, Operation>>;
