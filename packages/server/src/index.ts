export type { Planes } from "./config/check.ts";
export { countWorkers, isDevelopment, terminatesTls } from "./config/derived.ts";
export { renderConfig } from "./config/effective.ts";
export { describeHydraSettings } from "./config/hydra/report.ts";
export { withGeneratedSecrets } from "./config/generated-secrets.ts";
export type { LoadedConfig } from "./config/load.ts";
export { checkConfig, loadConfig } from "./process/composed-config.ts";
export { isLoopback } from "./config/loopback.ts";
export type { ReloadOutcome, ReloadReport, SettingsSource } from "./config/reload.ts";
export { nearest } from "./config/nearest.ts";
export { describeProblem, type Problem } from "./config/problem.ts";
export { renderReference } from "./config/reference.ts";
export { type Config, settingsTable, type SettingsTable } from "./config/settings.ts";
export { defineFeature, type Feature } from "./feature/feature.ts";
export { standardFeatures } from "./features/standard.ts";
export { describeStrayVariable, findStrayVariables } from "./config/stray-variables.ts";
export { hashApiKey, mintApiKey } from "./crypto/api-key.ts";
export { verifyChain } from "./crypto/verify-chain.ts";
export type {
  ExternalKey,
  ExternalSigner,
  SignerCall,
  SignerModule,
  SignerOptions,
} from "./crypto/external-signer.ts";
export { createSelfSigned } from "./crypto/self-signed.ts";
export { defineGrantType, type GrantType, type GrantTypeDefinition } from "./grants/grant-type.ts";
export { nothingEarlier } from "./grants/current-permissions.ts";
export { issueAccessToken } from "./grants/issue-access-token.ts";
export { err, ok, type Result } from "./result.ts";
export { bind } from "./http/listener/bind.ts";
export type { Cleaning } from "./jobs/janitor.ts";
export {
  backUpDatabase,
  checkFiles,
  checkUrls,
  cleanDatabase,
  createServer,
  migrate,
  migrationStatus,
  planMigrations,
  placementStatus,
  partition,
  partitionLayouts,
  restoreDatabase,
  startServer,
  verifyBackup,
} from "./process/load-server.ts";
export type { Server } from "./process/server.ts";
export type { ServerOptions } from "./process/server-options.ts";
export type { RunningServer } from "./process/start.ts";
export type { VerifiedTable } from "./process/backups.ts";
export { BackupError } from "./store/backup/backup-error.ts";
export type { MigrationStatus } from "./store/migrations/migrate.ts";
export type { MigrationPlan, PlannedMigration, PlannedStatement } from "./store/migrations/plan.ts";
export { PlacementError, type TablePlacement } from "./store/migrations/placement.ts";
export type { PartitionLayout } from "./store/port/partitions.ts";
export { PartitioningError } from "./store/port/partitioning-error.ts";
export { MissingSchemaError } from "./store/port/missing-schema.ts";
export type { MaybePromise } from "./maybe-promise.ts";
export { createLog, type Log } from "./telemetry/log.ts";
export type {
  Outcome as TraceOutcome,
  Step as TraceStep,
  Tracer,
  Work as TracedWork,
} from "./telemetry/tracer.ts";
export type { PropagatingTracer, Tracing, TracingOptions } from "./telemetry/tracing.ts";
export { version } from "./context/version.ts";
export { type RunningWorkers, startWorkers } from "./process/workers/start-workers.ts";
