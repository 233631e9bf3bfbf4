import type { PageResponse, PageRequest } from "@latchkey/sign-in";

import type { DemoSession } from "./sessions.ts";

/** Handles one method and path, with the session of the browser. */
export type Route = (
  request: PageRequest,
  session: DemoSession,
) => PageResponse | Promise<PageResponse>;

/** Routes by `METHOD /path`. */
export type Routes = ReadonlyMap<string, Route>;

/** Layout settings of all pages. */
export const FRAME = { locale: "en", base_path: "/", product_name: "Demo app" } as const;
