import { type ReactNode } from "react";
import { type Place, usePlace } from "./router.tsx";
import { PageFor } from "./session/allowed.tsx";
import { Door } from "./session/door.tsx";
import { Shell } from "./shell.tsx";
import { Callback } from "./pages/callback/callback.tsx";
import { KeySetPage } from "./pages/keys/key-set.tsx";
import { KeySets } from "./pages/keys/key-sets.tsx";
import { Sessions } from "./pages/sessions/sessions.tsx";
import { Tokens } from "./pages/tokens/tokens.tsx";
import { Inspector } from "./pages/inspector/inspector.tsx";
import { IntegrationList } from "./pages/integrations/integration-list.tsx";
import { IntegrationPage } from "./pages/integrations/integration-page.tsx";
import { NewIntegration } from "./pages/integrations/new-integration.tsx";
import { WorkspaceList } from "./pages/workspaces/workspace-list.tsx";
import { WorkspacePage } from "./pages/workspaces/workspace-page.tsx";
import { NotFound } from "./pages/not-found.tsx";
import { Overview } from "./pages/overview/overview.tsx";
import { ClientList } from "./pages/clients/client-list.tsx";
import { NewClient } from "./pages/clients/new-client.tsx";
import { ClientPage } from "./pages/clients/client-page.tsx";

/** The console. */
export function App() {
  const place = usePlace();
  return (
    <Door>
      <Shell place={place}>{pageAt(place)}</Shell>
    </Door>
  );
}

function pageAt({ segments, query }: Place): ReactNode {
  const [page, id] = segments;
  switch (page) {
    case undefined:
      return <Overview />;
    case "new-client":
      return (
        <PageFor scope="write" title="New client">
          <NewClient />
        </PageFor>
      );
    case "clients":
      return id === undefined ? <ClientList /> : <ClientPage key={id} id={id} />;
    case "keys":
      return (
        <PageFor scope="keys" title="Keys">
          {id === undefined ? <KeySets /> : <KeySetPage key={id} set={id} />}
        </PageFor>
      );
    case "sessions":
      return <Sessions key={query.toString()} query={query} />;
    case "tokens":
      return <Tokens />;
    case "workspaces":
      return id === undefined ? <WorkspaceList /> : <WorkspacePage key={id} id={id} />;
    case "new-integration":
      return (
        <PageFor scope="write" title="New integration">
          <NewIntegration />
        </PageFor>
      );
    case "integrations":
      return id === undefined ? <IntegrationList /> : <IntegrationPage key={id} id={id} />;
    case "inspector":
      return <Inspector query={query} />;
    case "callback":
      return <Callback query={query} />;
    default:
      return <NotFound />;
  }
}
