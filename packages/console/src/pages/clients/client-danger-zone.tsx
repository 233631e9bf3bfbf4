import type { OAuth2Client } from "@latchkey/api";
import { useState } from "react";
import { Button } from "../../components/button.tsx";
import { ConfirmDialog } from "../../components/confirm-dialog.tsx";
import { Section } from "../../components/page.tsx";
import { navigate, to } from "../../router.tsx";
import { useSession } from "../../session/session.ts";
import { displayName, hasUsers } from "./client-summary.ts";

/** Revokes the tokens of a client, or deletes it. */
export function ClientDangerZone({ client }: { readonly client: OAuth2Client }) {
  const [open, setOpen] = useState<"revoke" | "delete" | undefined>(undefined);
  const close = (): void => setOpen(undefined);
  return (
    <Section title="Danger zone">
      <div className="card rows">
        <div>
          <p>
            <strong>Revoke its access tokens.</strong> {displayName(client)} has to get new ones;{" "}
            {hasUsers(client) ? "users stay signed in." : "it can request one right away."}
          </p>
          <Button kind="danger" onPress={() => setOpen("revoke")}>
            Revoke tokens
          </Button>
        </div>
        <div>
          <p>
            <strong>Delete the client.</strong> No one can sign in to it any more, and everything
            issued to it stops working.
          </p>
          <Button kind="danger" onPress={() => setOpen("delete")}>
            Delete client
          </Button>
        </div>
      </div>
      {open === "delete" && <DeleteClient client={client} onClose={close} />}
      {open === "revoke" && <RevokeTokens client={client} onClose={close} />}
    </Section>
  );
}

interface DialogProps {
  readonly client: OAuth2Client;
  readonly onClose: () => void;
}

function DeleteClient({ client, onClose }: DialogProps) {
  const { latchkey } = useSession();
  const withUsers = hasUsers(client);
  return (
    <ConfirmDialog
      title={`Delete ${displayName(client)}?`}
      name={displayName(client)}
      submitLabel="Delete client"
      onConfirm={async () => {
        await latchkey.deleteOAuth2Client({ id: client.client_id });
        navigate(to("clients"));
      }}
      onClose={onClose}
    >
      <p>This takes effect immediately and cannot be undone:</p>
      <ul className="bullets">
        {withUsers && <li>no one can sign in to {displayName(client)} any more;</li>}
        <li>every access and refresh token issued to it stops working;</li>
        {withUsers && <li>every consent that users gave it is deleted;</li>}
        <li>its client ID and secret are rejected.</li>
      </ul>
    </ConfirmDialog>
  );
}

function RevokeTokens({ client, onClose }: DialogProps) {
  const { latchkey } = useSession();
  return (
    <ConfirmDialog
      title={`Revoke the access tokens of ${displayName(client)}?`}
      submitLabel="Revoke tokens"
      onConfirm={() => latchkey.deleteOAuth2Token({ client_id: client.client_id })}
      onClose={onClose}
    >
      <p>
        Every access token of {displayName(client)} stops working now. Refresh tokens stay valid, so
        it can get new ones.
      </p>
    </ConfirmDialog>
  );
}
