import type { OAuth2Client } from "@latchkey/api";
import { DangerousAction, DangerZone } from "../../components/danger-zone.tsx";
import { navigate, to } from "../../router.tsx";
import { useSession } from "../../session/session.ts";
import { ImpactNotice } from "../impact/impact-notice.tsx";
import { DisableOrEnable } from "../termination/disable.tsx";
import { EndEverything, Preview } from "../termination/end-everything.tsx";
import { displayName, hasUsers } from "./client-summary.ts";

/** Revokes the tokens of a client, or deletes it. */
export function ClientDangerZone({ client }: { readonly client: OAuth2Client }) {
  const { latchkey } = useSession();
  const { client_id } = client;
  const name = displayName(client);
  const isWithUsers = hasUsers(client);
  return (
    <DangerZone>
      <DangerousAction
        title="Revoke its access tokens."
        effect={`${name} has to get new ones; ${isWithUsers ? "users stay signed in." : "it can request one right away."}`}
        label="Revoke tokens"
        question={`Revoke the access tokens of ${name}?`}
        onConfirm={() => latchkey.deleteOAuth2Token({ client_id })}
      >
        <p>
          Every access token of {name} stops working now. Refresh tokens stay valid, so it can get
          new ones.
        </p>
      </DangerousAction>
      <EndEverything
        holder={{ client_id }}
        name={name}
        effect="All its grants and tokens end. It stays registered, and can begin anew."
      />
      <DisableOrEnable
        what="the client"
        name={name}
        enabled={client.enabled !== false}
        effect="Its requests and tokens are refused until it is enabled again. Nothing is deleted."
        effectOfEnabling="Its grants, and its tokens that have not expired, are valid again."
        onChange={(enabled) =>
          latchkey.patchOAuth2Client({
            id: client_id,
            body: [{ op: "add", path: "/enabled", value: enabled }],
          })
        }
      >
        <p>
          All servers refuse {name} within a second
          {isWithUsers && ", and users who come from it see that it is disabled"}. To end its access
          for good, end everything instead.
        </p>
        <Preview
          holder={{ client_id }}
          lead="What is refused meanwhile"
          none="It holds no tokens now."
        />
      </DisableOrEnable>
      <DangerousAction
        title="Delete the client."
        effect="No one can sign in to it any more, and everything issued to it stops working."
        label="Delete client"
        question={`Delete ${name}?`}
        name={name}
        onConfirm={async () => {
          await latchkey.deleteOAuth2Client({ id: client_id });
          navigate(to("clients"));
        }}
      >
        <p>This takes effect immediately and cannot be undone:</p>
        <ul className="bullets">
          {isWithUsers && <li>no one can sign in to {name} any more;</li>}
          <li>every access and refresh token issued to it stops working;</li>
          {isWithUsers && <li>every consent that users gave it is deleted;</li>}
          <li>its client ID and secret are rejected.</li>
        </ul>
        <ImpactNotice action="Deleting it" change={{ kind: "client", id: client_id }} />
      </DangerousAction>
    </DangerZone>
  );
}
