/** RFC 7662: what an integration may learn of a token. */

import type { IntegrationRecord } from "./records.ts";
import {
  effectiveCapabilities,
  isWorkspaceTokenActive,
  type TokenFacts,
  type WorkspaceToken,
} from "./workspace-token.ts";

/** The answer to an introspection. */
export type WorkspaceIntrospection =
  | {
      readonly active: true;
      /** Capabilities with spaces between; absent where there are none. */
      readonly scope?: string;
      /** Unix seconds. */
      readonly iat: number;
      readonly request_id: string;
    }
  | { readonly active: false; readonly request_id: string };

/** What an introspection is judged by: the integration that asks, and what is left of all the rest. */
export interface WorkspaceIntrospectionFacts extends TokenFacts {
  readonly integration: IntegrationRecord;
  readonly request_id: string;
}

/** Tells all of a good token of the integration that asks, and nothing of any other: not even what is wrong with it (§2.2). */
export function describeWorkspaceIntrospection(
  found: WorkspaceToken | undefined,
  facts: WorkspaceIntrospectionFacts,
): WorkspaceIntrospection {
  const { integration, request_id } = facts;
  if (found === undefined || !isWorkspaceTokenActive(found, facts)) {
    return { active: false, request_id };
  }
  const scope = effectiveCapabilities(found.grant, integration).join(" ");
  const iat = found.token.issued_at;
  return { active: true, ...(scope !== "" && { scope }), iat, request_id };
}
