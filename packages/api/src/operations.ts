import { brandingOperations } from "./identity/branding-operations.ts";
import { identityOperations } from "./identity/operations.ts";
import { apiOperations } from "./operations/apis.ts";
import { auditOperations } from "./audit/operations.ts";
import { authorizationDetailsOperations } from "./authorization-details/operations.ts";
import { backchannelOperations } from "./backchannel/operations.ts";
import { deviceOperations } from "./device/operations.ts";
import { federationOperations } from "./federation/operations.ts";
import { clientOperations } from "./operations/clients.ts";
import { inspectorOperations } from "./inspector/operations.ts";
import { interactionOperations } from "./operations/interactions.ts";
import { keyOperations } from "./operations/keys.ts";
import type { InputOf, Operation, OutputOf } from "./operations/operation.ts";
import { managedResourceOperations } from "./managed-resources/operations.ts";
import { operatorOperations } from "./operators/operations.ts";
import { registrationOperations } from "./registration/operations.ts";
import { takeoverOperations } from "./takeover/operations.ts";
import { serviceOperations } from "./operations/service.ts";
import { sessionOperations } from "./operations/sessions.ts";
import { tokenOperations } from "./operations/tokens.ts";
import { signalsOperations } from "./signals/operations.ts";
import { trustedIssuerOperations } from "./trusted-issuers/operations.ts";
import { terminationOperations } from "./termination/operations.ts";
import { pageOperations } from "./operations/pages.ts";
import { usageOperations } from "./usage/operations.ts";
import { workspaceApiOperations } from "./workspace/api-operations.ts";
import { workspaceOperations } from "./workspace/operations.ts";

/** A group of operations, as the reference shows it. */
interface OperationGroup {
  readonly title: string;
  readonly description: string;
  readonly operations: Readonly<Record<string, Operation>>;
}

/** The groups of operations, as the reference shows them. */
export const operationGroups: Readonly<Record<string, OperationGroup>> = {
  service: {
    title: "Service",
    description: "Discovery, health, metrics and version.",
    operations: serviceOperations,
  },
  clients: { title: "Clients", description: "OAuth 2.0 clients.", operations: clientOperations },
  registration: {
    title: "Registration",
    description: "Clients that register themselves, and the tokens that allow it.",
    operations: registrationOperations,
  },
  apis: {
    title: "APIs",
    description: "APIs that access tokens are for.",
    operations: apiOperations,
  },
  keys: {
    title: "Keys",
    description: "JSON Web Keys, with their private keys.",
    operations: keyOperations,
  },
  interactions: {
    title: "Interactions",
    description: "The handoffs to the login, consent and logout apps.",
    operations: interactionOperations,
  },
  device: {
    title: "Devices",
    description: "Devices without a browser, and the codes that their users enter: RFC 8628.",
    operations: deviceOperations,
  },
  backchannel: {
    title: "Backchannel authentication",
    description: "Clients ask for users who are not at their browser: OpenID CIBA.",
    operations: backchannelOperations,
  },
  sessions: {
    title: "Sessions",
    description: "Remembered logins and consents of a subject, and logout.",
    operations: sessionOperations,
  },
  accounts: {
    title: "Accounts",
    description: "The users of the built-in sign-in pages.",
    operations: identityOperations,
  },
  identity_providers: {
    title: "Identity providers",
    description: "Other servers with which users sign in on the built-in pages.",
    operations: federationOperations,
  },
  branding: {
    title: "Branding",
    description: "How the built-in pages look, and what they say.",
    operations: brandingOperations,
  },
  authorization_details: {
    title: "Authorization details",
    description: "The types of rich authorization requests: RFC 9396.",
    operations: authorizationDetailsOperations,
  },
  tokens: {
    title: "Tokens",
    description: "Tokens, from the first redirect to the last introspection.",
    operations: tokenOperations,
  },
  termination: {
    title: "End everything",
    description: "All that a subject, a session, a client, a grant or an API holds, ended at once.",
    operations: terminationOperations,
  },
  trusted_issuers: {
    title: "Trusted issuers",
    description: "Issuers whose JWTs are exchanged for access tokens.",
    operations: trustedIssuerOperations,
  },
  events: {
    title: "Events",
    description: "Webhooks about what happens, and streams of OpenID Shared Signals.",
    operations: signalsOperations,
  },
  workspace: {
    title: "Workspaces",
    description: "Workspaces, their members, integrations and installations.",
    operations: workspaceOperations,
  },
  managed_resources: {
    title: "Managed resources",
    description: "Which resources files describe, for `latchkey plan` and `latchkey apply`.",
    operations: managedResourceOperations,
  },
  usage: {
    title: "Usage",
    description: "What clients requested, and what changes would refuse of it.",
    operations: usageOperations,
  },
  inspector: {
    title: "Inspector",
    description: "Recent authorizations, logouts and failed token requests.",
    operations: inspectorOperations,
  },
  audit: {
    title: "Audit",
    description: "Who changed what, and when.",
    operations: auditOperations,
  },
  workspace_api: {
    title: "Workspace API",
    description:
      "What integrations call, on the public listener or on `serve.workspace.port`. Errors have two shapes of their own.",
    operations: workspaceApiOperations,
  },
  pages: {
    title: "Pages",
    description: "What browsers open: the built-in sign-in pages, the console and this reference.",
    operations: pageOperations,
  },
  operators: {
    title: "Operators",
    description: "Who may call the admin API: users with a role, and API keys.",
    operations: operatorOperations,
  },
  takeover: {
    title: "Takeover",
    description: "What is left of the data of another server.",
    operations: takeoverOperations,
  },
};

/** Written out by name: the declarations would otherwise repeat all schemas, which are too long for the compiler. */
type CoreTable = typeof serviceOperations &
  typeof clientOperations &
  typeof apiOperations &
  typeof keyOperations &
  typeof interactionOperations &
  typeof sessionOperations &
  typeof tokenOperations;

type Table = CoreTable &
  typeof identityOperations &
  typeof federationOperations &
  typeof brandingOperations &
  typeof deviceOperations &
  typeof registrationOperations &
  typeof backchannelOperations &
  typeof trustedIssuerOperations &
  typeof signalsOperations &
  typeof workspaceOperations &
  typeof authorizationDetailsOperations &
  typeof inspectorOperations &
  typeof auditOperations &
  typeof managedResourceOperations &
  typeof usageOperations &
  typeof operatorOperations &
  typeof takeoverOperations &
  typeof terminationOperations;

const coreTable: CoreTable = {
  ...serviceOperations,
  ...clientOperations,
  ...apiOperations,
  ...keyOperations,
  ...interactionOperations,
  ...sessionOperations,
  ...tokenOperations,
};

const table: Table = {
  ...coreTable,
  ...identityOperations,
  ...federationOperations,
  ...brandingOperations,
  ...deviceOperations,
  ...registrationOperations,
  ...backchannelOperations,
  ...trustedIssuerOperations,
  ...signalsOperations,
  ...workspaceOperations,
  ...authorizationDetailsOperations,
  ...inspectorOperations,
  ...auditOperations,
  ...managedResourceOperations,
  ...usageOperations,
  ...operatorOperations,
  ...takeoverOperations,
  ...terminationOperations,
};

/** The operations that every server has. Those of features are beside them: `deviceOperations`, … */
export const coreOperations: { readonly [Id in keyof CoreTable]: Operation } = coreTable;

/** The name of an operation: a route of the server, a method of the SDK. */
export type OperationId = keyof Table;

/** What every operation takes and returns, by id. */
export type Operations = {
  readonly [Id in OperationId]: {
    readonly input: InputOf<Table[Id]>;
    readonly output: OutputOf<Table[Id]>;
  };
};

/** Every operation by id: the server routes by it, the SDK calls by it, the reference is made from it. */
export const operations: { readonly [Id in OperationId]: Operation } = table;

/** Everything that a listener serves, by id: the operations, the workspace API and the pages. */
export const served: Readonly<Record<string, Operation>> = {
  ...table,
  ...workspaceApiOperations,
  ...pageOperations,
};

/**
 * The `error_description` of a path that its listener does not serve, such as one of the admin API on the public listener. It
 * tells this `not_found` from that of an object which does not exist.
 */
export const UNKNOWN_PATH = "No operation has this path.";

/** Every id, in the order of the table. */
export const operationIds: readonly OperationId[] = Object.keys(operations).filter((id) =>
  isOperationId(id),
);

function isOperationId(id: string): id is OperationId {
  return Object.hasOwn(operations, id);
}
