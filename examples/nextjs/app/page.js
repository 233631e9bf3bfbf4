import { getSession } from "../lib/auth.js";

export default async function Home() {
  const { user } = await getSession();
  // Links to route handlers, not pages: next/link would prefetch them.
  if (!user) return <a href="/sign-in">Sign in</a>;
  return (
    <>
      <p>Hello {user.name}.</p>
      <a href="/profile">Profile</a>
      <form method="post" action="/sign-out">
        <button>Sign out</button>
      </form>
    </>
  );
}
