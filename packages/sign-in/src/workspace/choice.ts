import type { AcceptWorkspaceConsentRequest, WorkspaceConsentRequest } from "@latchkey/api";

/** What was chosen, and never more than was offered. Undefined when no workspace was. */
export function readChoice(
  { choices, integration }: Pick<WorkspaceConsentRequest, "choices" | "integration">,
  form: URLSearchParams,
): AcceptWorkspaceConsentRequest | undefined {
  const workspace_id = form.get("workspace_id");
  const workspace = choices.find((choice) => choice.workspace.id === workspace_id)?.workspace;
  if (workspace === undefined) return undefined;

  const ticked = new Set(form.getAll(resourcesField(workspace.id)));
  return {
    workspace_id: workspace.id,
    resources: workspace.resources.map(({ id }) => id).filter((id) => ticked.has(id)),
    duplicate_template: integration.template !== null && form.has("duplicate_template"),
  };
}

/** Every workspace has its own boxes: what is ticked for one says nothing about another. */
export function resourcesField(workspace_id: string): string {
  return `resources.${workspace_id}`;
}
