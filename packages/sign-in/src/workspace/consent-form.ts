import type { AcceptWorkspaceConsentRequest, WorkspaceConsentRequest } from "@latchkey/api";

/** Reads the selected workspace and resources, limited to those offered. Undefined if no workspace was selected. */
export function readSelection(
  { choices, integration }: Pick<WorkspaceConsentRequest, "choices" | "integration">,
  form: URLSearchParams,
): AcceptWorkspaceConsentRequest | undefined {
  const workspace_id = form.get("workspace_id");
  const workspace = choices.find((choice) => choice.workspace.id === workspace_id)?.workspace;
  if (workspace === undefined) return undefined;

  const selected = new Set(form.getAll(resourcesField(workspace.id)));
  return {
    workspace_id: workspace.id,
    resources: workspace.resources.map(({ id }) => id).filter((id) => selected.has(id)),
    duplicate_template: integration.template !== null && form.has("duplicate_template"),
  };
}

/** Field name of the resource checkboxes. Each workspace has its own, because all are in the same form. */
export function resourcesField(workspace_id: string): string {
  return `resources.${workspace_id}`;
}
