import type { Sealer } from "../crypto/sealed.ts";
import type { LruCache } from "../lru-cache.ts";
import type { Database } from "./database/database.ts";
import type { Changes } from "./changes.ts";
import type { Endings } from "./endings.ts";
import type { ReportUnreadable } from "./port/documents.ts";
import type { ClientIndexes } from "./tables/clients/client-indexes.ts";
import type { CachedGrant } from "./tables/grants/cached-grant.ts";
import type { Revision } from "./tables/revision.ts";
import type { SearchIndexes } from "./tables/search-indexes.ts";
import type { Suspensions } from "./tables/suspensions.ts";

/** What the operations on tables are made with. Features open their tables with it, too. */
export interface StoreTools {
  readonly database: Database;
  readonly sealer: Sealer;
  /** Raised with every change of what all servers cache. */
  readonly revision: Revision;
  /** Records what operators and users change. */
  readonly changes: Changes;
  /** What was ended, and is not returned any more. */
  readonly endings: Endings;
  /** What is disabled. */
  readonly suspensions: Suspensions;
  readonly indexes: SearchIndexes;
  readonly client_indexes: ClientIndexes;
  /** Grants that this process has just created or read. */
  readonly cached_grants: LruCache<string, CachedGrant>;
  readonly onUnreadable: ReportUnreadable;
  /** The same tables with a span for each call, where requests are traced. */
  traced<T extends object>(tables: T): T;
}
