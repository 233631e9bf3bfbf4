import type { OAuth2ClientInput } from "@latchkey/api";
import type { Client } from "@latchkey/client";
import type { DescribedResponse } from "@latchkey/server/testing";
import type { BackchannelCall } from "./backchannel.ts";
import type { TestBrowser } from "./browser.ts";
import type { TestClient } from "./clients.ts";
import type { Instant, TestClock } from "./clock.ts";
import type { Fault } from "./faults.ts";
import type { SignOutOptions } from "./sign-out.ts";
import type { SignedIn, SignInOptions } from "./sign-in.ts";
import type { NewTestUser, TestUser } from "./users.ts";

/** How a test server starts. */
export interface TestServerOptions {
  /** Settings by key, such as `{ "ttl.access_token": "5m" }`. */
  readonly settings?: Readonly<Record<string, unknown>>;
  /** Whether it listens on 127.0.0.1, on free ports unless the settings name some; otherwise only `fetch` and `api` reach it. True when left out. */
  readonly listen?: boolean;
  /** Receives the lines of its log, from the level `log.level` of the settings (`error`); standard output when left out. */
  readonly log?: (lines: string) => void;
  /** Where its clock stands. Without it the clock is that of the machine, until the test moves it. */
  readonly at?: Instant;
  /**
   * The seed of client ids, secrets, subjects, codes and opaque tokens: the same calls in the same order give the same ones.
   * `true` is a seed too. The clock then stands still, at 2027-01-15T08:00:00Z unless `at` is given: codes contain times.
   */
  readonly predictable_ids?: boolean | string;
}

/** A Latchkey server within a test. */
export interface TestServer extends AsyncDisposable {
  /** The issuer, which is the base URL of the public listener. */
  readonly issuer: string;
  /** The base URL of the admin listener. */
  readonly admin_url: string;
  /** Requests to the issuer and to the admin API without a socket. Redirects are not followed. Other URLs are fetched. */
  readonly fetch: typeof fetch;
  /** The SDK, for both listeners. */
  readonly api: Client;
  /** Decides what has expired. */
  readonly clock: TestClock;
  /**
   * Creates an account of the built-in sign-in pages.
   *
   * @example
   * ```ts
   * const alice = await latchkey.createUser({ username: "alice", claims: { name: "Alice Liddell" } });
   * ```
   */
  createUser(user?: NewTestUser): Promise<TestUser>;
  /**
   * Creates a client and returns it with its secret.
   *
   * @example
   * ```ts
   * const photos = await latchkey.createClient({
   *   redirect_uris: ["http://127.0.0.1:3000/callback"],
   *   scope: "openid profile photos.read",
   * });
   * console.log(photos.client_id, photos.client_secret);
   * ```
   */
  createClient(client?: OAuth2ClientInput): Promise<TestClient>;
  /**
   * Signs in without a browser, through every step of the authorization code flow, and returns the tokens.
   *
   * @example
   * ```ts
   * const { access_token, claims } = await latchkey.signIn({ client, user, scope: "openid profile" });
   * console.log(access_token, claims["sub"]);
   * ```
   */
  signIn(options: SignInOptions): Promise<SignedIn>;
  /**
   * Signs a browser out, and notifies the clients that it was signed in to. Returns where the browser ends.
   *
   * @example
   * ```ts
   * const browser = latchkey.openBrowser();
   * await latchkey.signIn({ client, user, browser, login: { remember: true } });
   * await latchkey.signOut({ browser });
   * console.log(latchkey.backchannel_calls);
   * ```
   */
  signOut(options: SignOutOptions): Promise<Response>;
  /**
   * A browser with cookies of its own, for `signIn` or for requests of the test.
   *
   * @example
   * ```ts
   * const browser = latchkey.openBrowser();
   * await latchkey.signIn({ client, user, browser, login: { remember: true } });
   * await latchkey.signIn({ client, user, browser, prompt: "none" }); // Single sign-on.
   * ```
   */
  openBrowser(): TestBrowser;
  /**
   * Moves the clock to the second after a code or token expires.
   *
   * @example
   * ```ts
   * const { access_token } = await latchkey.signIn({ client, user });
   * await latchkey.expire(access_token);
   * ```
   */
  expire(token: string): Promise<void>;
  /**
   * Revokes an access or refresh token, with all tokens of the same grant.
   *
   * @example
   * ```ts
   * const { access_token } = await latchkey.signIn({ client, user });
   * await latchkey.revoke(access_token); // The app should ask the user to sign in again.
   * ```
   */
  revoke(token: string): Promise<void>;
  /**
   * Creates a new signing key, which signs from now on. With `remove_old`, tokens of earlier keys cannot be verified any more.
   *
   * @example
   * ```ts
   * const { kid } = await latchkey.rotateKeys();
   * console.log("An app that caches keys must fetch them again to find", kid);
   * ```
   */
  rotateKeys(options?: { readonly remove_old?: boolean }): Promise<{ readonly kid: string }>;
  /**
   * Makes the next request of the app fail. Requests of `createUser`, `createClient` and `signIn` do not count.
   *
   * @example
   * ```ts
   * latchkey.failNext({ operation: "oauth2Token", status: 503 });
   * ```
   */
  failNext(fault: Fault): void;
  /** Every request and how it was decided, oldest first: the last 10,000. */
  readonly events: readonly RequestEvent[];
  /** Every back-channel logout. It is also sent if the server listens and the app is on this machine. */
  readonly backchannel_calls: readonly BackchannelCall[];
  /**
   * Deletes expired rows, as a server does in the background. Returns their number.
   *
   * @example
   * ```ts
   * latchkey.clock.advance("60d");
   * console.log(await latchkey.sweep());
   * ```
   */
  sweep(): Promise<number>;
  /**
   * Stops the server. Everything in it is gone.
   *
   * @example
   * ```ts
   * import { after } from "node:test";
   *
   * after(() => latchkey.stop());
   * ```
   */
  stop(): Promise<void>;
}

/** A request and its response, without secrets. */
export type RequestEvent = DescribedResponse;
