import type { Integration } from "@latchkey/api";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "../../components/button.tsx";
import { ConfirmDialog } from "../../components/confirm-dialog.tsx";
import { ErrorNotice } from "../../components/notice.tsx";
import { Section } from "../../components/page.tsx";
import { navigate, to } from "../../router.tsx";
import { useSession } from "../../session/session.ts";
import { inputOf } from "./integration-draft.ts";

/** Disables an integration, revokes its tokens, or deletes it. */
export function IntegrationDangerZone({ integration }: { readonly integration: Integration }) {
  const { latchkey } = useSession();
  const [open, setOpen] = useState<"revoke" | "delete" | undefined>(undefined);
  const close = (): void => setOpen(undefined);
  const { id, name, enabled, token_issued_at } = integration;
  const toggle = useMutation({
    mutationFn: () =>
      latchkey.updateIntegration({ id, body: { ...inputOf(integration), enabled: !enabled } }),
  });
  return (
    <Section title="Danger zone">
      <ErrorNotice error={toggle.error} />
      <div className="card rows">
        <div>
          <p>
            <strong>{enabled ? "Disable it." : "Enable it again."}</strong>{" "}
            {enabled
              ? "It cannot be connected, and its tokens are rejected while it is disabled."
              : "Everything works as before."}
          </p>
          <Button onPress={() => toggle.mutate()} isPending={toggle.isPending}>
            {enabled ? "Disable" : "Enable"}
          </Button>
        </div>
        {token_issued_at !== undefined && (
          <div>
            <p>
              <strong>Revoke its tokens.</strong> The bot stays; a new token makes it work again.
            </p>
            <Button kind="danger" onPress={() => setOpen("revoke")}>
              Revoke tokens
            </Button>
          </div>
        )}
        <div>
          <p>
            <strong>Delete the integration.</strong> It is disconnected from every workspace.
          </p>
          <Button kind="danger" onPress={() => setOpen("delete")}>
            Delete integration
          </Button>
        </div>
      </div>
      {open === "revoke" && (
        <ConfirmDialog
          title={`Revoke the tokens of ${name}?`}
          submitLabel="Revoke tokens"
          onConfirm={() => latchkey.revokeIntegrationTokens({ id })}
          onClose={close}
        >
          <p>Requests with a token of {name} are rejected from now on.</p>
        </ConfirmDialog>
      )}
      {open === "delete" && (
        <ConfirmDialog
          title={`Delete ${name}?`}
          name={name}
          submitLabel="Delete integration"
          onConfirm={async () => {
            await latchkey.deleteIntegration({ id });
            navigate(to("integrations"));
          }}
          onClose={close}
        >
          <p>Every installation of {name} stops working immediately, in every workspace.</p>
        </ConfirmDialog>
      )}
    </Section>
  );
}
