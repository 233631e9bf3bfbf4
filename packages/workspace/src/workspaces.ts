import {
  json,
  noContent,
  pageHeaders,
  randomId,
  readFilter,
  readJson,
  readPage,
  refuse,
  type Request,
} from "@latchkey/server/feature/endpoints";
import type { FeatureEndpoint } from "@latchkey/server/feature";
import type { WorkspaceContext } from "./context.ts";
import { describeWorkspace, readWorkspaceInput } from "./rules/workspace-input.ts";
import { conflict, notFound } from "./admin-errors.ts";
import { visibleWorkspaces } from "./visible-workspaces.ts";

const NOUN = "workspace";

/** GET /workspace/workspaces. */
export const listWorkspaces: FeatureEndpoint<WorkspaceContext> = async (request, context) => {
  const { path, query } = request;
  const { store } = context.workspace;
  const page = readPage(query);
  const search = readFilter(query, ["search"])?.search;
  const visible = await visibleWorkspaces(request, search, context);
  if (visible !== undefined) {
    const shown = visible.slice(page.offset, page.offset + page.limit);
    const headers = pageHeaders(path, query, page, visible.length);
    return json(200, shown.map(describeWorkspace), headers);
  }
  const { items, total } = await (search === undefined
    ? store.workspaces.list(page)
    : store.workspaces.search(search, page));
  return json(200, items.map(describeWorkspace), pageHeaders(path, query, page, total));
};

/** POST /workspace/workspaces. */
export const createWorkspace: FeatureEndpoint<WorkspaceContext> = async (request, context) => {
  const body = readJson(request);
  if (!body.ok) return refuse(body.error, request, context);
  const facts = { ...factsOf(request, context), present: undefined };
  const workspace = readWorkspaceInput(body.value, facts);
  if (!workspace.ok) return refuse(workspace.error, request, context);
  const created = await context.workspace.store.workspaces.create(workspace.value);
  return created
    ? json(201, describeWorkspace(workspace.value))
    : refuse(conflict(NOUN), request, context);
};

/** GET /workspace/workspaces/{id}. */
export const getWorkspace: FeatureEndpoint<WorkspaceContext> = async (request, context) => {
  const workspace = await context.workspace.store.workspaces.find(request.params["id"] ?? "");
  return workspace
    ? json(200, describeWorkspace(workspace))
    : refuse(notFound(NOUN), request, context);
};

/** PUT /workspace/workspaces/{id}. */
export const updateWorkspace: FeatureEndpoint<WorkspaceContext> = async (request, context) => {
  const body = readJson(request);
  if (!body.ok) return refuse(body.error, request, context);
  const facts = factsOf(request, context);
  const changed = await context.workspace.store.workspaces.change(
    request.params["id"] ?? "",
    (present) => readWorkspaceInput(body.value, { ...facts, present }),
  );
  if (changed === undefined) return refuse(notFound(NOUN), request, context);
  return changed.ok
    ? json(200, describeWorkspace(changed.value))
    : refuse(changed.error, request, context);
};

/** DELETE /workspace/workspaces/{id}: with its installations. */
export const deleteWorkspace: FeatureEndpoint<WorkspaceContext> = async (request, context) => {
  const deleted = await context.workspace.store.workspaces.delete(
    request.params["id"] ?? "",
    context.now(),
  );
  return deleted ? noContent() : refuse(notFound(NOUN), request, context);
};

function factsOf({ grants }: Request, { now }: WorkspaceContext) {
  return { now: now(), newId: randomId, sees_all: grants?.workspaces === undefined };
}
