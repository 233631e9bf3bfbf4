import type { MaybePromise, Request, Response } from "@latchkey/server/feature/endpoints";
import type { FeatureContext } from "@latchkey/server/feature";
import type { WorkspaceMetrics } from "./metrics.ts";
import type { WorkspaceLimits } from "./rules/workspace-limits.ts";
import type { workspaceSettings } from "./settings.ts";
import type { WorkspaceStore } from "./store/store.ts";

/** What the endpoints of this feature are given. */
export type WorkspaceContext = FeatureContext<"workspace", WorkspacePart, typeof workspaceSettings>;

/** An endpoint of the workspace API. */
export type OwnEndpoint = (request: Request, context: WorkspaceContext) => MaybePromise<Response>;

interface WorkspacePart {
  readonly store: WorkspaceStore;
  /** The rate limits of integrations. */
  readonly limits: WorkspaceLimits;
  readonly metrics: WorkspaceMetrics;
}
