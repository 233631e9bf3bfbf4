import type { PageResponse, PageRequest } from "@latchkey/sign-in";

import type { DemoSession } from "./sessions.ts";

/** Answers one method and path for one browser. */
export type Route = (
  request: PageRequest,
  session: DemoSession,
) => PageResponse | Promise<PageResponse>;

/** Routes by method and path. */
export type Routes = ReadonlyMap<string, Route>;

/** What every page of the demo has in common. */
export const FRAME = { locale: "en", base_path: "/", product_name: "Demo app" } as const;
