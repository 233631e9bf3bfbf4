import { json } from "../../http/response.ts";
import type { Endpoint } from "../../context/context.ts";
import { version } from "../../context/version.ts";

/** GET /version. */
export const getVersion: Endpoint = () => json(200, { version });
