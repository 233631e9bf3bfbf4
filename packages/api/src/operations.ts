import { accountOperations, type AccountOperations } from "./operations/accounts.ts";
import { clientOperations, type ClientOperations } from "./operations/clients.ts";
import { inspectorOperations, type InspectorOperations } from "./operations/inspector.ts";
import { interactionOperations, type InteractionOperations } from "./operations/interactions.ts";
import { keyOperations, type KeyOperations } from "./operations/keys.ts";
import type { Operation } from "./operations/operation.ts";
import { serviceOperations, type ServiceOperations } from "./operations/service.ts";
import { sessionOperations, type SessionOperations } from "./operations/sessions.ts";
import { tokenOperations, type TokenOperations } from "./operations/tokens.ts";
import { workspaceOperations, type WorkspaceOperations } from "./operations/workspace.ts";

/** What every operation takes and gives, by id. */
export interface Operations
  extends
    ServiceOperations,
    ClientOperations,
    KeyOperations,
    InteractionOperations,
    SessionOperations,
    AccountOperations,
    TokenOperations,
    AccountOperations,
    WorkspaceOperations,
    InspectorOperations {}

/** The name of an operation: a route to the server, a method to the client. */
export type OperationId = keyof Operations;

/** How every operation travels, by id: the server routes by it, the client calls by it. */
export const operations: { readonly [Id in OperationId]: Operation } = {
  ...serviceOperations,
  ...clientOperations,
  ...keyOperations,
  ...interactionOperations,
  ...sessionOperations,
  ...accountOperations,
  ...tokenOperations,
  ...accountOperations,
  ...workspaceOperations,
  ...inspectorOperations,
};

/** Every id there is, in the order of the table. */
export const operationIds: readonly OperationId[] = Object.keys(operations).filter((id) =>
  isOperationId(id),
);

function isOperationId(id: string): id is OperationId {
  return Object.hasOwn(operations, id);
}
