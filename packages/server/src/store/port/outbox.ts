/** Requests to be sent by any server, until they are delivered or expire. */
export interface Outbox<Delivery> {
  /** Takes up to `limit` deliveries that are due; no other process gets them before `until`. */
  take(now: number, until: number, limit: number): Promise<readonly Delivery[]>;
  /** Puts a delivery back that was taken and not attempted. */
  putBack(delivery_id: string, due_at: number): Promise<void>;
}

/** An outbox from which a delivery is removed once it is finished. */
export interface Deliveries<Delivery> extends Outbox<Delivery> {
  /** Removes a delivery that succeeded or was given up. */
  finish(delivery_id: string): Promise<void>;
  postpone(delivery_id: string, due_at: number): Promise<void>;
}
