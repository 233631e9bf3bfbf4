import type { Integration } from "@latchkey/api";
import { useState } from "react";
import { useAction, useLoaded } from "../../load.ts";
import { Button } from "../../parts/button.tsx";
import { Confirm } from "../../parts/confirm.tsx";
import { Copyable } from "../../parts/copy.tsx";
import { Badge, Facts } from "../../parts/facts.tsx";
import { Problem } from "../../parts/notice.tsx";
import { Page, Section } from "../../parts/page.tsx";
import { Rotate } from "../../parts/rotate.tsx";
import { Ago } from "../../parts/time.tsx";
import { navigate, to } from "../../router.tsx";
import { useSession } from "../../session/session.ts";
import { Installations } from "../workspaces/installations.tsx";
import { describeCapability } from "./capability-words.ts";

/** One integration, and where it is installed. */
export function IntegrationPage({ id }: { readonly id: string }) {
  const { latchkey } = useSession();
  const loaded = useLoaded(`integration ${id}`, () => latchkey.getIntegration({ id }));
  const { value: integration, error, reload } = loaded;
  const [isRotating, setRotating] = useState(false);
  return (
    <Page
      title={integration?.name ?? "Integration"}
      back={{ href: to("integrations"), label: "Integrations" }}
      lead={integration && <Badge tone="brass">{integration.kind}</Badge>}
      actions={
        integration?.kind === "public" && (
          <Button onPress={() => setRotating(true)}>Rotate secret</Button>
        )
      }
    >
      <Problem error={error} />
      {integration !== undefined && (
        <>
          <div className="card">
            <Facts facts={factsOf(integration)} />
          </div>
          <Installations filter={{ integration_id: id }} />
          <Danger integration={integration} onChanged={reload} />
        </>
      )}
      {integration !== undefined && isRotating && (
        <Rotate
          name={integration.name}
          client_id={integration.client_id}
          rotate={async (overlap) => {
            const { client_secret } = await latchkey.rotateIntegrationSecret({
              id,
              body: { overlap },
            });
            return client_secret;
          }}
          onDone={() => setRotating(false)}
        />
      )}
    </Page>
  );
}

function factsOf(integration: Integration): React.ComponentProps<typeof Facts>["facts"] {
  const { install_scope, enabled } = integration;
  return [
    [
      "State",
      <Badge key="state" tone={enabled ? "good" : "bad"}>
        {enabled ? "enabled" : "disabled"}
      </Badge>,
    ],
    ["Client id", <Copyable key="client" text={integration.client_id} what="client id" />],
    [
      "Redirect URIs",
      integration.redirect_uris.map((uri) => (
        <Copyable key={uri} text={uri} what={`redirect URI ${uri}`} />
      )),
    ],
    ["It may", integration.capabilities.map(describeCapability).join(", ")],
    ["Installed into", install_scope === "any" ? "any workspace" : install_scope.join(", ")],
    ["For a whole workspace", integration.allow_workspace_owner ? "yes, by its admins" : "no"],
    ["Template", integration.template?.title],
    ["Updated", <Ago key="changed" time={integration.updated_at} />],
  ];
}

interface DangerProps {
  readonly integration: Integration;
  readonly onChanged: () => void;
}

function Danger({ integration, onChanged }: DangerProps) {
  const { latchkey } = useSession();
  const [isAsked, setAsked] = useState(false);
  const { id, name, enabled } = integration;
  const turn = useAction(async () => {
    const {
      client_secret: _secret,
      client_id: _id,
      created_at: _c,
      updated_at: _u,
      ...body
    } = integration;
    await latchkey.updateIntegration({ id, body: { ...body, enabled: !enabled } });
    onChanged();
  });
  return (
    <Section title="Off, for a while or for good">
      <Problem error={turn.error} />
      <div className="card rows">
        <div>
          <p>
            <strong>{enabled ? "Disable it." : "Enable it again."}</strong>{" "}
            {enabled
              ? "Nobody can connect it, and its tokens are refused meanwhile."
              : "Everything works as before."}
          </p>
          <Button onPress={() => void turn.run()} isPending={turn.isBusy}>
            {enabled ? "Disable" : "Enable"}
          </Button>
        </div>
        <div>
          <p>
            <strong>Delete the integration.</strong> It is disconnected from every workspace.
          </p>
          <Button kind="danger" onPress={() => setAsked(true)}>
            Delete integration
          </Button>
        </div>
      </div>
      {isAsked && (
        <Confirm
          title={`Delete ${name}?`}
          name={name}
          verb="Delete integration"
          onConfirm={async () => {
            await latchkey.deleteIntegration({ id });
            navigate(to("integrations"));
          }}
          onClose={() => setAsked(false)}
        >
          <p>Every installation of {name} stops working at once, in every workspace.</p>
        </Confirm>
      )}
    </Section>
  );
}
