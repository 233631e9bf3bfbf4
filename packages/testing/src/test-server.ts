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
  readonly issuer: string;
  readonly admin_url: string;
  /** Requests to the issuer and to the admin API without a socket. Redirects are not followed. Other URLs are fetched. */
  readonly fetch: typeof fetch;
  /** The SDK, for both listeners. */
  readonly api: Client;
  readonly clock: TestClock;
  /** Creates an account of the built-in sign-in pages. */
  createUser(user?: NewTestUser): Promise<TestUser>;
  /** Creates a client and returns it with its secret. */
  createClient(client?: OAuth2ClientInput): Promise<TestClient>;
  /** Signs in without a browser, through every step of the authorization code flow, and returns the tokens. */
  signIn(options: SignInOptions): Promise<SignedIn>;
  /** Signs a browser out, and notifies the clients that it was signed in to. Returns where the browser ends. */
  signOut(options: SignOutOptions): Promise<Response>;
  /** A browser with cookies of its own, for `signIn` or for requests of the test. */
  openBrowser(): TestBrowser;
  /** Moves the clock to the second after a code or token expires. */
  expire(token: string): Promise<void>;
  /** Revokes an access or refresh token, with all tokens of the same grant. */
  revoke(token: string): Promise<void>;
  /** Creates a new signing key, which signs from now on. With `remove_old`, tokens of earlier keys cannot be verified any more. */
  rotateKeys(options?: { readonly remove_old?: boolean }): Promise<{ readonly kid: string }>;
  /** Makes the next request of the app fail. Requests of `createUser`, `createClient` and `signIn` do not count. */
  failNext(fault: Fault): void;
  /** Every request and how it was decided, oldest first: the last 10,000. */
  readonly events: readonly RequestEvent[];
  /** Every back-channel logout. It is also sent if the server listens and the app is on this machine. */
  readonly backchannel_calls: readonly BackchannelCall[];
  /** Deletes expired rows, as a server does in the background. Returns their number. */
  sweep(): Promise<number>;
  /** Stops the server. Everything in it is gone. */
  stop(): Promise<void>;
}

/** A request and its response, without secrets. */
export type RequestEvent = DescribedResponse;
