import { type ReactNode } from "react";
import { ErrorBoundary } from "./components/error-boundary.tsx";
import { type Route, useRoute } from "./router.tsx";
import { PermittedPage, RequireOperation } from "./session/require-operation.tsx";
import { RequireSession } from "./session/require-session.tsx";
import { SIGNED_IN_PAGE, SignedIn } from "./session/signed-in.tsx";
import { isPageServed, Layout } from "./layout.tsx";
import { AccessPage } from "./pages/access/access-page.tsx";
import { AccountList } from "./pages/accounts/account-list.tsx";
import { AccountPage } from "./pages/accounts/account-page.tsx";
import { NewAccount } from "./pages/accounts/new-account.tsx";
import { AuditPage } from "./pages/audit/audit-page.tsx";
import { FailedSignInsPage } from "./pages/failed-sign-ins/failed-sign-ins-page.tsx";
import { BrandingPage } from "./pages/branding/branding-page.tsx";
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
import { NewProvider } from "./pages/identity-providers/new-provider.tsx";
import { ProviderList } from "./pages/identity-providers/provider-list.tsx";
import { ProviderPage } from "./pages/identity-providers/provider-page.tsx";
import { NewTrustedIssuer } from "./pages/trusted-issuers/new-trusted-issuer.tsx";
import { TrustedIssuerList } from "./pages/trusted-issuers/trusted-issuer-list.tsx";
import { TrustedIssuerPage } from "./pages/trusted-issuers/trusted-issuer-page.tsx";
import { WorkspaceList } from "./pages/workspaces/workspace-list.tsx";
import { WorkspacePage } from "./pages/workspaces/workspace-page.tsx";
import { EventReceivers } from "./pages/events/event-receivers.tsx";
import { ReceiverPage } from "./pages/events/receiver-page.tsx";
import { StreamPage } from "./pages/events/stream-page.tsx";
import { NotFound } from "./pages/not-found.tsx";
import { Overview } from "./pages/overview/overview.tsx";
import { ApiList } from "./pages/apis/api-list.tsx";
import { ApiPage } from "./pages/apis/api-page.tsx";
import { NewApi } from "./pages/apis/new-api.tsx";
import { ClientList } from "./pages/clients/client-list.tsx";
import { NewClient } from "./pages/clients/new-client.tsx";
import { Invitations } from "./pages/accounts/invitations.tsx";
import { RegistrationTokens } from "./pages/clients/registration-tokens.tsx";
import { ClientPage } from "./pages/clients/client-page.tsx";

/** The console. */
export function App() {
  const route = useRoute();
  if (route.segments[0] === SIGNED_IN_PAGE) return <SignedIn query={route.query} />;
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
      return (
        <RequireOperation id="prometheus" otherwise={<WorkspaceList />}>
          <Overview />
        </RequireOperation>
      );
    case "new-client":
      return (
        <PermittedPage id="createOAuth2Client" title="New client">
          <NewClient />
        </PermittedPage>
      );
    case "clients":
      return id === undefined ? <ClientList /> : <ClientPage key={id} id={id} />;
    case "new-account":
      return (
        <PermittedPage id="createAccount" title="New account">
          <NewAccount />
        </PermittedPage>
      );
    case "accounts":
      return id === undefined ? <AccountList /> : <AccountPage key={id} username={id} />;
    case "new-identity-provider":
      return (
        <PermittedPage id="createIdentityProvider" title="New identity provider">
          <NewProvider />
        </PermittedPage>
      );
    case "identity-providers":
      return id === undefined ? <ProviderList /> : <ProviderPage key={id} id={id} />;
    case "invitations":
      return <Invitations />;
    case "registration-tokens":
      return <RegistrationTokens />;
    case "new-api":
      return (
        <PermittedPage id="createApi" title="New API">
          <NewApi />
        </PermittedPage>
      );
    case "apis":
      return id === undefined ? <ApiList /> : <ApiPage key={id} id={id} />;
    case "keys":
      return (
        <PermittedPage id="listJsonWebKeySets" title="Keys">
          {id === undefined ? <KeySetList /> : <KeySetPage key={id} set={id} />}
        </PermittedPage>
      );
    case "new-trusted-issuer":
      return (
        <PermittedPage id="trustJwtGrantIssuer" title="New trusted issuer">
          <NewTrustedIssuer />
        </PermittedPage>
      );
    case "trusted-issuers":
      return id === undefined ? <TrustedIssuerList /> : <TrustedIssuerPage key={id} id={id} />;
    case "event-receivers":
      return id === undefined ? <EventReceivers /> : <ReceiverPage key={id} id={id} />;
    case "event-streams":
      return id === undefined ? <EventReceivers /> : <StreamPage key={id} id={id} />;
    case "branding":
      return <BrandingPage />;
    case "sessions":
      return <SessionsPage key={query.toString()} query={query} />;
    case "tokens":
      return <Tokens />;
    case "access":
      return (
        <PermittedPage id="listApiKeys" title="Access">
          <AccessPage />
        </PermittedPage>
      );
    case "details-types":
      return id === undefined ? <DetailsTypeList /> : <DetailsTypePage key={id} type={id} />;
    case "workspaces":
      return id === undefined ? <WorkspaceList /> : <WorkspacePage key={id} id={id} />;
    case "new-integration":
      return (
        <PermittedPage id="createIntegration" title="New integration">
          <NewIntegration />
        </PermittedPage>
      );
    case "integrations":
      return id === undefined ? <IntegrationList /> : <IntegrationPage key={id} id={id} />;
    case "inspector":
      return <Inspector query={query} />;
    case "failed-sign-ins":
      return <FailedSignInsPage query={query} />;
    case "audit":
      return <AuditPage query={query} />;
    case "callback":
      return <Callback query={query} />;
    default:
      return <NotFound />;
  }
}
