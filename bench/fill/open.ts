import { createSealer, type Sealer } from "../../packages/server/src/crypto/sealed.ts";
import type { Client } from "../../packages/server/src/oauth/client.ts";
import type { Database } from "../../packages/server/src/store/database/database.ts";
import { openDatabase, openStore } from "../../packages/server/src/store/open.ts";
import type { Store } from "../../packages/server/src/store/port/store.ts";
import { photos } from "../subjects/subject.ts";
import { SYSTEM_SECRET } from "../subjects/latchkey.ts";

/** The store as the server sees it, and the database below it for bulk inserts. */
export interface OpenStore {
  readonly store: Store;
  readonly database: Database;
  readonly sealer: Sealer;
  readonly photos: Client;
}

/** Called after each batch with the number of rows written. */
export type Progress = (done: number) => void;

/** Opens the database of a running server, in which photos must be registered, while `work` runs. */
export async function withStore<T>(dsn: string, work: (open: OpenStore) => Promise<T>): Promise<T> {
  const sealer = createSealer([SYSTEM_SECRET]);
  const database = await openDatabase(dsn);
  const store = await openStore(database, { sealer, now: Math.floor(Date.now() / 1000) });
  try {
    const client = await store.clients.find(photos.client_id);
    if (client === undefined) throw new Error("Photos must be registered first.");
    return await work({ store, database, sealer, photos: client });
  } finally {
    await store.close();
  }
}

/** Performs `count` writes, concurrently enough that they share commits. */
export async function inBatches(
  count: number,
  write: (index: number) => Promise<unknown>,
  progress: Progress = () => {},
): Promise<void> {
  for (let first = 0; first < count; first += BATCH) {
    const size = Math.min(BATCH, count - first);
    await Promise.all(Array.from({ length: size }, (_, index) => write(first + index)));
    progress(first + size);
  }
}

const BATCH = 4_096;
