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
import { Link, navigate, to } from "../../router.tsx";
import { Allowed } from "../../session/allowed.tsx";
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
        integration !== undefined && (
          <Allowed to="write">
            <Button onPress={() => setRotating(true)}>{rotationOf(integration)}</Button>
          </Allowed>
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
          <Allowed to="write">
            <Danger integration={integration} onChanged={reload} />
          </Allowed>
        </>
      )}
      {integration?.kind === "internal" && isRotating && (
        <Rotate
          name={integration.name}
          names={{ integration_id: id }}
          what="token"
          rotate={async (overlap) => {
            const issued = await latchkey.issueIntegrationToken({ id, body: { overlap } });
            return issued.access_token;
          }}
          onDone={() => {
            setRotating(false);
            reload();
          }}
        />
      )}
      {integration?.kind === "public" && isRotating && (
        <Rotate
          name={integration.name}
          names={{ client_id: integration.client_id }}
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

/** What the button says that makes a new secret or token. */
function rotationOf({ kind, token_issued_at }: Integration): string {
  if (kind === "public") return "Rotate secret";
  return token_issued_at === undefined ? "Issue a token" : "Rotate token";
}

type FactList = React.ComponentProps<typeof Facts>["facts"];

function factsOf(integration: Integration): FactList {
  const { kind, enabled } = integration;
  return [
    [
      "State",
      <Badge key="state" tone={enabled ? "good" : "bad"}>
        {enabled ? "enabled" : "disabled"}
      </Badge>,
    ],
    ...(kind === "public" ? publicFactsOf(integration) : internalFactsOf(integration)),
    ["It may", integration.capabilities.map(describeCapability).join(", ")],
    ["Updated", <Ago key="changed" time={integration.updated_at} />],
  ];
}

function internalFactsOf({ install_scope, token_issued_at }: Integration): FactList {
  const [workspace_id = ""] = install_scope;
  return [
    [
      "Token",
      token_issued_at === undefined ? (
        "none"
      ) : (
        <span key="token">
          issued <Ago time={token_issued_at} />
        </span>
      ),
    ],
    [
      "Workspace",
      <Link key="workspace" href={to("workspaces", workspace_id)}>
        {workspace_id}
      </Link>,
    ],
  ];
}

function publicFactsOf(integration: Integration): FactList {
  const { install_scope } = integration;
  return [
    ["Client id", <Copyable key="client" text={integration.client_id} what="client id" />],
    [
      "Redirect URIs",
      integration.redirect_uris.map((uri) => (
        <Copyable key={uri} text={uri} what={`redirect URI ${uri}`} />
      )),
    ],
    ["Installed into", install_scope === "any" ? "any workspace" : install_scope.join(", ")],
    ["For a whole workspace", integration.allow_workspace_owner ? "yes, by its admins" : "no"],
    ["Template", integration.template?.title],
  ];
}

interface DangerProps {
  readonly integration: Integration;
  readonly onChanged: () => void;
}

function Danger({ integration, onChanged }: DangerProps) {
  const { latchkey } = useSession();
  const [isAsked, setAsked] = useState(false);
  const [isRevoking, setRevoking] = useState(false);
  const { id, name, enabled, token_issued_at } = integration;
  const turn = useAction(async () => {
    const {
      client_secret: _secret,
      client_id: _id,
      token_issued_at: _t,
      created_at: _c,
      updated_at: _u,
      ...body
    } = integration;
    await latchkey.updateIntegration({ id, body: { ...body, enabled: !enabled } });
    onChanged();
  });
  return (
    <Section title="Danger zone">
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
        {token_issued_at !== undefined && (
          <div>
            <p>
              <strong>Revoke its tokens.</strong> The bot stays; a new token makes it work again.
            </p>
            <Button kind="danger" onPress={() => setRevoking(true)}>
              Revoke tokens
            </Button>
          </div>
        )}
        <div>
          <p>
            <strong>Delete the integration.</strong> It is disconnected from every workspace.
          </p>
          <Button kind="danger" onPress={() => setAsked(true)}>
            Delete integration
          </Button>
        </div>
      </div>
      {isRevoking && (
        <Confirm
          title={`Revoke the tokens of ${name}?`}
          verb="Revoke tokens"
          onConfirm={async () => {
            await latchkey.revokeIntegrationTokens({ id });
            onChanged();
          }}
          onClose={() => setRevoking(false)}
        >
          <p>Programs that use a token of {name} are refused from now on.</p>
        </Confirm>
      )}
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
