import type { WorkspaceContext } from "./context.ts";
import { createWorkspaceMetrics } from "./metrics.ts";
import {
  createWorkspaceLimits,
  isCountedRequest,
  type WorkspaceLimits,
  workspaceLimitSettings,
} from "./rules/workspace-limits.ts";
import { createWorkspaceStore } from "./store/store.ts";

/** Opens what requests share. */
export function openWorkspaces(
  core: Omit<WorkspaceContext, "workspace">,
): WorkspaceContext["workspace"] {
  return {
    store: createWorkspaceStore(core.store.tools),
    limits: openLimits(core),
    metrics: createWorkspaceMetrics(core.metrics),
  };
}

const TOPIC = "feature:workspace";

/** A request that one process admits also counts against the limits of its peers. */
function openLimits(core: Omit<WorkspaceContext, "workspace">): WorkspaceLimits {
  const { server_metrics, peers, now_ms } = core;
  const options = {
    per_client: () => core.config[workspaceLimitSettings.clients],
    per_address: () => core.config[workspaceLimitSettings.addresses],
    failures: () => core.config[workspaceLimitSettings.failures],
  };
  const limits = createWorkspaceLimits(options, {
    onCounted: (one) => peers.broadcast(TOPIC, one),
    onHit: (limit) => server_metrics.limit_hits.with({ limit }).add(),
  });
  peers.listen((topic, one) => {
    if (topic === TOPIC && isCountedRequest(one)) limits.countForPeer(one, now_ms());
  });
  return limits;
}
