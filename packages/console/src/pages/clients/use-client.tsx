import type { OAuth2Client } from "@latchkey/api";
import { lazy, Suspense } from "react";
import { useDiscovery } from "../../queries/use-discovery.ts";
import { callbackUri } from "../callback/test-flow.ts";

/** A file of its own: the code of all guides is large, and only this page shows it. */
const ClientCode = lazy(async () => {
  const { ClientCode: component } = await import("./client-code-tabs.tsx");
  return { default: component };
});

/** The code of an app that uses this client, for several frameworks. */
export function UseClient({ client }: { readonly client: OAuth2Client }) {
  const { data: discovery } = useDiscovery();
  if (discovery === undefined) return null;
  return (
    <Suspense fallback={null}>
      <ClientCode client={client} issuer={discovery.issuer} redirectUri={callbackUri()} />
    </Suspense>
  );
}
