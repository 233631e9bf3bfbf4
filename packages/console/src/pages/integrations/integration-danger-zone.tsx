import type { Integration } from "@latchkey/api";
import { useMutation } from "@tanstack/react-query";
import { Button } from "../../components/button.tsx";
import { DangerousAction, DangerZone } from "../../components/danger-zone.tsx";
import { ErrorNotice } from "../../components/notice.tsx";
import { navigate, to } from "../../router.tsx";
import { useSession } from "../../session/session.ts";

/** Disables an integration, revokes its tokens, or deletes it. */
export function IntegrationDangerZone({ integration }: { readonly integration: Integration }) {
  const { latchkey } = useSession();
  const { id, name, token_issued_at } = integration;
  return (
    <DangerZone>
      <EnableOrDisable integration={integration} />
      {token_issued_at !== undefined && (
        <DangerousAction
          title="Revoke its tokens."
          effect="The bot stays; a new token makes it work again."
          label="Revoke tokens"
          question={`Revoke the tokens of ${name}?`}
          onConfirm={() => latchkey.revokeIntegrationTokens({ id })}
        >
          <p>Requests with a token of {name} are rejected from now on.</p>
        </DangerousAction>
      )}
      <DangerousAction
        title="Delete the integration."
        effect="It is disconnected from every workspace."
        label="Delete integration"
        question={`Delete ${name}?`}
        name={name}
        onConfirm={async () => {
          await latchkey.deleteIntegration({ id });
          navigate(to("integrations"));
        }}
      >
        <p>Every installation of {name} stops working immediately, in every workspace.</p>
      </DangerousAction>
    </DangerZone>
  );
}

/** Can be undone, so it is done without a question. */
function EnableOrDisable({ integration }: { readonly integration: Integration }) {
  const { latchkey } = useSession();
  const { id, enabled } = integration;
  const toggle = useMutation({
    mutationFn: () =>
      latchkey.updateIntegration({ id, body: { ...integration, enabled: !enabled } }),
  });
  return (
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
      <ErrorNotice error={toggle.error} />
    </div>
  );
}
