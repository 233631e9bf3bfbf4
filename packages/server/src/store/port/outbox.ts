/** Requests to be sent by any server, until they are delivered or expire. */
export interface Outbox<Delivery> {
  /** Takes up to `limit` deliveries that are due; no other process gets them before `until`. */
  take(now: number, until: number, limit: number): Promise<readonly Delivery[]>;
}
