import { getSession } from "#lib/server/auth.js";

export async function load(event) {
  const { user } = await getSession(event);
  return { name: user?.name };
}
