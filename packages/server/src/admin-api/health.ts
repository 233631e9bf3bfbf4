import { json } from "../http/answer.ts";
import type { Endpoint } from "../http/endpoint.ts";

/** GET /health/alive: the server hears requests. That says nothing of its database. */
export const isInstanceAlive: Endpoint = () => json(200, { status: "ok" });

/** GET /health/ready: the server and the database behind it answer. */
export const isInstanceReady: Endpoint = async (_request, { store, log }) => {
  try {
    await store.ping();
    return json(200, { status: "ok" });
  } catch (error) {
    log.warn("database does not answer", { error });
    return json(503, { errors: { database: "The database does not answer." } });
  }
};
