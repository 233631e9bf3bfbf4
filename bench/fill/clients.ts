import { inBatches, type OpenStore, type Progress } from "./open.ts";

/** Registers as many clients as photos has, so to speak, siblings: alike in everything but the name. */
export async function fillClients(
  { store, photos }: OpenStore,
  count: number,
  progress?: Progress,
): Promise<void> {
  const create = (index: number): Promise<boolean> =>
    store.clients.create({ ...photos, client_id: clientName(index) });
  await inBatches(count, create, progress);
}

/** What the client with this number is called. */
export function clientName(index: number): string {
  return `photos-${String(index).padStart(8, "0")}`;
}
