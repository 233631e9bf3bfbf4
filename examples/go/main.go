// A web app that signs users in with Latchkey and calls an API with their access token.
package main

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"html/template"
	"io"
	"log"
	"net/http"
	"net/url"
	"os"
	"strings"
	"sync"
	"time"

	"github.com/coreos/go-oidc/v3/oidc"
	"golang.org/x/oauth2"
)

var (
	issuer      = env("ISSUER", "http://127.0.0.1:4444")
	apiURL      = env("API_URL", issuer+"/userinfo")
	port        = env("PORT", "5000")
	redirectURI = parseURL(env("REDIRECT_URI", "http://127.0.0.1:"+port+"/callback"))
	homeURL     = redirectURI.ResolveReference(&url.URL{Path: "/"}).String()
)

// app has what all handlers share.
type app struct {
	http       *http.Client
	provider   *oidc.Provider
	oauth      oauth2.Config
	endSession string

	mutex    sync.Mutex
	sessions map[string]session // By the value of the session cookie.
}

// session is a signed-in user. Tokens stay on the server: the browser has only a random identifier.
type session struct {
	name    string
	idToken string
	token   *oauth2.Token
}

func main() {
	if os.Getenv("CLIENT_SECRET") == "" {
		log.Fatal("Set CLIENT_SECRET to the secret of the client.")
	}
	app, err := newApp()
	if err != nil {
		log.Fatalf("Cannot read the metadata of %s: %v", issuer, err)
	}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /{$}", app.home)
	mux.HandleFunc("GET /sign-in", app.signIn)
	mux.HandleFunc("GET "+redirectURI.Path, app.callback)
	mux.HandleFunc("GET /profile", app.profile)
	mux.HandleFunc("POST /sign-out", app.signOut)
	server := http.Server{
		Addr:              "127.0.0.1:" + port,
		Handler:           http.NewCrossOriginProtection().Handler(mux), // Rejects POST requests of other sites.
		ReadHeaderTimeout: 10 * time.Second,
	}
	log.Printf("Open %s", homeURL)
	log.Fatal(server.ListenAndServe())
}

func newApp() (*app, error) {
	app := &app{http: &http.Client{Timeout: 10 * time.Second}, sessions: map[string]session{}}
	provider, err := oidc.NewProvider(app.context(context.Background()), issuer)
	if err != nil {
		return nil, err
	}
	var metadata struct {
		EndSession string `json:"end_session_endpoint"`
	}
	if err := provider.Claims(&metadata); err != nil {
		return nil, err
	}
	app.provider = provider
	app.endSession = metadata.EndSession
	app.oauth = oauth2.Config{
		ClientID:     env("CLIENT_ID", "go-photos"),
		ClientSecret: os.Getenv("CLIENT_SECRET"),
		Endpoint:     provider.Endpoint(),
		RedirectURL:  redirectURI.String(),
		Scopes:       []string{oidc.ScopeOpenID, "profile", "email"},
	}
	return app, nil
}

func (app *app) home(w http.ResponseWriter, r *http.Request) {
	session, _ := app.sessionOf(r)
	render(w, http.StatusOK, homePage, session.name)
}

// signIn keeps state, nonce and code_verifier in a cookie until the browser comes back.
func (app *app) signIn(w http.ResponseWriter, r *http.Request) {
	state, nonce, verifier := rand.Text(), rand.Text(), oauth2.GenerateVerifier()
	setCookie(w, signInCookie, strings.Join([]string{state, nonce, verifier}, "."), 10*60)
	url := app.oauth.AuthCodeURL(state, oidc.Nonce(nonce), oauth2.S256ChallengeOption(verifier))
	http.Redirect(w, r, url, http.StatusFound)
}

func (app *app) callback(w http.ResponseWriter, r *http.Request) {
	setCookie(w, signInCookie, "", -1)
	session, err := app.finishSignIn(r)
	if err != nil {
		log.Printf("Sign-in failed: %v", err)
		render(w, http.StatusBadRequest, failedPage, err.Error())
		return
	}
	id := rand.Text()
	app.mutex.Lock()
	app.sessions[id] = session
	app.mutex.Unlock()
	setCookie(w, sessionCookie, id, 0)
	http.Redirect(w, r, "/", http.StatusFound)
}

func (app *app) finishSignIn(r *http.Request) (session, error) {
	ctx := app.context(r.Context())
	cookie, err := r.Cookie(signInCookie)
	if err != nil {
		return session{}, errors.New("this sign-in was not started in this browser, or took too long")
	}
	checks := strings.Split(cookie.Value, ".")
	if len(checks) != 3 || r.FormValue("state") != checks[0] {
		return session{}, errors.New("the state is not the one that was sent")
	}
	if code := r.FormValue("error"); code != "" {
		return session{}, fmt.Errorf("%s: %s", code, r.FormValue("error_description"))
	}
	token, err := app.oauth.Exchange(ctx, r.FormValue("code"), oauth2.VerifierOption(checks[2]))
	if err != nil {
		return session{}, err
	}
	rawIDToken, _ := token.Extra("id_token").(string)
	// Checks the signature, issuer, audience and expiry. The nonce is ours to check.
	idToken, err := app.provider.Verifier(&oidc.Config{ClientID: app.oauth.ClientID}).Verify(ctx, rawIDToken)
	if err != nil {
		return session{}, err
	}
	if idToken.Nonce != checks[1] {
		return session{}, errors.New("the nonce is not the one that was sent")
	}
	name, err := app.nameOf(ctx, idToken.Subject, token)
	return session{name: name, idToken: rawIDToken, token: token}, err
}

func (app *app) nameOf(ctx context.Context, subject string, token *oauth2.Token) (string, error) {
	user, err := app.provider.UserInfo(ctx, oauth2.StaticTokenSource(token))
	if err != nil {
		return "", err
	}
	if user.Subject != subject {
		return "", errors.New("the ID token and the userinfo response are about different users")
	}
	claims := struct{ Name string }{Name: subject}
	err = user.Claims(&claims)
	return claims.Name, err
}

// profile calls an API with the access token.
func (app *app) profile(w http.ResponseWriter, r *http.Request) {
	session, ok := app.sessionOf(r)
	if !ok {
		http.Redirect(w, r, "/sign-in", http.StatusFound)
		return
	}
	client := oauth2.NewClient(app.context(r.Context()), oauth2.StaticTokenSource(session.token))
	response, err := client.Get(apiURL)
	if err != nil {
		http.Error(w, "The API does not respond.", http.StatusBadGateway)
		return
	}
	defer response.Body.Close()
	if response.StatusCode == http.StatusUnauthorized { // The access token has expired or was revoked.
		http.Redirect(w, r, "/sign-in", http.StatusFound)
		return
	}
	body, err := io.ReadAll(io.LimitReader(response.Body, 1<<20))
	if err != nil || response.StatusCode != http.StatusOK {
		http.Error(w, "The API responded "+response.Status, http.StatusBadGateway)
		return
	}
	render(w, http.StatusOK, profilePage, string(body))
}

// signOut ends the session of this app, then the one at Latchkey.
func (app *app) signOut(w http.ResponseWriter, r *http.Request) {
	session, ok := app.sessionOf(r)
	if !ok {
		http.Redirect(w, r, "/", http.StatusFound)
		return
	}
	cookie, _ := r.Cookie(sessionCookie)
	app.mutex.Lock()
	delete(app.sessions, cookie.Value)
	app.mutex.Unlock()
	setCookie(w, sessionCookie, "", -1)
	query := url.Values{"id_token_hint": {session.idToken}, "post_logout_redirect_uri": {homeURL}}
	http.Redirect(w, r, app.endSession+"?"+query.Encode(), http.StatusFound)
}

func (app *app) sessionOf(r *http.Request) (session, bool) {
	cookie, err := r.Cookie(sessionCookie)
	if err != nil {
		return session{}, false
	}
	app.mutex.Lock()
	defer app.mutex.Unlock()
	session, ok := app.sessions[cookie.Value]
	return session, ok
}

// context makes both libraries use our HTTP client, which has a timeout.
func (app *app) context(ctx context.Context) context.Context {
	return oidc.ClientContext(ctx, app.http)
}

const (
	sessionCookie = "photos"
	signInCookie  = "photos-sign-in"
)

// setCookie sets a cookie for maxAge seconds: 0 until the browser is closed, -1 deletes it.
func setCookie(w http.ResponseWriter, name, value string, maxAge int) {
	http.SetCookie(w, &http.Cookie{
		Name: name, Value: value, Path: "/", MaxAge: maxAge,
		HttpOnly: true,
		SameSite: http.SameSiteLaxMode, // Sent with the redirect from Latchkey.
		Secure:   redirectURI.Scheme == "https",
	})
}

func render(w http.ResponseWriter, status int, page *template.Template, data string) {
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.WriteHeader(status)
	if err := page.Execute(w, data); err != nil {
		log.Print(err)
	}
}

var homePage = template.Must(template.New("home").Parse(`<!doctype html>
<title>Photos</title>
{{if .}}
<p>Hello {{.}}.</p>
<p><a href="/profile">Profile</a></p>
<form method="post" action="/sign-out"><button>Sign out</button></form>
{{else}}
<p><a href="/sign-in">Sign in</a></p>
{{end}}
`))

var profilePage = template.Must(template.New("profile").Parse(`<!doctype html>
<title>Profile</title>
<pre>{{.}}</pre>
`))

var failedPage = template.Must(template.New("failed").Parse(`<!doctype html>
<title>Sign-in failed</title>
<p>Sign-in failed: {{.}}. <a href="/sign-in">Try again</a></p>
`))

func env(name, otherwise string) string {
	if value := os.Getenv(name); value != "" {
		return value
	}
	return otherwise
}

func parseURL(text string) *url.URL {
	parsed, err := url.Parse(text)
	if err != nil {
		log.Fatal(err)
	}
	return parsed
}
