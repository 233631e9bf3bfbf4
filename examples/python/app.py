"""A web app that signs users in with Latchkey and calls an API with their access token."""

import os
import secrets
from urllib.parse import urljoin, urlsplit

from authlib.integrations.base_client import InvalidTokenError
from authlib.integrations.flask_client import OAuth, OAuthError
from flask import Flask, redirect, render_template_string, session
from joserfc.errors import JoseError

ISSUER = os.environ.get("ISSUER", "http://127.0.0.1:4444")
API_URL = os.environ.get("API_URL", f"{ISSUER}/userinfo")
PORT = int(os.environ.get("PORT", "5000"))
REDIRECT_URI = os.environ.get("REDIRECT_URI", f"http://127.0.0.1:{PORT}/callback")

app = Flask(__name__)
app.config.update(
    SECRET_KEY=os.environ.get("SESSION_SECRET", secrets.token_hex()),
    SESSION_COOKIE_NAME="photos",
    SESSION_COOKIE_SAMESITE="Lax",  # Sent with the redirect from Latchkey, not with requests of other sites.
    SESSION_COOKIE_SECURE=REDIRECT_URI.startswith("https:"),
)

latchkey = OAuth(app).register(
    "latchkey",
    client_id=os.environ.get("CLIENT_ID", "python-photos"),
    client_secret=os.environ["CLIENT_SECRET"],
    server_metadata_url=f"{ISSUER}/.well-known/openid-configuration",
    client_kwargs={
        "scope": "openid profile email",
        "code_challenge_method": "S256",
        "default_timeout": 10,
    },
)

# The user and the tokens of each session. The cookie is signed but not encrypted, so it holds only the key of this dictionary.
sessions: dict[str, dict] = {}


@app.get("/")
def home():
    current = sessions.get(session.get("id"))
    return render_template_string(HOME_PAGE, user=current and current["user"])


@app.get("/sign-in")
def sign_in():
    # Keeps state, nonce and code_verifier in the cookie until the browser comes back.
    return latchkey.authorize_redirect(REDIRECT_URI)


@app.get(urlsplit(REDIRECT_URI).path)
def callback():
    # Checks state, redeems the code, and checks the signature, issuer, audience, expiry and nonce of the ID token.
    token = latchkey.authorize_access_token()
    user = latchkey.userinfo(token=token)
    if user["sub"] != token["userinfo"]["sub"]:
        raise OAuthError("invalid_token", "The ID token and the userinfo response are about different users.")
    session.clear()
    session["id"] = secrets.token_urlsafe()
    sessions[session["id"]] = {"user": user, "token": token}
    return redirect("/")


@app.get("/profile")
def profile():
    current = sessions.get(session.get("id"))
    if current is None:
        return redirect("/sign-in")
    try:
        response = latchkey.get(API_URL, token=current["token"])
    except InvalidTokenError:  # The access token has expired, or will within a minute.
        return redirect("/sign-in")
    if response.status_code == 401:  # It was revoked.
        return redirect("/sign-in")
    response.raise_for_status()
    return render_template_string(PROFILE_PAGE, profile=response.text)


@app.post("/sign-out")
def sign_out():
    """Ends the session of this app, then the one at Latchkey."""
    current = sessions.pop(session.get("id"), None)
    session.clear()
    if current is None:
        return redirect("/")
    logout = latchkey.create_logout_url(urljoin(REDIRECT_URI, "/"), id_token_hint=current["token"]["id_token"])
    return redirect(logout["url"])


@app.errorhandler(OAuthError)
@app.errorhandler(JoseError)
def sign_in_failed(error):
    app.logger.warning("Sign-in failed: %s", error)
    return render_template_string(FAILED_PAGE, error=error), 400


HOME_PAGE = """<!doctype html>
<title>Photos</title>
{% if user %}
<p>Hello {{ user.name or user.sub }}.</p>
<p><a href="/profile">Profile</a></p>
<form method="post" action="/sign-out"><button>Sign out</button></form>
{% else %}
<p><a href="/sign-in">Sign in</a></p>
{% endif %}
"""

PROFILE_PAGE = """<!doctype html>
<title>Profile</title>
<pre>{{ profile }}</pre>
"""

FAILED_PAGE = """<!doctype html>
<title>Sign-in failed</title>
<p>Sign-in failed: {{ error.error }}. <a href="/sign-in">Try again</a></p>
"""

if __name__ == "__main__":
    app.run(port=PORT)
