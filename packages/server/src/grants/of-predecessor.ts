import type { Context } from "../context/context.ts";
import type { GrantToken } from "../oauth/grant.ts";

/** The code or refresh token of a grant that the server issued whose data was taken over. */
export async function findOfPredecessor(
  token_use: "authorization_code" | "refresh_token",
  text: string,
  { predecessor }: Context,
): Promise<GrantToken | undefined> {
  const found = await predecessor?.findToken(text, [token_use]);
  return found?.token_use === token_use ? found.of_grant : undefined;
}
