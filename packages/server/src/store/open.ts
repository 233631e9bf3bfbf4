import { readDsn } from "../config/dsn.ts";
import type { Sealer } from "../crypto/sealed.ts";
import { createAccessTokens } from "./access-tokens.ts";
import { createAccounts } from "./accounts.ts";
import { createClients } from "./clients.ts";
import type { Database } from "./database.ts";
import { createFlows } from "./flows.ts";
import { createGrants, type KnownSession } from "./grants.ts";
import { createInspections } from "./inspections.ts";
import { createInstallations } from "./installations.ts";
import { createIntegrations } from "./integrations.ts";
import { createKeys } from "./keys.ts";
import { createLeases } from "./leases.ts";
import { createLoginSessions } from "./login-sessions.ts";
import { createLogoutDeliveries } from "./logout-deliveries.ts";
import { createLogoutRequests } from "./logout-requests.ts";
import { migrate } from "./migrate.ts";
import { createRecent } from "./recent.ts";
import { createRevision } from "./revision.ts";
import { statement } from "./script.ts";
import { createSeenAssertions } from "./seen-assertions.ts";
import { openSqlite } from "./sqlite.ts";
import type { Store } from "./store.ts";
import { sweep } from "./sweep.ts";
import { createWorkspaceGrants } from "./workspace-grants.ts";
import { createMembers, createWorkspaces } from "./workspaces.ts";

/** Opens the database a DSN names. PostgreSQL is connected to with the first question. */
export async function openDatabase(dsn: string): Promise<Database> {
  const target = readDsn(dsn);
  switch (target?.kind) {
    case "memory":
      return openSqlite(":memory:");
    case "sqlite":
      return openSqlite(target.path);
    case "postgres":
      return (await import("./postgres.ts")).openPostgres(dsn); // Loaded by whoever needs it: it takes a while.
    case undefined:
      throw new Error("The dsn names no database that Latchkey can open.");
  }
}

/** A store on a database whose schema is brought up to date first. */
export async function openStore(database: Database, sealer: Sealer, now: number): Promise<Store> {
  await migrate(database, now);
  const revision = createRevision(database);
  await revision.check();
  const recent_sessions = createRecent<KnownSession>();
  return {
    clients: createClients(database, revision),
    keys: createKeys(database, revision, sealer),
    access_tokens: createAccessTokens(database),
    seen_assertions: createSeenAssertions(database),
    leases: createLeases(database),
    flows: createFlows(database, sealer, recent_sessions),
    grants: createGrants(database, sealer, recent_sessions),
    login_sessions: createLoginSessions(database),
    logout_requests: createLogoutRequests(database, sealer),
    logout_deliveries: createLogoutDeliveries(database),
    accounts: createAccounts(database),
    workspaces: createWorkspaces(database),
    members: createMembers(database),
    integrations: createIntegrations(database, revision),
    installations: createInstallations(database),
    workspace_grants: createWorkspaceGrants(database, sealer),
    inspections: createInspections(database),
    async ping() {
      await database.read(() => ping());
    },
    sweep: (at, limit) => sweep(database, at, limit),
    refresh: () => revision.check(),
    close: () => database.close(),
  };
}

const ping = statement("select 1 as answer");
