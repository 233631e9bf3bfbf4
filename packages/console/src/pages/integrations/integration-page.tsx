import type { Integration } from "@latchkey/api";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "../../components/button.tsx";
import { Copyable } from "../../components/copy-button.tsx";
import { RecordTime } from "../../components/date-time.tsx";
import { Badge, type DetailRows, Details } from "../../components/details.tsx";
import { EntityIcon } from "../../components/entity-icon.tsx";
import { Page, PageQuery } from "../../components/page.tsx";
import { RotateSecretDialog } from "../../components/dialogs/rotate-secret-dialog.tsx";
import { Link, to } from "../../router.tsx";
import { RequireOperation } from "../../session/require-operation.tsx";
import { useSession } from "../../session/session.ts";
import { Installations } from "../workspaces/installations.tsx";
import { capabilityLabel } from "./capabilities.ts";
import { EditIntegration } from "./edit-integration.tsx";
import { IntegrationDangerZone } from "./integration-danger-zone.tsx";
import { Webhooks } from "./webhooks.tsx";

/** One integration: its settings, and where it is installed. */
export function IntegrationPage({ id }: { readonly id: string }) {
  const { latchkey } = useSession();
  const query = useQuery({
    queryKey: ["integrations", id],
    queryFn: ({ signal }) => latchkey.getIntegration({ id }, { signal }),
  });
  const { data: integration } = query;
  const [open, setOpen] = useState<"edit" | "rotate" | undefined>(undefined);
  const close = (): void => setOpen(undefined);
  return (
    <Page
      title={integration?.name ?? "Integration"}
      icon={integration && <EntityIcon name={integration.name} icon={integration.icon} />}
      back={{ href: to("integrations"), label: "Integrations" }}
      lead={integration && <Badge tone="brass">{integration.kind}</Badge>}
      actions={
        integration !== undefined &&
        open !== "edit" && (
          <RequireOperation id="updateIntegration">
            <Button onPress={() => setOpen("rotate")}>{rotateLabel(integration)}</Button>
            <Button kind="primary" onPress={() => setOpen("edit")}>
              Edit
            </Button>
          </RequireOperation>
        )
      }
    >
      <PageQuery query={query}>
        {(found) =>
          open === "edit" ? (
            <EditIntegration integration={found} onClose={close} />
          ) : (
            <>
              <div className="card">
                <Details rows={detailsOf(found)} />
              </div>
              <Installations filter={{ integration_id: id }} />
              {found.webhook_url !== null && <Webhooks integration={found} />}
              <RequireOperation id="deleteIntegration">
                <IntegrationDangerZone integration={found} />
              </RequireOperation>
            </>
          )
        }
      </PageQuery>
      {integration !== undefined && open === "rotate" && (
        <Rotate integration={integration} onClose={close} />
      )}
    </Page>
  );
}

interface RotateProps {
  readonly integration: Integration;
  readonly onClose: () => void;
}

function Rotate({ integration, onClose }: RotateProps) {
  const { latchkey } = useSession();
  const { id, name, kind, client_id } = integration;
  if (kind === "internal") {
    return (
      <RotateSecretDialog
        name={name}
        owner={{ integration_id: id }}
        what="token"
        rotate={async (overlap) => {
          const issued = await latchkey.issueIntegrationToken({ id, body: { overlap } });
          return issued.access_token;
        }}
        onClose={onClose}
      />
    );
  }
  return (
    <RotateSecretDialog
      name={name}
      owner={{ client_id }}
      rotate={async (overlap) => {
        const rotated = await latchkey.rotateIntegrationSecret({ id, body: { overlap } });
        return rotated.client_secret;
      }}
      onClose={onClose}
    />
  );
}

function rotateLabel({ kind, token_issued_at }: Integration): string {
  if (kind === "public") return "Rotate secret";
  return token_issued_at === undefined ? "Issue a token" : "Rotate token";
}

function detailsOf(integration: Integration): DetailRows {
  const { kind, enabled } = integration;
  return [
    [
      "Status",
      <Badge key="status" tone={enabled ? "good" : "bad"}>
        {enabled ? "enabled" : "disabled"}
      </Badge>,
    ],
    ...(kind === "public" ? publicDetails(integration) : internalDetails(integration)),
    ["Capabilities", integration.capabilities.map(capabilityLabel).join(", ")],
    [
      "Webhook URL",
      integration.webhook_url !== null && (
        <Copyable key="webhook" text={integration.webhook_url} what="webhook URL" />
      ),
    ],
    ["Updated", <RecordTime key="updated" time={integration.updated_at} />],
  ];
}

function internalDetails({ install_scope, token_issued_at }: Integration): DetailRows {
  const [workspace_id = ""] = install_scope;
  return [
    [
      "Token",
      token_issued_at === undefined ? (
        "none"
      ) : (
        <span key="token">
          issued <RecordTime time={token_issued_at} />
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

function publicDetails(integration: Integration): DetailRows {
  const { install_scope } = integration;
  return [
    ["Client ID", <Copyable key="client" text={integration.client_id} what="client ID" />],
    [
      "Redirect URIs",
      integration.redirect_uris.map((uri) => (
        <Copyable key={uri} text={uri} what={`redirect URI ${uri}`} />
      )),
    ],
    ["Workspaces", install_scope === "any" ? "any" : install_scope.join(", ")],
    ["Workspace-wide installs", integration.allow_workspace_owner ? "allowed, by admins" : "no"],
    ["Template", integration.template?.title],
    ["Directory", integration.listed ? "listed" : "not listed"],
    ["Description", integration.description ?? undefined],
    ["Install URL", integration.install_url ?? undefined],
  ];
}
