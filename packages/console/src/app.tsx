import { type ReactNode } from "react";
import { ErrorBoundary } from "./components/error-boundary.tsx";
import { type Route, useRoute } from "./router.tsx";
import { ScopedPage } from "./session/require-scope.tsx";
import { RequireSession } from "./session/require-session.tsx";
import { isPageServed, Layout } from "./layout.tsx";
import { AccountList } from "./pages/accounts/account-list.tsx";
import { AccountPage } from "./pages/accounts/account-page.tsx";
import { NewAccount } from "./pages/accounts/new-account.tsx";
import { Callback } from "./pages/callback/callback.tsx";
import { DetailsTypeList } from "./pages/details-types/details-type-list.tsx";
import { DetailsTypePage } from "./pages/details-types/details-type-page.tsx";
import { KeySetPage } from "./pages/keys/key-set-page.tsx";
import { KeySetList } from "./pages/keys/key-set-list.tsx";
import { SessionsPage } from "./pages/sessions/sessions-page.tsx";
import { Tokens } from "./pages/tokens/tokens.tsx";
import { Inspector } from "./pages/inspector/inspector.tsx";
import { IntegrationList } from "./pages/integrations/integration-list.tsx";
import { IntegrationPage } from "./pages/integrations/integration-page.tsx";
import { NewIntegration } from "./pages/integrations/new-integration.tsx";
import { NewTrustedIssuer } from "./pages/trusted-issuers/new-trusted-issuer.tsx";
import { TrustedIssuerList } from "./pages/trusted-issuers/trusted-issuer-list.tsx";
import { TrustedIssuerPage } from "./pages/trusted-issuers/trusted-issuer-page.tsx";
import { WorkspaceList } from "./pages/workspaces/workspace-list.tsx";
import { WorkspacePage } from "./pages/workspaces/workspace-page.tsx";
import { NotFound } from "./pages/not-found.tsx";
import { Overview } from "./pages/overview/overview.tsx";
import { ApiList } from "./pages/apis/api-list.tsx";
import { ApiPage } from "./pages/apis/api-page.tsx";
import { NewApi } from "./pages/apis/new-api.tsx";
import { ClientList } from "./pages/clients/client-list.tsx";
import { NewClient } from "./pages/clients/new-client.tsx";
import { RegistrationTokens } from "./pages/clients/registration-tokens.tsx";
import { ClientPage } from "./pages/clients/client-page.tsx";

/** The console. */
export function App() {
  const route = useRoute();
  return (
    <RequireSession>
      <Layout route={route}>
        <ErrorBoundary path={route.segments.join("/")} beside="navigation">
          {pageOf(route)}
        </ErrorBoundary>
      </Layout>
    </RequireSession>
  );
}

function pageOf({ segments, query }: Route): ReactNode {
  const [page, id] = segments;
  if (page !== undefined && !isPageServed(page)) return <NotFound />;
  switch (page) {
    case undefined:
      return <Overview />;
    case "new-client":
      return (
        <ScopedPage scope="write" title="New client">
          <NewClient />
        </ScopedPage>
      );
    case "clients":
      return id === undefined ? <ClientList /> : <ClientPage key={id} id={id} />;
    case "new-account":
      return (
        <ScopedPage scope="write" title="New account">
          <NewAccount />
        </ScopedPage>
      );
    case "accounts":
      return id === undefined ? <AccountList /> : <AccountPage key={id} username={id} />;
    case "registration-tokens":
      return <RegistrationTokens />;
    case "new-api":
      return (
        <ScopedPage scope="write" title="New API">
          <NewApi />
        </ScopedPage>
      );
    case "apis":
      return id === undefined ? <ApiList /> : <ApiPage key={id} id={id} />;
    case "keys":
      return (
        <ScopedPage scope="keys" title="Keys">
          {id === undefined ? <KeySetList /> : <KeySetPage key={id} set={id} />}
        </ScopedPage>
      );
    case "new-trusted-issuer":
      return (
        <ScopedPage scope="write" title="New trusted issuer">
          <NewTrustedIssuer />
        </ScopedPage>
      );
    case "trusted-issuers":
      return id === undefined ? <TrustedIssuerList /> : <TrustedIssuerPage key={id} id={id} />;
    case "sessions":
      return <SessionsPage key={query.toString()} query={query} />;
    case "tokens":
      return <Tokens />;
    case "details-types":
      return id === undefined ? <DetailsTypeList /> : <DetailsTypePage key={id} type={id} />;
    case "workspaces":
      return id === undefined ? <WorkspaceList /> : <WorkspacePage key={id} id={id} />;
    case "new-integration":
      return (
        <ScopedPage scope="write" title="New integration">
          <NewIntegration />
        </ScopedPage>
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
