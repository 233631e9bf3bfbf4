/** Errors of this server. */

import type { Rejections } from "./explanation.ts";

/** Steps that were rejected. */
export const serverErrorRejections = {
  temporarily_unavailable: { fix: "Try again later." },
  server_error: { fix: "Search the server's log for the request id." },
} satisfies Rejections;
