import type { OAuth2Client } from "@latchkey/api";
import { useState } from "react";
import { Button } from "../../parts/button.tsx";
import { Confirm } from "../../parts/confirm.tsx";
import { Section } from "../../parts/page.tsx";
import { navigate, to } from "../../router.tsx";
import { useSession } from "../../session/session.ts";
import { nameOf, usesCodes } from "./client-words.ts";

/** What ends access, each with what will stop working. */
export function Danger({ client }: { readonly client: OAuth2Client }) {
  const [asked, setAsked] = useState<"revoke" | "delete" | undefined>(undefined);
  const close = (): void => setAsked(undefined);
  return (
    <Section title="Danger zone">
      <div className="card rows">
        <div>
          <p>
            <strong>Revoke its access tokens.</strong> {nameOf(client)} has to get new ones;{" "}
            {usesCodes(client) ? "people stay signed in." : "it can at once."}
          </p>
          <Button kind="danger" onPress={() => setAsked("revoke")}>
            Revoke tokens
          </Button>
        </div>
        <div>
          <p>
            <strong>Delete the client.</strong> Nobody can sign in to it any more, and everything
            issued to it stops working.
          </p>
          <Button kind="danger" onPress={() => setAsked("delete")}>
            Delete client
          </Button>
        </div>
      </div>
      {asked === "delete" && <DeleteClient client={client} onClose={close} />}
      {asked === "revoke" && <RevokeTokens client={client} onClose={close} />}
    </Section>
  );
}

interface Asked {
  readonly client: OAuth2Client;
  readonly onClose: () => void;
}

function DeleteClient({ client, onClose }: Asked) {
  const { latchkey } = useSession();
  return (
    <Confirm
      title={`Delete ${nameOf(client)}?`}
      name={nameOf(client)}
      verb="Delete client"
      onConfirm={async () => {
        await latchkey.deleteOAuth2Client({ id: client.client_id });
        navigate(to("clients"));
      }}
      onClose={onClose}
    >
      <p>At once, and for good:</p>
      <ul className="told">
        {usesCodes(client) && <li>nobody can sign in to {nameOf(client)} any more;</li>}
        <li>every access and refresh token issued to it stops working;</li>
        {usesCodes(client) && <li>every consent people gave it is forgotten;</li>}
        <li>its id and secret are refused everywhere.</li>
      </ul>
    </Confirm>
  );
}

function RevokeTokens({ client, onClose }: Asked) {
  const { latchkey } = useSession();
  return (
    <Confirm
      title={`Revoke the access tokens of ${nameOf(client)}?`}
      verb="Revoke tokens"
      onConfirm={() => latchkey.deleteOAuth2Token({ client_id: client.client_id })}
      onClose={onClose}
    >
      <p>
        Every access token {nameOf(client)} holds stops working now. Refresh tokens stay valid, so
        it can get new ones.
      </p>
    </Confirm>
  );
}
