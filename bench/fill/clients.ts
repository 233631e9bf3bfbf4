import { inBatches, type OpenStore, type Progress } from "./open.ts";

/** Registers copies of photos that differ in `client_id` only. */
export async function fillClients(
  { store, photos }: OpenStore,
  count: number,
  progress?: Progress,
): Promise<void> {
  const create = (index: number): Promise<boolean> =>
    store.clients.create({ ...photos, client_id: clientName(index) });
  await inBatches(count, create, progress);
}

/** The `client_id` of the copy with this index. */
export function clientName(index: number): string {
  return `photos-${String(index).padStart(8, "0")}`;
}
