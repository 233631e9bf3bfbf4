import type { Api } from "@latchkey/api";
import { GuideSection } from "../../guides/guide-section.tsx";
import { guidesOf } from "../../guides/guides.ts";
import { useDiscovery } from "../../queries/use-discovery.ts";

/** The code of an API that accepts the tokens of this server. */
export function UseApi({ api: { identifier } }: { readonly api: Api }) {
  const { data: discovery } = useDiscovery();
  if (discovery === undefined) return null;
  return (
    <GuideSection
      title="Protect it"
      lead="Code with the identifier of this API, which checks the access tokens that it gets."
      guides={guidesOf(["api"])}
      values={{ ISSUER: discovery.issuer, RESOURCE: identifier }}
    />
  );
}
