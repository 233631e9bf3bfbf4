import type { Context } from "../context/context.ts";

/** Deletes a client. Its tokens become invalid. False when there is no such client. */
export async function deleteClientRecord(client_id: string, { store }: Context): Promise<boolean> {
  if (!(await store.clients.delete(client_id))) return false;
  // The grants are invalid already; this frees space, in small batches.
  while ((await store.grants.forgetClient(client_id, BATCH)) === BATCH);
  return true;
}

const BATCH = 500;
