import type { Integration } from "@latchkey/api";
import { useState } from "react";
import { useAction } from "../../load.ts";
import { Button, LinkButton } from "../../parts/button.tsx";
import { Choice, Tick, Ticks } from "../../parts/choice.tsx";
import { Field } from "../../parts/field.tsx";
import { Problem } from "../../parts/notice.tsx";
import { Page } from "../../parts/page.tsx";
import { SecretOnce } from "../../parts/secret-once.tsx";
import { navigate, to } from "../../router.tsx";
import { useSession } from "../../session/session.ts";
import { linesOf } from "../clients/client-words.ts";
import { capabilityOptions, toCapabilities } from "./capability-words.ts";

const kinds = [
  {
    value: "public",
    label: "Public",
    hint: "People connect it to their workspace in the browser.",
  },
  {
    value: "internal",
    label: "Internal",
    hint: "Belongs to one workspace. Has a static token, and needs no browser.",
  },
] as const;

/** Creates an integration. */
export function NewIntegration() {
  const { latchkey } = useSession();
  const [created, setCreated] = useState<Integration | undefined>(undefined);
  const [name, setName] = useState("");
  const [kind, setKind] = useState<Integration["kind"]>("public");
  const [uris, setUris] = useState("");
  const [workspace, setWorkspace] = useState("");
  const [granted, setGranted] = useState<readonly string[]>(["read_content"]);
  const [allow_workspace_owner, setWhole] = useState(false);
  const action = useAction(async () => {
    const made = await latchkey.createIntegration({
      body: {
        name: name.trim(),
        kind,
        capabilities: toCapabilities(granted),
        ...(kind === "public"
          ? { redirect_uris: linesOf(uris), allow_workspace_owner }
          : { install_scope: linesOf(workspace) }),
      },
    });
    setCreated(made);
  });
  return (
    <Page title="New integration" back={{ href: to("integrations"), label: "Integrations" }}>
      <form
        className="card form"
        onSubmit={(event) => {
          event.preventDefault();
          void action.run();
        }}
      >
        <Field label="Name" value={name} onChange={setName} placeholder="Tea timer" />
        <Choice label="Kind" options={kinds} value={kind} onChange={setKind} />
        {kind === "public" ? (
          <Field
            label="Redirect URIs"
            value={uris}
            onChange={setUris}
            hint="One a line, compared letter for letter."
            lines={2}
            mono
          />
        ) : (
          <Field
            label="Workspace id"
            value={workspace}
            onChange={setWorkspace}
            hint="The one workspace it belongs to."
            mono
          />
        )}
        <Ticks label="It may" options={capabilityOptions} value={granted} onChange={setGranted} />
        {kind === "public" && (
          <Tick
            label="May be installed for a whole workspace"
            hint="By an admin of it, rather than by each person for themselves."
            isSelected={allow_workspace_owner}
            onChange={setWhole}
          />
        )}
        <Problem error={action.error} />
        <div className="form-actions">
          <Button
            kind="primary"
            type="submit"
            isPending={action.isBusy}
            isDisabled={name.trim() === ""}
          >
            Create integration
          </Button>
          <LinkButton href={to("integrations")}>Cancel</LinkButton>
        </div>
      </form>
      {created?.client_secret !== undefined && (
        <SecretOnce
          title="The integration is ready"
          names={{ client_id: created.client_id }}
          secret={created.client_secret}
          file_name={`${created.client_id}.json`}
          onClose={() => navigate(to("integrations", created.id))}
        />
      )}
      {created?.access_token !== undefined && (
        <SecretOnce
          title="The integration is ready"
          names={{ integration_id: created.id }}
          secret={created.access_token}
          secret_name="access_token"
          file_name={`${created.id}.json`}
          onClose={() => navigate(to("integrations", created.id))}
        />
      )}
    </Page>
  );
}
