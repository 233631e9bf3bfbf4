import type { OAuth2Client } from "@latchkey/api";
import { GuideSection } from "../../guides/guide-section.tsx";
import { useDiscovery } from "../../queries/use-discovery.ts";
import { callbackUri } from "../callback/test-flow.ts";
import { guidesFor, leadFor, valuesOf } from "./client-code.ts";

/** The code of an app that uses this client, for several frameworks. */
export function UseClient({ client }: { readonly client: OAuth2Client }) {
  const { data: discovery } = useDiscovery();
  if (discovery === undefined) return null;
  const console_uri = callbackUri();
  return (
    <GuideSection
      title="Use it in your app"
      lead={leadFor(client)}
      guides={guidesFor(client)}
      values={valuesOf(client, { issuer: discovery.issuer, console_uri })}
    />
  );
}
