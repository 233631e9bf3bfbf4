import { useState } from "react";
import { useLoaded } from "../../load.ts";
import { Button } from "../../parts/button.tsx";
import { Badge } from "../../parts/facts.tsx";
import { Problem } from "../../parts/notice.tsx";
import { Page } from "../../parts/page.tsx";
import { Rotate } from "../../parts/rotate.tsx";
import { to } from "../../router.tsx";
import { Allowed } from "../../session/allowed.tsx";
import { useSession } from "../../session/session.ts";
import { ClientDescription } from "./client-description.tsx";
import { hasSecret, kindOf, nameOf } from "./client-words.ts";
import { Danger } from "./danger.tsx";
import { EditClient } from "./edit-client.tsx";
import { TryIt } from "./try-it.tsx";

/** One client, and everything that can be done with it. */
export function ClientPage({ id }: { readonly id: string }) {
  const { latchkey } = useSession();
  const loaded = useLoaded(`client ${id}`, () => latchkey.getOAuth2Client({ id }));
  const { value: client, error, reload } = loaded;
  const [doing, setDoing] = useState<"edit" | "rotate" | undefined>(undefined);
  const stop = (): void => setDoing(undefined);
  const done = (): void => {
    stop();
    reload();
  };
  return (
    <Page
      title={client === undefined ? id : nameOf(client)}
      back={{ href: to("clients"), label: "Clients" }}
      lead={client && <Badge tone="brass">{kindOf(client)}</Badge>}
      actions={
        client && (
          <Allowed to="write">
            {hasSecret(client) && <Button onPress={() => setDoing("rotate")}>Rotate secret</Button>}
            <Button kind="primary" onPress={() => setDoing("edit")}>
              Edit
            </Button>
          </Allowed>
        )
      }
    >
      <Problem error={error} />
      {client !== undefined && doing === "edit" && (
        <EditClient client={client} onDone={done} onCancel={stop} />
      )}
      {client !== undefined && doing !== "edit" && (
        <>
          <ClientDescription client={client} />
          <TryIt client={client} onChanged={reload} />
          <Allowed to="write">
            <Danger client={client} />
          </Allowed>
        </>
      )}
      {client !== undefined && doing === "rotate" && (
        <Rotate
          name={nameOf(client)}
          names={{ client_id: id }}
          rotate={async (overlap) => {
            const rotated = await latchkey.rotateOAuth2ClientSecret({ id, body: { overlap } });
            return rotated.client_secret;
          }}
          onDone={done}
        />
      )}
    </Page>
  );
}
