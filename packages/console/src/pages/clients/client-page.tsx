import { type OAuth2Client, requestedUrlsOf } from "@latchkey/api";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "../../components/button.tsx";
import { Badge } from "../../components/details.tsx";
import { Notice } from "../../components/notice.tsx";
import { Page, PageQuery } from "../../components/page.tsx";
import { RefusedUrls } from "../../components/refused-urls.tsx";
import { RotateSecretDialog } from "../../components/dialogs/rotate-secret-dialog.tsx";
import { to } from "../../router.tsx";
import { RequireOperation } from "../../session/require-operation.tsx";
import { useSession } from "../../session/session.ts";
import { History } from "../audit/history.tsx";
import { ClientDangerZone } from "./client-danger-zone.tsx";
import { ClientDetails } from "./client-details.tsx";
import { ClientProfile } from "./client-profile.tsx";
import { clientType } from "./app-type.ts";
import { displayName, hasSecret } from "./client-summary.ts";
import { EditClient } from "./edit-client.tsx";
import { TestClient } from "./test-client.tsx";
import { UseClient } from "./use-client.tsx";

/** One client: its settings, a way to test it, and what can be done with it. */
export function ClientPage({ id }: { readonly id: string }) {
  const { latchkey } = useSession();
  const query = useQuery({
    queryKey: ["clients", id],
    queryFn: ({ signal }) => latchkey.getOAuth2Client({ id }, { signal }),
  });
  const { data: client } = query;
  const [open, setOpen] = useState<"edit" | "rotate" | undefined>(undefined);
  const close = (): void => setOpen(undefined);
  return (
    <Page
      title={client === undefined ? id : displayName(client)}
      back={{ href: to("clients"), label: "Clients" }}
      lead={client && <Badge tone="brass">{clientType(client)}</Badge>}
      actions={
        client &&
        open !== "edit" && (
          <RequireOperation id="updateOAuth2Client">
            {hasSecret(client) && <Button onPress={() => setOpen("rotate")}>Rotate secret</Button>}
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
            <EditClient client={found} onClose={close} />
          ) : (
            <>
              {found.enabled === false && (
                <Notice tone="bad">
                  <p>
                    <strong>This client is disabled.</strong> Its requests and its tokens are
                    refused.
                  </p>
                </Notice>
              )}
              {!isOfStranger(found) && (
                <RefusedUrls urls={requestedUrlsOf(found).map(({ url }) => url)} />
              )}
              <ClientDetails client={found} />
              <ClientProfile id={id} />
              <UseClient client={found} />
              <TestClient client={found} />
              <History object_type="client" object_id={id} of="this client" />
              <RequireOperation id="deleteOAuth2Client">
                <ClientDangerZone client={found} />
              </RequireOperation>
            </>
          )
        }
      </PageQuery>
      {client !== undefined && open === "rotate" && (
        <RotateSecretDialog
          name={displayName(client)}
          owner={{ client_id: id }}
          rotate={async (overlap) => {
            const rotated = await latchkey.rotateOAuth2ClientSecret({ id, body: { overlap } });
            return rotated.client_secret;
          }}
          onClose={close}
        />
      )}
    </Page>
  );
}

/** Its URLs are refused by design where they are in a private network. */
function isOfStranger({ self_registered, client_id_metadata_document }: OAuth2Client): boolean {
  return self_registered === true || client_id_metadata_document === true;
}
