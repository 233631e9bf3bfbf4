import type { Workspace } from "@latchkey/api";
import { useState } from "react";
import { useLoaded } from "../../load.ts";
import { Button } from "../../parts/button.tsx";
import { Confirm } from "../../parts/confirm.tsx";
import { Copyable } from "../../parts/copy.tsx";
import { Facts } from "../../parts/facts.tsx";
import { Problem } from "../../parts/notice.tsx";
import { Page, Section } from "../../parts/page.tsx";
import { Ago } from "../../parts/time.tsx";
import { navigate, to } from "../../router.tsx";
import { Allowed } from "../../session/allowed.tsx";
import { useSession } from "../../session/session.ts";
import { Installations } from "./installations.tsx";
import { Members } from "./members.tsx";
import { Resources } from "./resources.tsx";

/** One workspace: who is in it, what can be shared, what is installed. */
export function WorkspacePage({ id }: { readonly id: string }) {
  const { latchkey } = useSession();
  const loaded = useLoaded(`workspace ${id}`, () => latchkey.getWorkspace({ id }));
  const { value: workspace, error, reload } = loaded;
  return (
    <Page
      title={workspace === undefined ? "Workspace" : (workspace.name ?? "Unnamed")}
      back={{ href: to("workspaces"), label: "Workspaces" }}
    >
      <Problem error={error} />
      {workspace !== undefined && (
        <>
          <div className="card">
            <Facts
              facts={[
                ["Id", <Copyable key="id" text={workspace.id} what="workspace id" />],
                ["Created", <Ago key="made" time={workspace.created_at} />],
                ["Updated", <Ago key="changed" time={workspace.updated_at} />],
              ]}
            />
          </div>
          <Members workspace_id={id} />
          <Resources workspace={workspace} onChanged={reload} />
          <Installations filter={{ workspace_id: id }} />
          <Allowed to="write">
            <Danger workspace={workspace} />
          </Allowed>
        </>
      )}
    </Page>
  );
}

function Danger({ workspace }: { readonly workspace: Workspace }) {
  const { latchkey } = useSession();
  const [isAsked, setAsked] = useState(false);
  const name = workspace.name ?? workspace.id;
  return (
    <Section title="Danger zone">
      <div className="card rows">
        <div>
          <p>
            <strong>Delete the workspace.</strong> Everything installed into it stops working.
          </p>
          <Button kind="danger" onPress={() => setAsked(true)}>
            Delete workspace
          </Button>
        </div>
      </div>
      {isAsked && (
        <Confirm
          title={`Delete ${name}?`}
          name={name}
          verb="Delete workspace"
          onConfirm={async () => {
            await latchkey.deleteWorkspace({ id: workspace.id });
            navigate(to("workspaces"));
          }}
          onClose={() => setAsked(false)}
        >
          <p>
            Its members, what they shared and every installation go with it. Bots of {name} lose
            their tokens at once.
          </p>
        </Confirm>
      )}
    </Section>
  );
}
