import { redirect, text } from "@sveltejs/kit";
import { API_URL, getSession } from "#lib/server/auth.js";

export async function GET(event) {
  const { user, access_token } = await getSession(event);
  if (!user) redirect(303, "/sign-in");
  const answer = await fetch(API_URL, { headers: { authorization: `Bearer ${access_token}` } });
  if (answer.status === 401) redirect(303, "/sign-in"); // The token has expired or was revoked.
  return text(await answer.text());
}
