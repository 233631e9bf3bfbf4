/** RFC 7662: token introspection for integrations. */

import type { WorkspaceIntrospection } from "@latchkey/api";
import type { IntegrationRecord } from "./records.ts";
import {
  effectiveCapabilities,
  isWorkspaceTokenActive,
  type TokenFacts,
  type WorkspaceToken,
} from "./workspace-token.ts";

/** The integration that asks, and what the token depends on. */
export interface WorkspaceIntrospectionFacts extends TokenFacts {
  readonly integration: IntegrationRecord;
  readonly request_id: string;
}

/** The response. §2.2: of a token that is not active, or of another integration, it says nothing else. */
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
