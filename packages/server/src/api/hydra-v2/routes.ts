import type { Context } from "../../context/context.ts";
import type { Route } from "../../http/router.ts";
import { translations } from "./dialect.ts";

/**
 * The admin API of Hydra v2, for its SDKs and apps: the operations of v1 with `/admin` before their paths, each with the
 * inputs and statuses of v2.
 */
export function hydraV2Routes(routes: readonly Route[], context: Context): readonly Route[] {
  return routes.flatMap((route) => {
    const translate = translations.get(route.name);
    if (translate === undefined) return [];
    const answer = translate(route.answer, context);
    return [{ ...route, path: `/admin${route.path}`, answer }];
  });
}
