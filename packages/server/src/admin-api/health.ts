import { json } from "../http/answer.ts";
import type { Endpoint } from "../http/endpoint.ts";

/** GET /health/alive: the server hears requests. That says nothing of its database. */
export const isInstanceAlive: Endpoint = () => fine;

/** GET /health/ready: the server and the database behind it answer. */
export const isInstanceReady: Endpoint = async (_request, { store, log }) => {
  try {
    await store.ping();
    return fine;
  } catch (error) {
    log.warn("database does not answer", { error });
    return json(503, { errors: { database: "The database does not answer." } });
  }
};

const fine = json(200, { status: "ok" });
