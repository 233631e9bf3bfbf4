import type { Integration } from "@latchkey/api";
import { useState } from "react";
import { LinkButton } from "../../components/button.tsx";
import { CheckboxChoice, RadioChoice, SingleCheckbox } from "../../components/choices.tsx";
import { Form } from "../../components/form.tsx";
import { NewSecretDialog } from "../../components/new-secret-dialog.tsx";
import { Page } from "../../components/page.tsx";
import { LinesField, TextField } from "../../components/text-field.tsx";
import { navigate, to } from "../../router.tsx";
import { useSession } from "../../session/session.ts";
import { capabilityOptions, toCapabilities } from "./capabilities.ts";

const kinds = [
  {
    value: "public",
    label: "Public",
    hint: "Users connect it to their workspace in the browser.",
  },
  {
    value: "internal",
    label: "Internal",
    hint: "Belongs to one workspace. Has a static token and needs no browser.",
  },
] as const;

/** Creates an integration. */
export function NewIntegration() {
  const { latchkey } = useSession();
  const [created, setCreated] = useState<Integration | undefined>(undefined);
  const [name, setName] = useState("");
  const [kind, setKind] = useState<Integration["kind"]>("public");
  const [redirect_uris, setRedirectUris] = useState<string[]>([]);
  const [workspace_id, setWorkspaceId] = useState("");
  const [selected, setSelected] = useState<readonly string[]>(["read_content"]);
  const [allow_workspace_owner, setAllowWorkspaceOwner] = useState(false);
  const create = async (): Promise<void> => {
    const integration = await latchkey.createIntegration({
      body: {
        name: name.trim(),
        kind,
        capabilities: toCapabilities(selected),
        ...(kind === "public"
          ? { redirect_uris, allow_workspace_owner }
          : { install_scope: [workspace_id.trim()] }),
      },
    });
    setCreated(integration);
  };
  return (
    <Page title="New integration" back={{ href: to("integrations"), label: "Integrations" }}>
      <Form
        onSubmit={create}
        submitLabel="Create integration"
        isDisabled={name.trim() === ""}
        actions={<LinkButton href={to("integrations")}>Cancel</LinkButton>}
      >
        <TextField
          label="Name"
          name="name"
          value={name}
          onChange={setName}
          placeholder="Tea timer"
          isRequired
        />
        <RadioChoice label="Type" name="kind" options={kinds} value={kind} onChange={setKind} />
        {kind === "public" ? (
          <LinesField
            label="Redirect URIs"
            name="redirect_uris"
            value={redirect_uris}
            onChange={setRedirectUris}
            hint="One per line. The redirect_uri of a request has to match one of them exactly."
          />
        ) : (
          <TextField
            label="Workspace ID"
            name="install_scope"
            value={workspace_id}
            onChange={setWorkspaceId}
            hint="The workspace it belongs to."
            mono
          />
        )}
        <CheckboxChoice
          label="Capabilities"
          name="capabilities"
          options={capabilityOptions}
          value={selected}
          onChange={setSelected}
        />
        {kind === "public" && (
          <SingleCheckbox
            label="Allow installing for a whole workspace"
            hint="By an admin of the workspace, rather than by each user for themselves."
            isSelected={allow_workspace_owner}
            onChange={setAllowWorkspaceOwner}
          />
        )}
      </Form>
      {created?.client_secret !== undefined && (
        <NewSecretDialog
          title="Integration created"
          owner={{ client_id: created.client_id }}
          secret={created.client_secret}
          file_name={`${created.client_id}.json`}
          onClose={() => navigate(to("integrations", created.id))}
        />
      )}
      {created?.access_token !== undefined && (
        <NewSecretDialog
          title="Integration created"
          owner={{ integration_id: created.id }}
          secret={created.access_token}
          secret_name="access_token"
          file_name={`${created.id}.json`}
          onClose={() => navigate(to("integrations", created.id))}
        />
      )}
    </Page>
  );
}
