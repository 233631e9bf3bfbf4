import type { cleanDatabase as CleanDatabase } from "../jobs/janitor.ts";
import type { createServer as CreateServer } from "./server.ts";
import type {
  migrate as Migrate,
  startServer as StartServer,
  withAccounts as WithAccounts,
} from "./start.ts";

/**
 * Puts a server together on the database its settings name.
 *
 * Like its neighbours it reads the server's code when it is called. So whoever only reads settings, or only looks after
 * processes, starts in a fraction of the time and memory.
 */
export const createServer: typeof CreateServer = async (config, options) =>
  (await import("./server.ts")).createServer(config, options);

/** Starts a server on the addresses its settings name. */
export const startServer: typeof StartServer = async (config, options) =>
  (await import("./start.ts")).startServer(config, options);

/** Brings the database's schema up to date and names what was applied. */
export const migrate: typeof Migrate = async (...asked) =>
  (await import("./start.ts")).migrate(...asked);

/** Lends the accounts of a server that need not be running, for as long as the work takes. */
export const withAccounts: typeof WithAccounts = async (config, work) =>
  (await import("./start.ts")).withAccounts(config, work);

/** Removes what has expired from a database whose server need not be running. */
export const cleanDatabase: typeof CleanDatabase = async (...asked) =>
  (await import("../jobs/janitor.ts")).cleanDatabase(...asked);
