import { currentTime, type TakeoverOptions } from "./options.ts";

/** Another run of the import has the database. */
export class TakeoverUnderWayError extends Error {
  override readonly name = "TakeoverUnderWayError";
}

const LEASE = "takeover";
const LEASE_SECONDS = 60;

/** One run at a time. A lease that is not renewed ends. */
export async function takeLease({ target: { store }, now = currentTime }: TakeoverOptions) {
  const holder = `takeover ${process.pid} ${Math.random().toString(36).slice(2)}`;
  let renewed = now();
  if (!(await store.leases.take(LEASE, holder, renewed, LEASE_SECONDS)))
    throw new TakeoverUnderWayError(
      "Another takeover is under way on this database. If it was stopped, wait for a minute and try again.",
    );
  return {
    renew: async (): Promise<void> => {
      if (now() - renewed < LEASE_SECONDS / 4) return;
      renewed = now();
      if (!(await store.leases.take(LEASE, holder, renewed, LEASE_SECONDS)))
        throw new TakeoverUnderWayError("Another takeover has begun on this database.");
    },
    release: () => store.leases.release(LEASE, holder),
  };
}

/** Keeps the lease, where that is due. */
export type Renew = () => Promise<void>;
