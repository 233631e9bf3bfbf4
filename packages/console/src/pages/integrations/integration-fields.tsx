import type { IntegrationInput } from "@latchkey/api";
import { CheckboxChoice, SingleCheckbox } from "../../components/forms/choices.tsx";
import { LinesField, TextField } from "../../components/forms/text-field.tsx";
import { capabilityOptions, toCapabilities } from "./capabilities.ts";

interface IntegrationFieldsProps {
  readonly draft: IntegrationInput;
  readonly onChange: (draft: IntegrationInput) => void;
}

/** The fields of an integration that can be changed later. */
export function IntegrationFields({ draft, onChange }: IntegrationFieldsProps) {
  const set = (changes: IntegrationInput): void => onChange({ ...draft, ...changes });
  return (
    <>
      <CheckboxChoice
        label="Capabilities"
        name="capabilities"
        options={capabilityOptions}
        value={draft.capabilities ?? []}
        onChange={(selected) => set({ capabilities: toCapabilities(selected) })}
      />
      <TextField
        label="Icon"
        name="icon"
        value={draft.icon ?? ""}
        onChange={(icon) => set({ icon })}
        hint="The https URL of an image, or an emoji."
        placeholder="⏱"
      />
      {draft.kind !== "internal" && <PublicFields draft={draft} onChange={onChange} />}
      <TextField
        label="Webhook URL"
        name="webhook_url"
        type="url"
        value={draft.webhook_url ?? ""}
        onChange={(webhook_url) => set({ webhook_url })}
        hint="It is notified when it is installed, changed, suspended or removed. A secret is generated with the URL."
        mono
      />
    </>
  );
}

function PublicFields({ draft, onChange }: IntegrationFieldsProps) {
  const set = (changes: IntegrationInput): void => onChange({ ...draft, ...changes });
  return (
    <>
      <LinesField
        label="Redirect URIs"
        name="redirect_uris"
        value={draft.redirect_uris}
        onChange={(redirect_uris) => set({ redirect_uris })}
        hint="One per line. The redirect_uri of a request has to match one of them exactly."
      />
      <SingleCheckbox
        label="Allow installing for a whole workspace"
        hint="By an admin of the workspace, rather than by each user for themselves."
        isSelected={draft.allow_workspace_owner ?? false}
        onChange={(allow_workspace_owner) => set({ allow_workspace_owner })}
      />
      <TextField
        label="Template"
        name="template"
        value={draft.template?.title ?? ""}
        onChange={(title) => set({ template: templateWith(title, draft.template) })}
        hint="The title of something that users may copy into their workspace when they install it."
      />
      <SingleCheckbox
        label="List it in the directory"
        hint="Admins of workspaces see it at /workspace/directory, with what it may do."
        isSelected={draft.listed ?? false}
        onChange={(listed) => set({ listed })}
      />
      <TextField
        label="Description"
        name="description"
        value={draft.description ?? ""}
        onChange={(description) => set({ description })}
        hint="A sentence or two for the directory."
        lines={2}
      />
      <TextField
        label="Install URL"
        name="install_url"
        type="url"
        value={draft.install_url ?? ""}
        onChange={(install_url) => set({ install_url })}
        hint="Where the app starts its installation. The directory links there."
        mono
      />
    </>
  );
}

/** The template with another title, and none without one. A new template gets an id of its own. */
function templateWith(title: string, present: IntegrationInput["template"]) {
  return title === "" ? null : { id: present?.id ?? crypto.randomUUID(), title };
}
