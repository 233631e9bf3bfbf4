import { type ReactNode } from "react";
import { type Place, usePlace } from "./router.tsx";
import { Door } from "./session/door.tsx";
import { Shell } from "./shell.tsx";
import { Callback } from "./pages/callback/callback.tsx";
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
      return <NewClient />;
    case "clients":
      return id === undefined ? <ClientList /> : <ClientPage key={id} id={id} />;
    case "callback":
      return <Callback query={query} />;
    default:
      return <NotFound />;
  }
}
