import {
  json,
  noContent,
  pageHeaders,
  randomId,
  readJson,
  readPage,
  refuse,
} from "@latchkey/server/feature/endpoints";
import type { FeatureEndpoint } from "@latchkey/server/feature";
import type { WorkspaceContext } from "./context.ts";
import { describeMember, readMemberInput } from "./rules/member-input.ts";
import { conflict, notFound } from "./admin-errors.ts";

const NOUN = "member";

/** GET /workspace/workspaces/{id}/members. */
export const listWorkspaceMembers: FeatureEndpoint<WorkspaceContext> = async (request, context) => {
  const { path, query, params } = request;
  const {
    workspace: { store },
  } = context;
  const workspace = await store.workspaces.find(params["id"] ?? "");
  if (workspace === undefined) return refuse(notFound("workspace"), request, context);
  const page = readPage(query);
  const { items, total } = await store.members.list(workspace.id, page);
  return json(200, items.map(describeMember), pageHeaders(path, query, page, total));
};

/** POST /workspace/workspaces/{id}/members. */
export const createWorkspaceMember: FeatureEndpoint<WorkspaceContext> = async (
  request,
  context,
) => {
  const body = readJson(request);
  if (!body.ok) return refuse(body.error, request, context);
  const {
    workspace: { store },
  } = context;
  const workspace = await store.workspaces.find(request.params["id"] ?? "");
  if (workspace === undefined) return refuse(notFound("workspace"), request, context);
  const facts = { workspace_id: workspace.id, present: undefined, newId: randomId };
  const member = readMemberInput(body.value, facts);
  if (!member.ok) return refuse(member.error, request, context);
  switch (await store.members.create(member.value)) {
    case "created":
      return json(201, describeMember(member.value));
    case "taken":
      return refuse(conflict(NOUN), request, context);
    case "workspace_missing":
      return refuse(notFound("workspace"), request, context);
  }
};

/** GET /workspace/workspaces/{id}/members/{user_id}. */
export const getWorkspaceMember: FeatureEndpoint<WorkspaceContext> = async (request, context) => {
  const { id = "", user_id = "" } = request.params;
  const member = await context.workspace.store.members.find(id, user_id);
  return member ? json(200, describeMember(member)) : refuse(notFound(NOUN), request, context);
};

/** PUT /workspace/workspaces/{id}/members/{user_id}. */
export const updateWorkspaceMember: FeatureEndpoint<WorkspaceContext> = async (
  request,
  context,
) => {
  const body = readJson(request);
  if (!body.ok) return refuse(body.error, request, context);
  const { id = "", user_id = "" } = request.params;
  const present = await context.workspace.store.members.find(id, user_id);
  if (present === undefined) return refuse(notFound(NOUN), request, context);
  const facts = { workspace_id: id, newId: randomId };
  const member = readMemberInput(body.value, { ...facts, present });
  if (!member.ok) return refuse(member.error, request, context);
  // A subject that the body leaves out is the current one, also after another request changed it.
  const changed = await context.workspace.store.members.change(id, user_id, (was) => {
    const again = readMemberInput(body.value, { ...facts, present: was });
    return again.ok ? again.value : was;
  });
  if (changed === undefined) return refuse(notFound(NOUN), request, context);
  return changed === "taken"
    ? refuse(conflict(NOUN), request, context)
    : json(200, describeMember(changed));
};

/** DELETE /workspace/workspaces/{id}/members/{user_id}: revokes what they installed. */
export const deleteWorkspaceMember: FeatureEndpoint<WorkspaceContext> = async (
  request,
  context,
) => {
  const { id = "", user_id = "" } = request.params;
  const deleted = await context.workspace.store.members.delete(id, user_id, context.now());
  return deleted ? noContent() : refuse(notFound(NOUN), request, context);
};
