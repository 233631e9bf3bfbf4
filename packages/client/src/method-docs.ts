// Written by `npm run docs` from the contract: change that, not this.
import type { Method } from "./method.ts";

/** The methods of operations, with what they do and an example. */
export interface DocumentedMethods {
  /**
   * Returns the public keys that verify ID tokens and JWT access tokens.
   *
   * @example
   * ```ts
   * const result = await latchkey.wellKnown();
   * ```
   */
  readonly wellKnown: Method<"wellKnown">;
  /**
   * Returns the discovery document of OpenID Connect.
   *
   * @example
   * ```ts
   * const result = await latchkey.discoverOpenIDConfiguration();
   * ```
   */
  readonly discoverOpenIDConfiguration: Method<"discoverOpenIDConfiguration">;
  /**
   * Returns the same document where OAuth clients look for it: RFC 8414.
   * Where the issuer has a path, both documents are also served at the paths that RFC 8414 §3.1 and OpenID Connect Discovery §4.1 make of it.
   *
   * @example
   * ```ts
   * const result = await latchkey.discoverOAuth2AuthorizationServer();
   * ```
   */
  readonly discoverOAuth2AuthorizationServer: Method<"discoverOAuth2AuthorizationServer">;
  /**
   * Returns which system secrets the running servers have, by fingerprint, how many stored values each still seals, and until when what it signed may be valid, to rotate them safely.
   * Servers report every 15 seconds; one that has not for a minute counts as stopped. `latchkey secrets status` and `latchkey doctor` explain the response.
   *
   * @example
   * ```ts
   * const result = await latchkey.getSystemSecrets();
   * ```
   */
  readonly getSystemSecrets: Method<"getSystemSecrets">;
  /**
   * Reads the settings of the server again and applies those that need no restart.
   * The server that answers reads its files, with all its processes; other servers on the same database do not. Everything is checked first: with a 409, which says what is wrong, all settings stay as they were. Each request sees all settings as before or all as they are now. `SIGHUP` does the same.
   *
   * @example
   * ```ts
   * const result = await latchkey.reloadSettings();
   * ```
   */
  readonly reloadSettings: Method<"reloadSettings">;
  /**
   * Returns to which of some URLs the server sends no requests, because of their address or because plain http is not allowed, and the line of its settings that would help.
   * Host names are resolved, and nothing else is sent. A name that cannot be resolved now is refused as well.
   *
   * @example
   * ```ts
   * const result = await latchkey.checkOutboundUrls({
   *   body: {
   *     destinations: [
   *       {
   *         url: "http://keys.internal/jwks.json"
   *       }
   *     ]
   *   }
   * });
   * ```
   */
  readonly checkOutboundUrls: Method<"checkOutboundUrls">;
  /**
   * Reports that this instance accepts requests, whatever the state of its database.
   *
   * @example
   * ```ts
   * const result = await latchkey.isInstanceAlive();
   * ```
   */
  readonly isInstanceAlive: Method<"isInstanceAlive">;
  /**
   * Reports that this instance and everything it depends on respond.
   *
   * @example
   * ```ts
   * const result = await latchkey.isInstanceReady();
   * ```
   */
  readonly isInstanceReady: Method<"isInstanceReady">;
  /**
   * Returns the metrics of this instance in the Prometheus text format.
   *
   * @example
   * ```ts
   * const result = await latchkey.prometheus();
   * ```
   */
  readonly prometheus: Method<"prometheus">;
  /**
   * Returns the version of the service.
   *
   * @example
   * ```ts
   * const result = await latchkey.getVersion();
   * ```
   */
  readonly getVersion: Method<"getVersion">;
  /**
   * Returns what the API key of the caller may do.
   *
   * @example
   * ```ts
   * const result = await latchkey.getAccess();
   * ```
   */
  readonly getAccess: Method<"getAccess">;
  /**
   * Lists clients, all or those that match, without their secrets, a page at a time.
   *
   * @example
   * ```ts
   * const result = await latchkey.listOAuth2Clients();
   * ```
   */
  readonly listOAuth2Clients: Method<"listOAuth2Clients">;
  /**
   * Creates a client and returns its secret, once.
   *
   * @example
   * ```ts
   * const result = await latchkey.createOAuth2Client({
   *   body: {
   *     client_name: "Photos",
   *     redirect_uris: [
   *       "https://photos.example/callback"
   *     ],
   *     grant_types: [
   *       "authorization_code",
   *       "refresh_token"
   *     ],
   *     response_types: [
   *       "code"
   *     ],
   *     scope: "openid offline_access photos.read"
   *   }
   * });
   * ```
   */
  readonly createOAuth2Client: Method<"createOAuth2Client">;
  /**
   * Returns a client, without its secret.
   *
   * @example
   * ```ts
   * const result = await latchkey.getOAuth2Client({ id: "ID" });
   * ```
   */
  readonly getOAuth2Client: Method<"getOAuth2Client">;
  /**
   * Replaces a client; a secret that is not given stays as it was.
   *
   * @example
   * ```ts
   * const result = await latchkey.updateOAuth2Client({
   *   id: "ID",
   *   body: {
   *     client_name: "Photos",
   *     redirect_uris: [
   *       "https://photos.example/callback"
   *     ],
   *     grant_types: [
   *       "authorization_code",
   *       "refresh_token"
   *     ],
   *     response_types: [
   *       "code"
   *     ],
   *     scope: "openid offline_access photos.read"
   *   }
   * });
   * ```
   */
  readonly updateOAuth2Client: Method<"updateOAuth2Client">;
  /**
   * Changes single fields of a client by a JSON Patch (RFC 6902).
   * A secret stays as it was unless the patch sets `/client_secret`. Changes that other requests make at the same time are kept.
   *
   * @example
   * ```ts
   * const result = await latchkey.patchOAuth2Client({
   *   id: "ID",
   *   body: [
   *     {
   *       op: "replace",
   *       path: "/client_name",
   *       value: "Photos"
   *     }
   *   ]
   * });
   * ```
   */
  readonly patchOAuth2Client: Method<"patchOAuth2Client">;
  /**
   * Replaces all lifespans of a client's tokens, and leaves its other fields as they are.
   * Changes that other requests make at the same time are kept.
   *
   * @example
   * ```ts
   * const result = await latchkey.setOAuth2ClientLifespans({
   *   id: "ID",
   *   body: {
   *     client_credentials_grant_access_token_lifespan: "30m"
   *   }
   * });
   * ```
   */
  readonly setOAuth2ClientLifespans: Method<"setOAuth2ClientLifespans">;
  /**
   * Deletes a client and everything issued to it.
   *
   * @example
   * ```ts
   * await latchkey.deleteOAuth2Client({ id: "ID" });
   * ```
   */
  readonly deleteOAuth2Client: Method<"deleteOAuth2Client">;
  /**
   * Explains which rules a client is held to, and which of them it does not meet.
   *
   * @example
   * ```ts
   * const result = await latchkey.explainOAuth2Client({ id: "ID" });
   * ```
   */
  readonly explainOAuth2Client: Method<"explainOAuth2Client">;
  /**
   * Generates a new secret and returns it, once; the previous one stays valid for a while, and earlier ones for as long as they were promised.
   *
   * @example
   * ```ts
   * const result = await latchkey.rotateOAuth2ClientSecret({ id: "ID" });
   * ```
   */
  readonly rotateOAuth2ClientSecret: Method<"rotateOAuth2ClientSecret">;
  /**
   * Generates a new secret and returns it, once; the previous one stays valid until the rotated ones are deleted.
   * At most five earlier secrets are valid: the oldest without an end makes room for another. Those of rotations with an overlap keep their time, and 409 is the response where five of them are left.
   *
   * @example
   * ```ts
   * const result = await latchkey.addOAuth2ClientSecret({ id: "ID" });
   * ```
   */
  readonly addOAuth2ClientSecret: Method<"addOAuth2ClientSecret">;
  /**
   * Ends every secret of a client but the newest, those with an overlap too.
   *
   * @example
   * ```ts
   * const result = await latchkey.deleteRotatedOAuth2ClientSecrets({ id: "ID" });
   * ```
   */
  readonly deleteRotatedOAuth2ClientSecrets: Method<"deleteRotatedOAuth2ClientSecrets">;
  /**
   * Lists APIs by name, all or those that match, a page at a time.
   *
   * @example
   * ```ts
   * const result = await latchkey.listApis();
   * ```
   */
  readonly listApis: Method<"listApis">;
  /**
   * Registers an API that access tokens are for.
   *
   * @example
   * ```ts
   * const result = await latchkey.createApi({
   *   body: {
   *     identifier: "https://api.photos.example",
   *     name: "Photos API",
   *     scopes: [
   *       "photos.read",
   *       "photos.write"
   *     ],
   *     texts: {
   *       en: {
   *         title: "Photos",
   *         description: "Your albums and the photos in them."
   *       }
   *     },
   *     scope_texts: {
   *       "photos.read": {
   *         en: {
   *           title: "See your photos"
   *         },
   *         de: {
   *           title: "Ihre Fotos ansehen"
   *         }
   *       }
   *     },
   *     access_token_format: "jwt",
   *     access_token_lifespan: "10m",
   *     access_token_signing_alg: "ES256",
   *     introspection_clients: [
   *       "photos-api"
   *     ]
   *   }
   * });
   * ```
   */
  readonly createApi: Method<"createApi">;
  /**
   * Returns an API.
   *
   * @example
   * ```ts
   * const result = await latchkey.getApi({ id: "ID" });
   * ```
   */
  readonly getApi: Method<"getApi">;
  /**
   * Replaces an API; its identifier stays as it was.
   *
   * @example
   * ```ts
   * const result = await latchkey.updateApi({
   *   id: "ID",
   *   body: {
   *     identifier: "https://api.photos.example",
   *     name: "Photos API",
   *     scopes: [
   *       "photos.read",
   *       "photos.write"
   *     ],
   *     texts: {
   *       en: {
   *         title: "Photos",
   *         description: "Your albums and the photos in them."
   *       }
   *     },
   *     scope_texts: {
   *       "photos.read": {
   *         en: {
   *           title: "See your photos"
   *         },
   *         de: {
   *           title: "Ihre Fotos ansehen"
   *         }
   *       }
   *     },
   *     access_token_format: "jwt",
   *     access_token_lifespan: "10m",
   *     access_token_signing_alg: "ES256",
   *     introspection_clients: [
   *       "photos-api"
   *     ]
   *   }
   * });
   * ```
   */
  readonly updateApi: Method<"updateApi">;
  /**
   * Deletes an API; its tokens stay valid until they expire, and are not refreshed.
   *
   * @example
   * ```ts
   * await latchkey.deleteApi({ id: "ID" });
   * ```
   */
  readonly deleteApi: Method<"deleteApi">;
  /**
   * Lists the key sets that exist, by name, without their keys, and creates none.
   *
   * @example
   * ```ts
   * const result = await latchkey.listJsonWebKeySets();
   * ```
   */
  readonly listJsonWebKeySets: Method<"listJsonWebKeySets">;
  /**
   * Returns a key set, newest key first.
   *
   * @example
   * ```ts
   * const result = await latchkey.getJsonWebKeySet({ set: "SET" });
   * ```
   */
  readonly getJsonWebKeySet: Method<"getJsonWebKeySet">;
  /**
   * Generates a key into a set, which need not exist yet.
   * In a set that the server signs with, a new key is published at once, and signs after `oidc.key_rotation.announce_period`; until then the older key does. The first key of an algorithm signs at once.
   *
   * @example
   * ```ts
   * const result = await latchkey.createJsonWebKeySet({ set: "SET" });
   * ```
   */
  readonly createJsonWebKeySet: Method<"createJsonWebKeySet">;
  /**
   * Replaces a key set with keys of your own.
   * In a set that the server signs with, a new key is published at once, and signs after `oidc.key_rotation.announce_period`; until then the older key does. The first key of an algorithm signs at once.
   *
   * @example
   * ```ts
   * const result = await latchkey.updateJsonWebKeySet({ set: "SET" });
   * ```
   */
  readonly updateJsonWebKeySet: Method<"updateJsonWebKeySet">;
  /**
   * Deletes a key set with all its keys.
   *
   * @example
   * ```ts
   * await latchkey.deleteJsonWebKeySet({ set: "SET" });
   * ```
   */
  readonly deleteJsonWebKeySet: Method<"deleteJsonWebKeySet">;
  /**
   * Returns one key, in a set of its own.
   *
   * @example
   * ```ts
   * const result = await latchkey.getJsonWebKey({
   *   set: "SET",
   *   kid: "KID"
   * });
   * ```
   */
  readonly getJsonWebKey: Method<"getJsonWebKey">;
  /**
   * Stores one key of your own in a set.
   * In a set that the server signs with, a new key is published at once, and signs after `oidc.key_rotation.announce_period`; until then the older key does. The first key of an algorithm signs at once.
   *
   * @example
   * ```ts
   * const result = await latchkey.updateJsonWebKey({
   *   set: "SET",
   *   kid: "KID"
   * });
   * ```
   */
  readonly updateJsonWebKey: Method<"updateJsonWebKey">;
  /**
   * Deletes one key of a set.
   * Also a key that signs, or that signed tokens that are still valid; `retireSigningKey` does not.
   *
   * @example
   * ```ts
   * await latchkey.deleteJsonWebKey({
   *   set: "SET",
   *   kid: "KID"
   * });
   * ```
   */
  readonly deleteJsonWebKey: Method<"deleteJsonWebKey">;
  /**
   * Returns which keys of a set are announced, signing and retired, newest first, without the keys themselves.
   * The list is empty for a set that the server does not sign with.
   *
   * @example
   * ```ts
   * const result = await latchkey.listSigningKeys({ set: "SET" });
   * ```
   */
  readonly listSigningKeys: Method<"listSigningKeys">;
  /**
   * Adds a key to a set that the server signs with, whose private half is in a signer and stays there.
   * The server asks the signer for the public key, has it sign once, and verifies the signature. In a set that the server signs with, a new key is published at once, and signs after `oidc.key_rotation.announce_period`; until then the older key does. The first key of an algorithm signs at once.
   *
   * @example
   * ```ts
   * const result = await latchkey.addSigningKey({
   *   set: "SET",
   *   body: {
   *     signer: "hsm",
   *     key: "latchkey-2026",
   *     alg: "RS256"
   *   }
   * });
   * ```
   */
  readonly addSigningKey: Method<"addSigningKey">;
  /**
   * Returns the signers of the settings, whether they respond, and the keys in them.
   * Of the server that serves the request: each reads its own settings and opens its own connections. One that does not respond within its `timeout` is unavailable.
   *
   * @example
   * ```ts
   * const result = await latchkey.listSigners();
   * ```
   */
  readonly listSigners: Method<"listSigners">;
  /**
   * Deletes a key that does not sign any more, unless tokens that it signed may be valid.
   * The response is 409, and says until when, while the key signs or a token that it signed may be valid. `deleteJsonWebKey` deletes it all the same. An announced key is withdrawn.
   *
   * @example
   * ```ts
   * await latchkey.retireSigningKey({
   *   set: "SET",
   *   kid: "KID"
   * });
   * ```
   */
  readonly retireSigningKey: Method<"retireSigningKey">;
  /**
   * Returns a login request to the login app.
   *
   * @example
   * ```ts
   * const result = await latchkey.getLoginRequest({ login_challenge: "LOGIN_CHALLENGE" });
   * ```
   */
  readonly getLoginRequest: Method<"getLoginRequest">;
  /**
   * Reports who logged in, and returns where to send the browser next.
   *
   * @example
   * ```ts
   * const result = await latchkey.acceptLoginRequest({ login_challenge: "LOGIN_CHALLENGE" });
   * ```
   */
  readonly acceptLoginRequest: Method<"acceptLoginRequest">;
  /**
   * Reports why the login failed, and returns where to send the browser next.
   *
   * @example
   * ```ts
   * const result = await latchkey.rejectLoginRequest({ login_challenge: "LOGIN_CHALLENGE" });
   * ```
   */
  readonly rejectLoginRequest: Method<"rejectLoginRequest">;
  /**
   * Returns a consent request to the consent app.
   *
   * @example
   * ```ts
   * const result = await latchkey.getConsentRequest({ consent_challenge: "CONSENT_CHALLENGE" });
   * ```
   */
  readonly getConsentRequest: Method<"getConsentRequest">;
  /**
   * Grants scopes and audiences to the client, and returns where to send the browser next.
   *
   * @example
   * ```ts
   * const result = await latchkey.acceptConsentRequest({ consent_challenge: "CONSENT_CHALLENGE" });
   * ```
   */
  readonly acceptConsentRequest: Method<"acceptConsentRequest">;
  /**
   * Reports why the consent was denied, and returns where to send the browser next.
   *
   * @example
   * ```ts
   * const result = await latchkey.rejectConsentRequest({ consent_challenge: "CONSENT_CHALLENGE" });
   * ```
   */
  readonly rejectConsentRequest: Method<"rejectConsentRequest">;
  /**
   * Returns a logout request to the logout app.
   *
   * @example
   * ```ts
   * const result = await latchkey.getLogoutRequest({ logout_challenge: "LOGOUT_CHALLENGE" });
   * ```
   */
  readonly getLogoutRequest: Method<"getLogoutRequest">;
  /**
   * Confirms a logout, and returns where to send the browser next.
   *
   * @example
   * ```ts
   * const result = await latchkey.acceptLogoutRequest({ logout_challenge: "LOGOUT_CHALLENGE" });
   * ```
   */
  readonly acceptLogoutRequest: Method<"acceptLogoutRequest">;
  /**
   * Cancels a logout; the logout app decides what happens next.
   *
   * @example
   * ```ts
   * await latchkey.rejectLogoutRequest({ logout_challenge: "LOGOUT_CHALLENGE" });
   * ```
   */
  readonly rejectLogoutRequest: Method<"rejectLogoutRequest">;
  /**
   * Lists what a subject has consented to, newest first, a page at a time.
   *
   * @example
   * ```ts
   * const result = await latchkey.listSubjectConsentSessions({ subject: "SUBJECT" });
   * ```
   */
  readonly listSubjectConsentSessions: Method<"listSubjectConsentSessions">;
  /**
   * Revokes a subject's consents to one client or to all, and the tokens issued from them.
   * Requires a `client`, or `all`.
   *
   * @example
   * ```ts
   * await latchkey.revokeConsentSessions({ subject: "SUBJECT" });
   * ```
   */
  readonly revokeConsentSessions: Method<"revokeConsentSessions">;
  /**
   * Ends all login sessions of a subject in every browser; tokens stay valid, unless a setting of the server or of their client ends them.
   *
   * @example
   * ```ts
   * await latchkey.revokeAuthenticationSession({ subject: "SUBJECT" });
   * ```
   */
  readonly revokeAuthenticationSession: Method<"revokeAuthenticationSession">;
  /**
   * Starts and completes logout, and notifies clients by front and back channel.
   *
   * @example
   * ```ts
   * const result = await latchkey.disconnectUser();
   * ```
   */
  readonly disconnectUser: Method<"disconnectUser">;
  /**
   * Sends the browser to login, to consent, and back to the client.
   * An error that cannot be sent to the client is a page, or JSON where the `Accept` header names `application/json` and not `text/html`.
   *
   * @example
   * ```ts
   * const result = await latchkey.oauthAuth();
   * ```
   */
  readonly oauthAuth: Method<"oauthAuth">;
  /**
   * Takes an authorization request from the client and returns a reference to it.
   * RFC 9126: the request does not go through the browser, so users and other apps can neither read nor change it.
   *
   * @example
   * ```ts
   * const result = await latchkey.pushAuthorizationRequest({}, { authorization: basic(CLIENT_ID, CLIENT_SECRET) });
   * ```
   */
  readonly pushAuthorizationRequest: Method<"pushAuthorizationRequest">;
  /**
   * Exchanges a grant for tokens.
   *
   * @example
   * ```ts
   * const result = await latchkey.oauth2Token({ grant_type: "GRANT_TYPE" }, { authorization: basic(CLIENT_ID, CLIENT_SECRET) });
   * ```
   */
  readonly oauth2Token: Method<"oauth2Token">;
  /**
   * Revokes a token of the calling client, and what was issued with it.
   *
   * @example
   * ```ts
   * await latchkey.revokeOAuth2Token({ token: "TOKEN" }, { authorization: basic(CLIENT_ID, CLIENT_SECRET) });
   * ```
   */
  readonly revokeOAuth2Token: Method<"revokeOAuth2Token">;
  /**
   * Returns the claims about the user an access token stands for.
   * Responds with a JWT to a client that asked for signed userinfo.
   *
   * @example
   * ```ts
   * const result = await latchkey.userinfo({}, { authorization: `Bearer ${ACCESS_TOKEN}` });
   * ```
   */
  readonly userinfo: Method<"userinfo">;
  /**
   * Returns whether a token is active, and what it grants.
   * The public listener serves this path too, for APIs and clients: the caller authenticates as a confidential client, gets responses about its own tokens and about access tokens for APIs that name it in `introspection_clients`, and gets a JWT if it accepts `application/token-introspection+jwt` (RFC 9701).
   *
   * @example
   * ```ts
   * const result = await latchkey.introspectOAuth2Token({ token: "TOKEN" }, { authorization: basic(CLIENT_ID, CLIENT_SECRET) });
   * ```
   */
  readonly introspectOAuth2Token: Method<"introspectOAuth2Token">;
  /**
   * Removes expired access tokens from storage.
   *
   * @example
   * ```ts
   * await latchkey.flushInactiveOAuth2Tokens();
   * ```
   */
  readonly flushInactiveOAuth2Tokens: Method<"flushInactiveOAuth2Tokens">;
  /**
   * Deletes the access tokens of a client.
   *
   * @example
   * ```ts
   * await latchkey.deleteOAuth2Token({ client_id: "CLIENT_ID" });
   * ```
   */
  readonly deleteOAuth2Token: Method<"deleteOAuth2Token">;
  /**
   * Lists the invitations that were not accepted yet and have not expired, newest first.
   *
   * @example
   * ```ts
   * const result = await latchkey.listInvitations();
   * ```
   */
  readonly listInvitations: Method<"listInvitations">;
  /**
   * Mails a link with which a user creates an account of the built-in pages, or returns the link where it is not mailed.
   * Works unless `identity.registration` is `off`. An earlier invitation of the same address ends.
   *
   * @example
   * ```ts
   * const result = await latchkey.createInvitation({
   *   body: {
   *     email: "alice@wonderland.example",
   *     name: "Alice Liddell",
   *     groups: [
   *       "staff"
   *     ],
   *     expires_in: "48h"
   *   }
   * });
   * ```
   */
  readonly createInvitation: Method<"createInvitation">;
  /**
   * Deletes an invitation, whose link stops working.
   *
   * @example
   * ```ts
   * await latchkey.deleteInvitation({ id: "ID" });
   * ```
   */
  readonly deleteInvitation: Method<"deleteInvitation">;
  /**
   * Lists sign-ins, failed sign-ins and changes of an account of the built-in pages, the latest first, a page at a time.
   * Events are kept for `identity.history_for`, and at most 380 of an account.
   *
   * @example
   * ```ts
   * const result = await latchkey.listAccountEvents({ username: "USERNAME" });
   * ```
   */
  readonly listAccountEvents: Method<"listAccountEvents">;
  /**
   * Lists the browsers in which the user of an account is signed in, the latest first.
   *
   * @example
   * ```ts
   * const result = await latchkey.listAccountSessions({ username: "USERNAME" });
   * ```
   */
  readonly listAccountSessions: Method<"listAccountSessions">;
  /**
   * Signs the user of an account out of one browser, and notifies the apps that registered for back-channel logout.
   * Tokens stay, unless `oidc.logout_ends_tokens` or `logout_ends_tokens` of their client says otherwise.
   *
   * @example
   * ```ts
   * await latchkey.deleteAccountSession({
   *   username: "USERNAME",
   *   session: "SESSION"
   * });
   * ```
   */
  readonly deleteAccountSession: Method<"deleteAccountSession">;
  /**
   * Signs the user of an account out of every browser, and notifies the apps that registered for back-channel logout.
   * Tokens stay, unless `oidc.logout_ends_tokens` or `logout_ends_tokens` of their client says otherwise.
   *
   * @example
   * ```ts
   * await latchkey.deleteAccountSessions({ username: "USERNAME" });
   * ```
   */
  readonly deleteAccountSessions: Method<"deleteAccountSessions">;
  /**
   * Lists sign-ins on the built-in pages that failed: which account, from which network, by which method, and why, the latest first.
   * They are kept for `identity.failed_sign_ins.kept_for`. During a flood, those beyond a thousand different ones in ten minutes are counted together by method and reason.
   *
   * @example
   * ```ts
   * const result = await latchkey.listFailedSignIns();
   * ```
   */
  readonly listFailedSignIns: Method<"listFailedSignIns">;
  /**
   * Returns failed sign-ins as lines of JSON, oldest first.
   * Only those whose ten minutes are over, so that their counts are final. Ask again with the `id` of the last one; an empty response is the end for now. `latchkey failed-sign-ins export` does so.
   *
   * @example
   * ```ts
   * const result = await latchkey.exportFailedSignIns();
   * ```
   */
  readonly exportFailedSignIns: Method<"exportFailedSignIns">;
  /**
   * Lists the accounts of the built-in pages by username, all or those that match, a page at a time.
   *
   * @example
   * ```ts
   * const result = await latchkey.listAccounts();
   * ```
   */
  readonly listAccounts: Method<"listAccounts">;
  /**
   * Creates a user of the built-in sign-in pages.
   *
   * @example
   * ```ts
   * const result = await latchkey.createAccount({
   *   body: {
   *     username: "alice",
   *     password: "correct horse battery staple",
   *     claims: {
   *       name: "Alice Liddell",
   *       email: "alice@wonderland.example",
   *       email_verified: true,
   *       address: {
   *         locality: "Oxford",
   *         country: "GB"
   *       }
   *     },
   *     groups: [
   *       "staff"
   *     ],
   *     attributes: {
   *       employee_number: 4711
   *     }
   *   }
   * });
   * ```
   */
  readonly createAccount: Method<"createAccount">;
  /**
   * Returns an account of the built-in pages by its username.
   *
   * @example
   * ```ts
   * const result = await latchkey.getAccount({ username: "USERNAME" });
   * ```
   */
  readonly getAccount: Method<"getAccount">;
  /**
   * Changes an account of the built-in pages, and ends the user's login sessions, and sessions as an operator, with a new password.
   * What is not given stays. The state `disabled` ends all access of the user, as `POST /terminations` does, in the same transaction: `ended_access` of the response says what. API keys that the user created are refused, and its role has no effect, until the account is enabled again; what was ended stays so. Your own account, and that of the last administrator, cannot be disabled: 409.
   *
   * @example
   * ```ts
   * const result = await latchkey.updateAccount({
   *   username: "USERNAME",
   *   body: {
   *     username: "alice",
   *     password: "correct horse battery staple",
   *     claims: {
   *       name: "Alice Liddell",
   *       email: "alice@wonderland.example",
   *       email_verified: true,
   *       address: {
   *         locality: "Oxford",
   *         country: "GB"
   *       }
   *     },
   *     groups: [
   *       "staff"
   *     ],
   *     attributes: {
   *       employee_number: 4711
   *     }
   *   }
   * });
   * ```
   */
  readonly updateAccount: Method<"updateAccount">;
  /**
   * Removes an account of the built-in pages, and everything that is stored about its user.
   * Ends the user's login sessions, consents with their tokens, and what features store, such as memberships of workspaces. The response says what ended.
   *
   * @example
   * ```ts
   * const result = await latchkey.deleteAccount({ username: "USERNAME" });
   * ```
   */
  readonly deleteAccount: Method<"deleteAccount">;
  /**
   * Returns what the server stores about a user: the account, login sessions, consents, and what features store.
   * Neither passwords nor tokens are part of it: the server has only their hashes.
   *
   * @example
   * ```ts
   * const result = await latchkey.exportAccount({ username: "USERNAME" });
   * ```
   */
  readonly exportAccount: Method<"exportAccount">;
  /**
   * Lists the authenticator app and the passkeys of an account of the built-in pages, oldest first.
   *
   * @example
   * ```ts
   * const result = await latchkey.listAccountFactors({ username: "USERNAME" });
   * ```
   */
  readonly listAccountFactors: Method<"listAccountFactors">;
  /**
   * Removes an authenticator app, with its recovery codes, or a passkey of an account of the built-in pages.
   * Sessions and tokens stay.
   *
   * @example
   * ```ts
   * await latchkey.deleteAccountFactor({
   *   username: "USERNAME",
   *   factor: "FACTOR"
   * });
   * ```
   */
  readonly deleteAccountFactor: Method<"deleteAccountFactor">;
  /**
   * Removes all factors and recovery codes of an account of the built-in pages, so that its password is enough again.
   * For a user who has lost them. Sessions and tokens stay.
   *
   * @example
   * ```ts
   * await latchkey.deleteAccountFactors({ username: "USERNAME" });
   * ```
   */
  readonly deleteAccountFactors: Method<"deleteAccountFactors">;
  /**
   * Lists the providers with which users sign in on the built-in pages, by id, a page at a time.
   *
   * @example
   * ```ts
   * const result = await latchkey.listIdentityProviders();
   * ```
   */
  readonly listIdentityProviders: Method<"listIdentityProviders">;
  /**
   * Lets users sign in with another server: any OpenID provider, or one of the presets.
   * Register the `redirect_uri` of the response at the provider.
   *
   * @example
   * ```ts
   * const result = await latchkey.createIdentityProvider({
   *   body: {
   *     id: "google",
   *     preset: "google",
   *     client_id: "1234567890-abc.apps.googleusercontent.com",
   *     client_secret: "GOCSPX-secret",
   *     create_accounts: "verified_email_domain",
   *     email_domains: [
   *       "example.com"
   *     ]
   *   }
   * });
   * ```
   */
  readonly createIdentityProvider: Method<"createIdentityProvider">;
  /**
   * Returns an identity provider, without its secret.
   *
   * @example
   * ```ts
   * const result = await latchkey.getIdentityProvider({ id: "ID" });
   * ```
   */
  readonly getIdentityProvider: Method<"getIdentityProvider">;
  /**
   * Changes an identity provider.
   * What is not given stays. Users who have linked it stay linked.
   *
   * @example
   * ```ts
   * const result = await latchkey.updateIdentityProvider({
   *   id: "ID",
   *   body: {
   *     id: "google",
   *     preset: "google",
   *     client_id: "1234567890-abc.apps.googleusercontent.com",
   *     client_secret: "GOCSPX-secret",
   *     create_accounts: "verified_email_domain",
   *     email_domains: [
   *       "example.com"
   *     ]
   *   }
   * });
   * ```
   */
  readonly updateIdentityProvider: Method<"updateIdentityProvider">;
  /**
   * Removes an identity provider, and the links of all accounts with it.
   * Accounts and sessions stay. Who has no other way to sign in needs a new password: set `enabled` to false to keep the links.
   *
   * @example
   * ```ts
   * await latchkey.deleteIdentityProvider({ id: "ID" });
   * ```
   */
  readonly deleteIdentityProvider: Method<"deleteIdentityProvider">;
  /**
   * Returns how the built-in pages look, and where that comes from.
   *
   * @example
   * ```ts
   * const result = await latchkey.getBranding();
   * ```
   */
  readonly getBranding: Method<"getBranding">;
  /**
   * Replaces how the built-in pages look, on all servers within a second.
   * What is left out is as settings say. An empty object removes what is stored.
   *
   * @example
   * ```ts
   * const result = await latchkey.setBranding({
   *   body: {
   *     product_name: "Wonderland",
   *     light: {
   *       primary: "#0b5fff",
   *       background: "#f4f6fb"
   *     },
   *     corner_radius: 6,
   *     links: {
   *       privacy: "https://wonderland.example/privacy"
   *     },
   *     texts: {
   *       en: {
   *         sign_in_title: "Welcome to Wonderland"
   *       }
   *     }
   *   }
   * });
   * ```
   */
  readonly setBranding: Method<"setBranding">;
  /**
   * Returns a built-in page or a mail with sample data and a branding that is not stored.
   *
   * @example
   * ```ts
   * const result = await latchkey.previewBranding({
   *   body: {
   *     branding: {
   *       product_name: "Wonderland"
   *     },
   *     page: "sign_in",
   *     scheme: "light"
   *   }
   * });
   * ```
   */
  readonly previewBranding: Method<"previewBranding">;
  /**
   * Starts the authorization of a device that has no browser.
   * The device displays the user code, and requests its tokens with the device code: RFC 8628.
   *
   * @example
   * ```ts
   * const result = await latchkey.oAuth2DeviceFlow({}, { authorization: basic(CLIENT_ID, CLIENT_SECRET) });
   * ```
   */
  readonly oAuth2DeviceFlow: Method<"oAuth2DeviceFlow">;
  /**
   * Sends the browser to the page for user codes, and from there to login.
   *
   * @example
   * ```ts
   * const result = await latchkey.performOAuth2DeviceVerificationFlow();
   * ```
   */
  readonly performOAuth2DeviceVerificationFlow: Method<"performOAuth2DeviceVerificationFlow">;
  /**
   * Returns what stands behind a user code, so that the user can confirm it.
   * A code that is not valid counts as a guess: `limits.user_code.*`.
   *
   * @example
   * ```ts
   * const result = await latchkey.getUserCodeRequest({
   *   device_challenge: "DEVICE_CHALLENGE",
   *   user_code: "USER_CODE"
   * });
   * ```
   */
  readonly getUserCodeRequest: Method<"getUserCodeRequest">;
  /**
   * Accepts a user code, and returns where to send the browser to sign in.
   * A code that is not valid counts as a guess: `limits.user_code.*`.
   *
   * @example
   * ```ts
   * const result = await latchkey.acceptUserCodeRequest({
   *   device_challenge: "DEVICE_CHALLENGE",
   *   body: {
   *     user_code: "WDJB-MJHT"
   *   }
   * });
   * ```
   */
  readonly acceptUserCodeRequest: Method<"acceptUserCodeRequest">;
  /**
   * Denies the device of a user code, and returns where to send the browser next.
   * A code that is not valid counts as a guess: `limits.user_code.*`.
   *
   * @example
   * ```ts
   * const result = await latchkey.rejectUserCodeRequest({
   *   device_challenge: "DEVICE_CHALLENGE",
   *   body: {
   *     user_code: "WDJB-MJHT"
   *   }
   * });
   * ```
   */
  readonly rejectUserCodeRequest: Method<"rejectUserCodeRequest">;
  /**
   * Registers the client that calls.
   * RFC 7591, only where `oauth2.registration.mode` is not `off`. With the mode `token`, send an initial access token as `Authorization: Bearer`.
   *
   * @example
   * ```ts
   * const result = await latchkey.createOidcDynamicClient({
   *   body: {
   *     client_name: "Photos",
   *     redirect_uris: [
   *       "https://photos.example/callback"
   *     ],
   *     grant_types: [
   *       "authorization_code",
   *       "refresh_token"
   *     ],
   *     token_endpoint_auth_method: "none"
   *   }
   * }, { authorization: `Bearer ${INITIAL_ACCESS_TOKEN}` });
   * ```
   */
  readonly createOidcDynamicClient: Method<"createOidcDynamicClient">;
  /**
   * Returns the registration of the client that calls.
   * RFC 7592 §2.1. Send its registration access token as `Authorization: Bearer`.
   *
   * @example
   * ```ts
   * const result = await latchkey.getOidcDynamicClient({ id: "ID" }, { authorization: `Bearer ${REGISTRATION_ACCESS_TOKEN}` });
   * ```
   */
  readonly getOidcDynamicClient: Method<"getOidcDynamicClient">;
  /**
   * Replaces the registration of the client that calls.
   * RFC 7592 §2.2. Send its registration access token as `Authorization: Bearer`. The response has a new one, and the one that was sent stops working.
   *
   * @example
   * ```ts
   * const result = await latchkey.setOidcDynamicClient({
   *   id: "ID",
   *   body: {
   *     client_name: "Photos",
   *     redirect_uris: [
   *       "https://photos.example/callback"
   *     ],
   *     grant_types: [
   *       "authorization_code",
   *       "refresh_token"
   *     ],
   *     token_endpoint_auth_method: "none"
   *   }
   * }, { authorization: `Bearer ${REGISTRATION_ACCESS_TOKEN}` });
   * ```
   */
  readonly setOidcDynamicClient: Method<"setOidcDynamicClient">;
  /**
   * Deletes the client that calls, and everything issued to it.
   * RFC 7592 §2.3. Send its registration access token as `Authorization: Bearer`.
   *
   * @example
   * ```ts
   * await latchkey.deleteOidcDynamicClient({ id: "ID" }, { authorization: `Bearer ${REGISTRATION_ACCESS_TOKEN}` });
   * ```
   */
  readonly deleteOidcDynamicClient: Method<"deleteOidcDynamicClient">;
  /**
   * Lists the initial access tokens with which clients can register, the newest first.
   *
   * @example
   * ```ts
   * const result = await latchkey.listRegistrationTokens();
   * ```
   */
  readonly listRegistrationTokens: Method<"listRegistrationTokens">;
  /**
   * Creates an initial access token, with which clients can register, and returns it once.
   *
   * @example
   * ```ts
   * const result = await latchkey.createRegistrationToken();
   * ```
   */
  readonly createRegistrationToken: Method<"createRegistrationToken">;
  /**
   * Deletes an initial access token, and no client that was registered with it.
   *
   * @example
   * ```ts
   * await latchkey.deleteRegistrationToken({ id: "ID" });
   * ```
   */
  readonly deleteRegistrationToken: Method<"deleteRegistrationToken">;
  /**
   * Asks a user who is not at the client's browser to sign in and consent.
   * The user answers on another device. The client requests its tokens with the `auth_req_id`: OpenID CIBA Core.
   *
   * @example
   * ```ts
   * const result = await latchkey.startBackchannelAuthentication({}, { authorization: basic(CLIENT_ID, CLIENT_SECRET) });
   * ```
   */
  readonly startBackchannelAuthentication: Method<"startBackchannelAuthentication">;
  /**
   * Returns a backchannel authentication request to the app that asks the user.
   *
   * @example
   * ```ts
   * const result = await latchkey.getBackchannelRequest({ backchannel_challenge: "BACKCHANNEL_CHALLENGE" });
   * ```
   */
  readonly getBackchannelRequest: Method<"getBackchannelRequest">;
  /**
   * Lists the backchannel authentication requests that wait for an answer of a user.
   * The newest first. `limits.backchannel_authentication.per_user` bounds the list.
   *
   * @example
   * ```ts
   * const result = await latchkey.listBackchannelRequests({ user: "USER" });
   * ```
   */
  readonly listBackchannelRequests: Method<"listBackchannelRequests">;
  /**
   * Reports that the user authenticated and allows it, so the client gets its tokens.
   *
   * @example
   * ```ts
   * await latchkey.acceptBackchannelRequest({
   *   backchannel_challenge: "BACKCHANNEL_CHALLENGE",
   *   body: {
   *     subject: "alice",
   *     grant_scope: [
   *       "openid"
   *     ],
   *     session: {
   *       id_token: {
   *         name: "Alice Liddell"
   *       }
   *     }
   *   }
   * });
   * ```
   */
  readonly acceptBackchannelRequest: Method<"acceptBackchannelRequest">;
  /**
   * Reports that the user denies it, so the client gets `access_denied`.
   *
   * @example
   * ```ts
   * await latchkey.rejectBackchannelRequest({ backchannel_challenge: "BACKCHANNEL_CHALLENGE" });
   * ```
   */
  readonly rejectBackchannelRequest: Method<"rejectBackchannelRequest">;
  /**
   * Trusts an issuer, whose JWTs can then be exchanged for access tokens.
   * A record cannot be changed: create the next one, and delete the one it replaces. Another record of the same issuer for the same subjects, client, claims and keys is a conflict.
   *
   * @example
   * ```ts
   * const result = await latchkey.trustJwtGrantIssuer({
   *   body: {
   *     issuer: "https://token.actions.githubusercontent.com",
   *     subject_pattern: "repo:octo-org/octo-repo:ref:refs/heads/*",
   *     jwks_uri: "https://token.actions.githubusercontent.com/.well-known/jwks",
   *     scope: [
   *       "deploy"
   *     ],
   *     client_id: "deployments",
   *     expires_at: "2030-01-01T00:00:00Z"
   *   }
   * });
   * ```
   */
  readonly trustJwtGrantIssuer: Method<"trustJwtGrantIssuer">;
  /**
   * Lists trusted issuers by age, all or those of one issuer, a page at a time.
   *
   * @example
   * ```ts
   * const result = await latchkey.listTrustedJwtGrantIssuers();
   * ```
   */
  readonly listTrustedJwtGrantIssuers: Method<"listTrustedJwtGrantIssuers">;
  /**
   * Returns a trusted issuer.
   *
   * @example
   * ```ts
   * const result = await latchkey.getTrustedJwtGrantIssuer({ id: "ID" });
   * ```
   */
  readonly getTrustedJwtGrantIssuer: Method<"getTrustedJwtGrantIssuer">;
  /**
   * Disables a trusted issuer, or enables it again.
   * While it is disabled, its JWTs are refused, and tokens that were issued for them are inactive. Those that have not expired are active again when it is enabled.
   *
   * @example
   * ```ts
   * const result = await latchkey.updateTrustedJwtGrantIssuer({
   *   id: "ID",
   *   body: {
   *     enabled: false
   *   }
   * });
   * ```
   */
  readonly updateTrustedJwtGrantIssuer: Method<"updateTrustedJwtGrantIssuer">;
  /**
   * Ends the trust in an issuer.
   * Tokens that were issued stay valid until they expire.
   *
   * @example
   * ```ts
   * await latchkey.deleteTrustedJwtGrantIssuer({ id: "ID" });
   * ```
   */
  readonly deleteTrustedJwtGrantIssuer: Method<"deleteTrustedJwtGrantIssuer">;
  /**
   * Lists the receivers of webhooks about events by age, a page at a time.
   *
   * @example
   * ```ts
   * const result = await latchkey.listEventReceivers();
   * ```
   */
  readonly listEventReceivers: Method<"listEventReceivers">;
  /**
   * Creates a receiver of webhooks about events and returns its secret, once.
   *
   * @example
   * ```ts
   * const result = await latchkey.createEventReceiver({
   *   body: {
   *     name: "Security team",
   *     url: "https://events.example/latchkey",
   *     kinds: [
   *       "session.revoked",
   *       "account.disabled"
   *     ]
   *   }
   * });
   * ```
   */
  readonly createEventReceiver: Method<"createEventReceiver">;
  /**
   * Returns a receiver of webhooks, without its secret.
   *
   * @example
   * ```ts
   * const result = await latchkey.getEventReceiver({ id: "ID" });
   * ```
   */
  readonly getEventReceiver: Method<"getEventReceiver">;
  /**
   * Replaces a receiver of webhooks; its secret stays as it was.
   *
   * @example
   * ```ts
   * const result = await latchkey.updateEventReceiver({
   *   id: "ID",
   *   body: {
   *     name: "Security team",
   *     url: "https://events.example/latchkey",
   *     kinds: [
   *       "session.revoked",
   *       "account.disabled"
   *     ]
   *   }
   * });
   * ```
   */
  readonly updateEventReceiver: Method<"updateEventReceiver">;
  /**
   * Deletes a receiver of webhooks, and the events that it did not accept yet.
   *
   * @example
   * ```ts
   * await latchkey.deleteEventReceiver({ id: "ID" });
   * ```
   */
  readonly deleteEventReceiver: Method<"deleteEventReceiver">;
  /**
   * Generates a new secret for webhooks and returns it, once; for a while they are signed with the previous one as well.
   *
   * @example
   * ```ts
   * const result = await latchkey.rotateEventReceiverSecret({ id: "ID" });
   * ```
   */
  readonly rotateEventReceiverSecret: Method<"rotateEventReceiverSecret">;
  /**
   * Sends a test event to a receiver of webhooks, once, and returns its outcome.
   *
   * @example
   * ```ts
   * const result = await latchkey.testEventReceiver({ id: "ID" });
   * ```
   */
  readonly testEventReceiver: Method<"testEventReceiver">;
  /**
   * Lists the events for a receiver or a stream of the last seven days, the newest first, a page at a time.
   *
   * @example
   * ```ts
   * const result = await latchkey.listEventDeliveries({ id: "ID" });
   * ```
   */
  readonly listEventDeliveries: Method<"listEventDeliveries">;
  /**
   * Sends an event at once, with the same id: again where it was delivered or given up, and without waiting for its next attempt where it is pending.
   *
   * @example
   * ```ts
   * const result = await latchkey.resendEvent({
   *   id: "ID",
   *   delivery: "DELIVERY"
   * });
   * ```
   */
  readonly resendEvent: Method<"resendEvent">;
  /**
   * Gives up an event that is pending, so that the later ones of its user are sent.
   *
   * @example
   * ```ts
   * const result = await latchkey.skipEvent({
   *   id: "ID",
   *   delivery: "DELIVERY"
   * });
   * ```
   */
  readonly skipEvent: Method<"skipEvent">;
  /**
   * Lists the streams of Shared Signals by age, a page at a time.
   *
   * @example
   * ```ts
   * const result = await latchkey.listEventStreams();
   * ```
   */
  readonly listEventStreams: Method<"listEventStreams">;
  /**
   * Enables, pauses or disables a stream, and notifies its receiver.
   *
   * @example
   * ```ts
   * const result = await latchkey.setEventStreamStatus({
   *   id: "ID",
   *   body: {
   *     status: "paused",
   *     reason: "Under investigation"
   *   }
   * });
   * ```
   */
  readonly setEventStreamStatus: Method<"setEventStreamStatus">;
  /**
   * Deletes a stream with its events, after which its client may create another one.
   *
   * @example
   * ```ts
   * await latchkey.deleteEventStream({ id: "ID" });
   * ```
   */
  readonly deleteEventStream: Method<"deleteEventStream">;
  /**
   * Returns the metadata of the transmitter.
   *
   * @example
   * ```ts
   * const result = await latchkey.discoverSsf();
   * ```
   */
  readonly discoverSsf: Method<"discoverSsf">;
  /**
   * Creates the one stream of the client that calls.
   * SSF 1.0 §8.1.1.1. The access token has the scope `ssf.manage`.
   *
   * @example
   * ```ts
   * const result = await latchkey.createSsfStream({
   *   body: {
   *     delivery: {
   *       method: "urn:ietf:rfc:8936"
   *     },
   *     events_requested: [
   *       "https://schemas.openid.net/secevent/caep/event-type/session-revoked"
   *     ]
   *   }
   * });
   * ```
   */
  readonly createSsfStream: Method<"createSsfStream">;
  /**
   * Returns a stream of the client that calls, or the list of them.
   * SSF 1.0 §8.1.1.2. The access token has the scope `ssf.read` or `ssf.manage`.
   *
   * @example
   * ```ts
   * const result = await latchkey.getSsfStream();
   * ```
   */
  readonly getSsfStream: Method<"getSsfStream">;
  /**
   * Changes the properties of a stream that the request has.
   * SSF 1.0 §8.1.1.3. The access token has the scope `ssf.manage`.
   *
   * @example
   * ```ts
   * const result = await latchkey.updateSsfStream({
   *   body: {
   *     stream_id: "4f5c0b8e-5d5a-4f6e-9a55-0d9a1f1b6c11",
   *     description: "Sessions"
   *   }
   * });
   * ```
   */
  readonly updateSsfStream: Method<"updateSsfStream">;
  /**
   * Replaces the configuration of a stream.
   * SSF 1.0 §8.1.1.4. The access token has the scope `ssf.manage`.
   *
   * @example
   * ```ts
   * const result = await latchkey.replaceSsfStream({
   *   body: {
   *     stream_id: "4f5c0b8e-5d5a-4f6e-9a55-0d9a1f1b6c11",
   *     description: "Sessions"
   *   }
   * });
   * ```
   */
  readonly replaceSsfStream: Method<"replaceSsfStream">;
  /**
   * Deletes a stream with its events.
   * SSF 1.0 §8.1.1.5. The access token has the scope `ssf.manage`.
   *
   * @example
   * ```ts
   * await latchkey.deleteSsfStream();
   * ```
   */
  readonly deleteSsfStream: Method<"deleteSsfStream">;
  /**
   * Returns whether a stream is enabled, paused or disabled.
   * SSF 1.0 §8.1.2.1. The access token has the scope `ssf.read` or `ssf.manage`.
   *
   * @example
   * ```ts
   * const result = await latchkey.getSsfStatus();
   * ```
   */
  readonly getSsfStatus: Method<"getSsfStatus">;
  /**
   * Enables, pauses or disables a stream.
   * SSF 1.0 §8.1.2.2. The access token has the scope `ssf.manage`.
   *
   * @example
   * ```ts
   * const result = await latchkey.setSsfStatus({
   *   body: {
   *     stream_id: "4f5c0b8e-5d5a-4f6e-9a55-0d9a1f1b6c11",
   *     status: "paused"
   *   }
   * });
   * ```
   */
  readonly setSsfStatus: Method<"setSsfStatus">;
  /**
   * Adds a subject that was removed; every other user of the client is in its stream anyway.
   * SSF 1.0 §8.1.3.2. The access token has the scope `ssf.manage`. The response does not reveal whether the subject is known.
   *
   * @example
   * ```ts
   * await latchkey.addSsfSubject({
   *   body: {
   *     stream_id: "4f5c0b8e-5d5a-4f6e-9a55-0d9a1f1b6c11",
   *     subject: {
   *       format: "email",
   *       email: "alice@wonderland.example"
   *     }
   *   }
   * });
   * ```
   */
  readonly addSsfSubject: Method<"addSsfSubject">;
  /**
   * Ends events about a subject.
   * SSF 1.0 §8.1.3.3. The access token has the scope `ssf.manage`. The response does not reveal whether the subject is known.
   *
   * @example
   * ```ts
   * await latchkey.removeSsfSubject({
   *   body: {
   *     stream_id: "4f5c0b8e-5d5a-4f6e-9a55-0d9a1f1b6c11",
   *     subject: {
   *       format: "email",
   *       email: "alice@wonderland.example"
   *     }
   *   }
   * });
   * ```
   */
  readonly removeSsfSubject: Method<"removeSsfSubject">;
  /**
   * Sends a verification event.
   * SSF 1.0 §8.1.4.2. The access token has the scope `ssf.manage`.
   *
   * @example
   * ```ts
   * await latchkey.verifySsfStream({
   *   body: {
   *     stream_id: "4f5c0b8e-5d5a-4f6e-9a55-0d9a1f1b6c11",
   *     state: "a-random-state"
   *   }
   * });
   * ```
   */
  readonly verifySsfStream: Method<"verifySsfStream">;
  /**
   * Acknowledges events of a stream, and returns the next ones.
   * RFC 8936. The access token has the scope `ssf.read` or `ssf.manage`.
   *
   * @example
   * ```ts
   * const result = await latchkey.pollSsfStream({
   *   stream_id: "STREAM_ID",
   *   body: {
   *     maxEvents: 10,
   *     returnImmediately: true,
   *     ack: [
   *       "AZ1wR2mHAAAAAbq0Yw1ZyQ"
   *     ]
   *   }
   * });
   * ```
   */
  readonly pollSsfStream: Method<"pollSsfStream">;
  /**
   * Lists workspaces by name (more than 5,000 by id), all or those that match, a page at a time.
   *
   * @example
   * ```ts
   * const result = await latchkey.listWorkspaces();
   * ```
   */
  readonly listWorkspaces: Method<"listWorkspaces">;
  /**
   * Creates a workspace.
   *
   * @example
   * ```ts
   * const result = await latchkey.createWorkspace({
   *   body: {
   *     name: "Wonderland",
   *     icon: "🐇",
   *     resources: [
   *       {
   *         id: "7ea00000-0000-4000-8000-000000000001",
   *         title: "Tea party"
   *       }
   *     ]
   *   }
   * });
   * ```
   */
  readonly createWorkspace: Method<"createWorkspace">;
  /**
   * Returns a workspace.
   *
   * @example
   * ```ts
   * const result = await latchkey.getWorkspace({ id: "ID" });
   * ```
   */
  readonly getWorkspace: Method<"getWorkspace">;
  /**
   * Replaces a workspace.
   *
   * @example
   * ```ts
   * const result = await latchkey.updateWorkspace({
   *   id: "ID",
   *   body: {
   *     name: "Wonderland",
   *     icon: "🐇",
   *     resources: [
   *       {
   *         id: "7ea00000-0000-4000-8000-000000000001",
   *         title: "Tea party"
   *       }
   *     ]
   *   }
   * });
   * ```
   */
  readonly updateWorkspace: Method<"updateWorkspace">;
  /**
   * Deletes a workspace with everything installed into it.
   *
   * @example
   * ```ts
   * await latchkey.deleteWorkspace({ id: "ID" });
   * ```
   */
  readonly deleteWorkspace: Method<"deleteWorkspace">;
  /**
   * Lists the members of a workspace by name (more than 2,000 by id), a page at a time.
   *
   * @example
   * ```ts
   * const result = await latchkey.listWorkspaceMembers({ id: "ID" });
   * ```
   */
  readonly listWorkspaceMembers: Method<"listWorkspaceMembers">;
  /**
   * Adds a member to a workspace.
   *
   * @example
   * ```ts
   * const result = await latchkey.createWorkspaceMember({
   *   id: "ID",
   *   body: {
   *     subject: "alice",
   *     role: "admin",
   *     name: "Alice Liddell",
   *     email: "alice@wonderland.example",
   *     email_verified: true
   *   }
   * });
   * ```
   */
  readonly createWorkspaceMember: Method<"createWorkspaceMember">;
  /**
   * Returns a member.
   *
   * @example
   * ```ts
   * const result = await latchkey.getWorkspaceMember({
   *   id: "ID",
   *   user_id: "USER_ID"
   * });
   * ```
   */
  readonly getWorkspaceMember: Method<"getWorkspaceMember">;
  /**
   * Replaces a member.
   *
   * @example
   * ```ts
   * const result = await latchkey.updateWorkspaceMember({
   *   id: "ID",
   *   user_id: "USER_ID",
   *   body: {
   *     subject: "alice",
   *     role: "admin",
   *     name: "Alice Liddell",
   *     email: "alice@wonderland.example",
   *     email_verified: true
   *   }
   * });
   * ```
   */
  readonly updateWorkspaceMember: Method<"updateWorkspaceMember">;
  /**
   * Removes a member; what they installed stops working.
   *
   * @example
   * ```ts
   * await latchkey.deleteWorkspaceMember({
   *   id: "ID",
   *   user_id: "USER_ID"
   * });
   * ```
   */
  readonly deleteWorkspaceMember: Method<"deleteWorkspaceMember">;
  /**
   * Lists integrations by name, all or those that match, without their secrets, a page at a time.
   *
   * @example
   * ```ts
   * const result = await latchkey.listIntegrations();
   * ```
   */
  readonly listIntegrations: Method<"listIntegrations">;
  /**
   * Creates an integration and returns its secret or, if it is internal, its token, once.
   *
   * @example
   * ```ts
   * const result = await latchkey.createIntegration({
   *   body: {
   *     name: "Photos",
   *     redirect_uris: [
   *       "https://photos.example/callback"
   *     ],
   *     capabilities: [
   *       "read_content",
   *       "read_user_with_email"
   *     ]
   *   }
   * });
   * ```
   */
  readonly createIntegration: Method<"createIntegration">;
  /**
   * Returns an integration, without its secret.
   *
   * @example
   * ```ts
   * const result = await latchkey.getIntegration({ id: "ID" });
   * ```
   */
  readonly getIntegration: Method<"getIntegration">;
  /**
   * Replaces an integration; its secret stays as it was.
   *
   * @example
   * ```ts
   * const result = await latchkey.updateIntegration({
   *   id: "ID",
   *   body: {
   *     name: "Photos",
   *     redirect_uris: [
   *       "https://photos.example/callback"
   *     ],
   *     capabilities: [
   *       "read_content",
   *       "read_user_with_email"
   *     ]
   *   }
   * });
   * ```
   */
  readonly updateIntegration: Method<"updateIntegration">;
  /**
   * Deletes an integration; its tokens and installations stop working.
   *
   * @example
   * ```ts
   * await latchkey.deleteIntegration({ id: "ID" });
   * ```
   */
  readonly deleteIntegration: Method<"deleteIntegration">;
  /**
   * Generates a new secret and returns it, once; the previous one stays valid for a while.
   *
   * @example
   * ```ts
   * const result = await latchkey.rotateIntegrationSecret({ id: "ID" });
   * ```
   */
  readonly rotateIntegrationSecret: Method<"rotateIntegrationSecret">;
  /**
   * Issues a new token of an internal integration and returns it, once; the previous one stays valid for a while.
   *
   * @example
   * ```ts
   * const result = await latchkey.issueIntegrationToken({ id: "ID" });
   * ```
   */
  readonly issueIntegrationToken: Method<"issueIntegrationToken">;
  /**
   * Revokes every token of an internal integration at once.
   *
   * @example
   * ```ts
   * await latchkey.revokeIntegrationTokens({ id: "ID" });
   * ```
   */
  readonly revokeIntegrationTokens: Method<"revokeIntegrationTokens">;
  /**
   * Generates a new secret for webhooks and returns it, once; for a while they are signed with the previous one as well.
   *
   * @example
   * ```ts
   * const result = await latchkey.rotateWebhookSecret({ id: "ID" });
   * ```
   */
  readonly rotateWebhookSecret: Method<"rotateWebhookSecret">;
  /**
   * Sends a test webhook, once, and returns its outcome.
   *
   * @example
   * ```ts
   * const result = await latchkey.testWebhook({ id: "ID" });
   * ```
   */
  readonly testWebhook: Method<"testWebhook">;
  /**
   * Lists the webhooks of an integration of the last seven days, the newest first, a page at a time.
   *
   * @example
   * ```ts
   * const result = await latchkey.listWebhookDeliveries({ id: "ID" });
   * ```
   */
  readonly listWebhookDeliveries: Method<"listWebhookDeliveries">;
  /**
   * Lists where integrations are installed, the newest first (more than 2,000 by id), a page at a time.
   *
   * @example
   * ```ts
   * const result = await latchkey.listInstallations();
   * ```
   */
  readonly listInstallations: Method<"listInstallations">;
  /**
   * Returns an installation.
   *
   * @example
   * ```ts
   * const result = await latchkey.getInstallation({ bot_id: "BOT_ID" });
   * ```
   */
  readonly getInstallation: Method<"getInstallation">;
  /**
   * Changes what is shared with an installation.
   *
   * @example
   * ```ts
   * const result = await latchkey.updateInstallation({
   *   bot_id: "BOT_ID",
   *   body: {
   *     resources: [
   *       "7ea00000-0000-4000-8000-000000000001"
   *     ]
   *   }
   * });
   * ```
   */
  readonly updateInstallation: Method<"updateInstallation">;
  /**
   * Disconnects an installation; its tokens stop working.
   *
   * @example
   * ```ts
   * await latchkey.deleteInstallation({ bot_id: "BOT_ID" });
   * ```
   */
  readonly deleteInstallation: Method<"deleteInstallation">;
  /**
   * Returns the bot of an access token, what the token permits and what is shared.
   *
   * @example
   * ```ts
   * const result = await latchkey.introspectIntegrationToken({
   *   body: {
   *     token: "an access token of an integration"
   *   }
   * });
   * ```
   */
  readonly introspectIntegrationToken: Method<"introspectIntegrationToken">;
  /**
   * Returns what an integration asks of a user.
   *
   * @example
   * ```ts
   * const result = await latchkey.getWorkspaceConsentRequest({ consent_challenge: "CONSENT_CHALLENGE" });
   * ```
   */
  readonly getWorkspaceConsentRequest: Method<"getWorkspaceConsentRequest">;
  /**
   * Accepts what an integration asks, and returns where to send the browser next.
   *
   * @example
   * ```ts
   * const result = await latchkey.acceptWorkspaceConsentRequest({
   *   consent_challenge: "CONSENT_CHALLENGE",
   *   body: {
   *     workspace_id: "a11ce000-0000-4000-8000-000000000001",
   *     resources: [
   *       "7ea00000-0000-4000-8000-000000000001"
   *     ]
   *   }
   * });
   * ```
   */
  readonly acceptWorkspaceConsentRequest: Method<"acceptWorkspaceConsentRequest">;
  /**
   * Denies what an integration asks, and returns where to send the browser next.
   *
   * @example
   * ```ts
   * const result = await latchkey.rejectWorkspaceConsentRequest({ consent_challenge: "CONSENT_CHALLENGE" });
   * ```
   */
  readonly rejectWorkspaceConsentRequest: Method<"rejectWorkspaceConsentRequest">;
  /**
   * Lists the types of authorization details by name, a page at a time.
   *
   * @example
   * ```ts
   * const result = await latchkey.listAuthorizationDetailsTypes();
   * ```
   */
  readonly listAuthorizationDetailsTypes: Method<"listAuthorizationDetailsTypes">;
  /**
   * Registers a type of authorization details.
   * Clients may request it once it is among their `authorization_details_types`.
   *
   * @example
   * ```ts
   * const result = await latchkey.createAuthorizationDetailsType({
   *   body: {
   *     type: "payment_initiation",
   *     schema: {
   *       type: "object",
   *       properties: {
   *         type: {
   *           const: "payment_initiation"
   *         },
   *         amount: {
   *           type: "number",
   *           exclusiveMinimum: 0
   *         },
   *         currency: {
   *           type: "string",
   *           pattern: "^[A-Z]{3}$"
   *         },
   *         creditor: {
   *           type: "string",
   *           maxLength: 70
   *         }
   *       },
   *       required: [
   *         "type",
   *         "amount",
   *         "currency",
   *         "creditor"
   *       ],
   *       additionalProperties: false
   *     },
   *     sentences: {
   *       en: "Pay {amount} {currency} to {creditor}",
   *       de: "{amount} {currency} an {creditor} zahlen"
   *     },
   *     reducible: [
   *       "/amount"
   *     ]
   *   }
   * });
   * ```
   */
  readonly createAuthorizationDetailsType: Method<"createAuthorizationDetailsType">;
  /**
   * Returns a type of authorization details.
   *
   * @example
   * ```ts
   * const result = await latchkey.getAuthorizationDetailsType({ type: "TYPE" });
   * ```
   */
  readonly getAuthorizationDetailsType: Method<"getAuthorizationDetailsType">;
  /**
   * Replaces a type of authorization details.
   * What was granted before stays as it was granted.
   *
   * @example
   * ```ts
   * const result = await latchkey.updateAuthorizationDetailsType({
   *   type: "TYPE",
   *   body: {
   *     type: "payment_initiation",
   *     schema: {
   *       type: "object",
   *       properties: {
   *         type: {
   *           const: "payment_initiation"
   *         },
   *         amount: {
   *           type: "number",
   *           exclusiveMinimum: 0
   *         },
   *         currency: {
   *           type: "string",
   *           pattern: "^[A-Z]{3}$"
   *         },
   *         creditor: {
   *           type: "string",
   *           maxLength: 70
   *         }
   *       },
   *       required: [
   *         "type",
   *         "amount",
   *         "currency",
   *         "creditor"
   *       ],
   *       additionalProperties: false
   *     },
   *     sentences: {
   *       en: "Pay {amount} {currency} to {creditor}",
   *       de: "{amount} {currency} an {creditor} zahlen"
   *     },
   *     reducible: [
   *       "/amount"
   *     ]
   *   }
   * });
   * ```
   */
  readonly updateAuthorizationDetailsType: Method<"updateAuthorizationDetailsType">;
  /**
   * Deletes a type of authorization details, which can then no longer be requested.
   * Tokens that were issued keep their details.
   *
   * @example
   * ```ts
   * await latchkey.deleteAuthorizationDetailsType({ type: "TYPE" });
   * ```
   */
  readonly deleteAuthorizationDetailsType: Method<"deleteAuthorizationDetailsType">;
  /**
   * Lists recent authorizations, logouts and failed token requests, newest first, or those that changed since.
   *
   * @example
   * ```ts
   * const result = await latchkey.listFlows();
   * ```
   */
  readonly listFlows: Method<"listFlows">;
  /**
   * Returns one authorization, logout or failed token request step by step, with the rule that decided each.
   *
   * @example
   * ```ts
   * const result = await latchkey.getFlow({ flow_id: "FLOW_ID" });
   * ```
   */
  readonly getFlow: Method<"getFlow">;
  /**
   * Lists who changed what, newest first, all or those that match.
   *
   * @example
   * ```ts
   * const result = await latchkey.listAuditEntries();
   * ```
   */
  readonly listAuditEntries: Method<"listAuditEntries">;
  /**
   * Returns one entry of the audit log.
   *
   * @example
   * ```ts
   * const result = await latchkey.getAuditEntry({ sequence: "SEQUENCE" });
   * ```
   */
  readonly getAuditEntry: Method<"getAuditEntry">;
  /**
   * Returns entries of the audit log as lines of JSON, oldest first.
   * A response has some of the entries. Ask again with the number of the last one; an empty response is the end. `latchkey audit export` does so, and `latchkey audit verify` checks the lines.
   *
   * @example
   * ```ts
   * const result = await latchkey.exportAuditEntries();
   * ```
   */
  readonly exportAuditEntries: Method<"exportAuditEntries">;
  /**
   * Returns the number and the hash of the last entry, and of the last one that was dropped.
   *
   * @example
   * ```ts
   * const result = await latchkey.getAuditHead();
   * ```
   */
  readonly getAuditHead: Method<"getAuditHead">;
  /**
   * Lists the resources that files describe, by kind and id, a page at a time.
   *
   * @example
   * ```ts
   * const result = await latchkey.listManagedResources();
   * ```
   */
  readonly listManagedResources: Method<"listManagedResources">;
  /**
   * Labels a resource with its owner; 409 where it has another one.
   * A label is set before its resource is created and removed after it is deleted, so that an apply that was interrupted can go on.
   *
   * @example
   * ```ts
   * const result = await latchkey.labelManagedResource({
   *   body: {
   *     kind: "client",
   *     id: "photos",
   *     owner: "default"
   *   }
   * });
   * ```
   */
  readonly labelManagedResource: Method<"labelManagedResource">;
  /**
   * Removes the label of a resource, which stays as it is.
   *
   * @example
   * ```ts
   * await latchkey.releaseManagedResource({
   *   kind: "KIND",
   *   id: "ID",
   *   owner: "OWNER"
   * });
   * ```
   */
  readonly releaseManagedResource: Method<"releaseManagedResource">;
  /**
   * Makes the caller the only one that applies files of an owner, for a minute.
   *
   * @example
   * ```ts
   * await latchkey.holdApplyLease({
   *   body: {
   *     owner: "default",
   *     holder: "0190c6a4-3d0a-7b7c-8a52-3f1f6e1b2c3d"
   *   }
   * });
   * ```
   */
  readonly holdApplyLease: Method<"holdApplyLease">;
  /**
   * Ends the lease before its minute is over.
   *
   * @example
   * ```ts
   * await latchkey.releaseApplyLease({
   *   owner: "OWNER",
   *   holder: "HOLDER"
   * });
   * ```
   */
  readonly releaseApplyLease: Method<"releaseApplyLease">;
  /**
   * Returns whether a client has this secret, which no operation shows.
   *
   * @example
   * ```ts
   * const result = await latchkey.compareOAuth2ClientSecret({
   *   id: "ID",
   *   body: {
   *     client_secret: "a secret that the files name"
   *   }
   * });
   * ```
   */
  readonly compareOAuth2ClientSecret: Method<"compareOAuth2ClientSecret">;
  /**
   * Returns how many requests of the last days would have been refused if clients, APIs, trusted issuers and types of authorization details had been changed so; changes nothing.
   * Requests are counted for `usage.lifespan`, 30 days by default, as they are granted. A sign-in is one request with the redemption of its code.
   *
   * @example
   * ```ts
   * const result = await latchkey.predictImpact({
   *   body: {
   *     changes: [
   *       {
   *         kind: "client",
   *         id: "photos",
   *         after: {
   *           scope: "openid photos.read"
   *         }
   *       }
   *     ]
   *   }
   * });
   * ```
   */
  readonly predictImpact: Method<"predictImpact">;
  /**
   * Lists the API keys of the admin API, the newest first, without those of settings.
   *
   * @example
   * ```ts
   * const result = await latchkey.listApiKeys();
   * ```
   */
  readonly listApiKeys: Method<"listApiKeys">;
  /**
   * Creates an API key of the admin API, and returns it once.
   * A key may not be allowed more than its creator is.
   *
   * @example
   * ```ts
   * const result = await latchkey.createApiKey({
   *   body: {
   *     name: "CI of photos",
   *     operations: [
   *       "createOAuth2Client"
   *     ],
   *     expires_in: "2160h"
   *   }
   * });
   * ```
   */
  readonly createApiKey: Method<"createApiKey">;
  /**
   * Returns what an API key may do, and when it was last used.
   *
   * @example
   * ```ts
   * const result = await latchkey.getApiKey({ id: "ID" });
   * ```
   */
  readonly getApiKey: Method<"getApiKey">;
  /**
   * Changes the name of an API key.
   *
   * @example
   * ```ts
   * const result = await latchkey.renameApiKey({
   *   id: "ID",
   *   body: {
   *     name: "CI of photos and albums"
   *   }
   * });
   * ```
   */
  readonly renameApiKey: Method<"renameApiKey">;
  /**
   * Deletes an API key, which all servers refuse within a second.
   * The key of the request itself is deleted only with `force=true`.
   *
   * @example
   * ```ts
   * await latchkey.revokeApiKey({ id: "ID" });
   * ```
   */
  readonly revokeApiKey: Method<"revokeApiKey">;
  /**
   * Lists the users who may use the console and the command, by name.
   *
   * @example
   * ```ts
   * const result = await latchkey.listOperators();
   * ```
   */
  readonly listOperators: Method<"listOperators">;
  /**
   * Gives a user a role, with which they sign in to the console and the command.
   * A role may not be allowed more than its giver is.
   *
   * @example
   * ```ts
   * const result = await latchkey.addOperator({
   *   body: {
   *     username: "bob",
   *     role: "operator"
   *   }
   * });
   * ```
   */
  readonly addOperator: Method<"addOperator">;
  /**
   * Returns the role of a user.
   *
   * @example
   * ```ts
   * const result = await latchkey.getOperator({ subject: "SUBJECT" });
   * ```
   */
  readonly getOperator: Method<"getOperator">;
  /**
   * Replaces the role of a user, from their next request on.
   *
   * @example
   * ```ts
   * const result = await latchkey.updateOperator({
   *   subject: "SUBJECT",
   *   body: {
   *     role: "viewer"
   *   }
   * });
   * ```
   */
  readonly updateOperator: Method<"updateOperator">;
  /**
   * Takes the role of a user, ends their sessions, and deletes the API keys they created.
   *
   * @example
   * ```ts
   * await latchkey.removeOperator({ subject: "SUBJECT" });
   * ```
   */
  readonly removeOperator: Method<"removeOperator">;
  /**
   * Exchanges an access token of the console or the command for a session.
   * The token is of the client `latchkey-console` or `latchkey-command`, and is revoked. Its user needs a role.
   *
   * @example
   * ```ts
   * const result = await latchkey.createOperatorSession();
   * ```
   */
  readonly createOperatorSession: Method<"createOperatorSession">;
  /**
   * Ends the session of the caller.
   *
   * @example
   * ```ts
   * await latchkey.endOperatorSession();
   * ```
   */
  readonly endOperatorSession: Method<"endOperatorSession">;
  /**
   * Returns how much of what another server issued is still valid, and until when its secrets are needed.
   * `latchkey doctor` explains the response.
   *
   * @example
   * ```ts
   * const result = await latchkey.getTakeover();
   * ```
   */
  readonly getTakeover: Method<"getTakeover">;
  /**
   * Ends all that a subject, a login session, a client, a grant or an API holds: tokens, grants, sessions and requests under way.
   * Every server refuses it within half a second. APIs that verify JWTs by themselves learn of it from the list at `ended_tokens_uri`. Repeating it ends what was requested since.
   *
   * @example
   * ```ts
   * const result = await latchkey.endEverything({
   *   body: {
   *     subject: "alice",
   *     dry_run: true
   *   }
   * });
   * ```
   */
  readonly endEverything: Method<"endEverything">;
  /**
   * Returns a signed list by which APIs recognise JWT access tokens that ended before their time.
   * The list names nothing: it has salted hashes, which follow from the claims of a token. `@latchkey/protect` reads it.
   *
   * @example
   * ```ts
   * const result = await latchkey.listEndedTokens();
   * ```
   */
  readonly listEndedTokens: Method<"listEndedTokens">;
}
