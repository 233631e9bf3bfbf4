import { json } from "../http/answer.ts";
import type { Endpoint } from "../http/endpoint.ts";
import { version } from "../version.ts";

/** GET /version. */
export const getVersion: Endpoint = () => json(200, { version });
