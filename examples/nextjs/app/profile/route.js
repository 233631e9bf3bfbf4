import { API_URL, getSession, redirectTo } from "../../lib/auth.js";

export async function GET() {
  const { user, access_token } = await getSession();
  if (!user) return redirectTo("/sign-in");
  const answer = await fetch(API_URL, { headers: { authorization: `Bearer ${access_token}` } });
  if (answer.status === 401) return redirectTo("/sign-in"); // The token has expired or was revoked.
  return new Response(await answer.text(), { headers: { "content-type": "text/plain" } });
}
