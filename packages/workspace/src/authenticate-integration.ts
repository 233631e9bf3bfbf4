import { isUuid } from "@latchkey/api";
import { type Request, hashGeneratedSecret } from "@latchkey/server/feature/endpoints";
import { type Result, err, liveSecrets, ok } from "@latchkey/server/feature/rules";
import type { WorkspaceContext } from "./context.ts";
import { type BasicCredentials, parseBasicCredentials } from "./rules/basic-credentials.ts";
import type { IntegrationRecord } from "./rules/records.ts";
import { workspaceErrors } from "./rules/errors.ts";
import type { WorkspaceError } from "./rules/workspace-error.ts";

/** Authenticates the integration that is calling. Limits by address apply to requests that do not authenticate, and to no others. */
export async function identifyIntegration(
  request: Request,
  version: Result<string, WorkspaceError>,
  context: WorkspaceContext,
): Promise<Result<IntegrationRecord, WorkspaceError>> {
  const credentials = parseBasicCredentials(request.headers["authorization"]);
  const claimed = credentials.ok ? credentials.value[0].client_id : undefined;
  const { now_ms, workspace } = context;
  if (!version.ok) {
    const admitted = workspace.limits.admitUnidentified(request.address, now_ms());
    return admitted.ok ? version : admitted;
  }
  const integration = credentials.ok ? await prove(credentials.value, context) : undefined;
  if (integration !== undefined) return ok(integration);
  const admitted = workspace.limits.admitFailure(request.address, claimed, now_ms());
  if (!admitted.ok) return admitted;
  return err(credentials.ok ? workspaceErrors.credentials_wrong : credentials.error);
}

async function prove(
  candidates: readonly BasicCredentials[],
  { now, workspace: { store }, verifySecret }: WorkspaceContext,
): Promise<IntegrationRecord | undefined> {
  for (const { client_id, client_secret } of candidates) {
    const integration = isUuid(client_id)
      ? await store.integrations.findByClient(client_id)
      : undefined;
    const secrets = integration?.enabled === true ? liveSecrets(integration.secrets, now()) : [];
    // An unknown integration is compared as well, so that it takes as long.
    const hashes = secrets.length > 0 ? secrets.map(({ hash }) => hash) : [UNKNOWN];
    for (const hash of hashes) {
      if (await verifySecret(client_id, client_secret, hash)) return integration;
    }
  }
  return undefined;
}

const UNKNOWN = hashGeneratedSecret("");
