// A single-page app with React that signs users in with Latchkey.
import { createRoot } from "react-dom/client";
import { AuthProvider, useAuth } from "react-oidc-context";

const ISSUER = "http://127.0.0.1:4444";
const CLIENT_ID = "react-gallery";
const REDIRECT_URI = `${location.origin}/`;

const settings = {
  authority: ISSUER,
  client_id: CLIENT_ID,
  redirect_uri: REDIRECT_URI,
  post_logout_redirect_uri: REDIRECT_URI,
  scope: "openid profile",
  loadUserInfo: true, // Profile claims are at userinfo, not in the ID token.
  // Removes the code from the address bar.
  onSigninCallback: () => history.replaceState(null, "", REDIRECT_URI),
};

function App() {
  const auth = useAuth();
  if (auth.isLoading) return <p>Loading…</p>;
  if (auth.isAuthenticated) {
    return (
      <>
        <p>Hello {auth.user.profile.name ?? auth.user.profile.sub}.</p>
        <button onClick={() => auth.signoutRedirect()}>Sign out</button>
      </>
    );
  }
  return (
    <>
      {auth.error && (
        <p role="alert">Sign-in failed: {auth.error.innerError?.error ?? auth.error.message}</p>
      )}
      <button onClick={() => auth.signinRedirect()}>Sign in</button>
    </>
  );
}

createRoot(document.getElementById("root")).render(
  <AuthProvider {...settings}>
    <h1>Gallery</h1>
    <App />
  </AuthProvider>,
);
