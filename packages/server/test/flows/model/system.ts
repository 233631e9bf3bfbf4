import type { OAuth2ClientInput, OAuth2TokenResponse } from "@latchkey/api";
import { basic, bearer } from "@latchkey/client";
import { locationOf, openBrowser } from "../../support/browser.ts";
import { DEVICE_CODE } from "../../support/device.ts";
import { type DeviceActions, deviceActions } from "./device-system.ts";
import type { FlowHandles } from "./handles.ts";
import type { ConsentAnswer, Exchanger, LoginAnswer, Party, User, Prompt, Scope } from "./state.ts";
import type { World } from "./world.ts";

const CALLBACK = "https://photos.example/callback";
const PUBLIC = "http://public.test";
const TOKEN_EXCHANGE = "urn:ietf:params:oauth:grant-type:token-exchange";
const ACCESS_TOKEN = "urn:ietf:params:oauth:token-type:access_token";

/** What a client asks for. */
interface Asked {
  readonly prompt: Prompt;
  readonly scope: Scope;
  readonly hybrid: boolean;
  /** RFC 9126: whether the client pushes the request, which changes nothing else. */
  readonly pushed: boolean;
}

/** The commands of the model, sent to the server. Results are in the terms of the model. */
export interface System extends DeviceActions {
  readonly world: World;
  authorize(asked: Asked): Promise<unknown>;
  answerLogin(flow: number, answer: LoginAnswer | undefined): Promise<number>;
  answerConsent(flow: number, answer: ConsentAnswer | undefined): Promise<number>;
  useLogin(flow: number, bound: boolean): Promise<string>;
  useConsent(flow: number, bound: boolean): Promise<string>;
  redeem(flow: number, by: Party): Promise<boolean>;
  refresh(token: number, by: Party): Promise<boolean>;
  revoke(token: number, by: Exchanger): Promise<number>;
  /** Whom the new token is of, and who acts; undefined where there is none. */
  exchange(
    token: number,
    by: Exchanger,
  ): Promise<{ user: string; actors: readonly string[] } | undefined>;
  isActive(token: number): Promise<boolean>;
  userinfo(token: number): Promise<number>;
  revokeConsents(user: User): Promise<number>;
  revokeSessions(user: User): Promise<number>;
  callBack(): Promise<number>;
  startLogout(): Promise<boolean>;
  answerLogout(logout: number, state: "accepted" | "rejected"): Promise<number>;
  useLogout(logout: number): Promise<{ let_go: boolean; copy_lives: boolean }>;
  /** Whether a provider answered this, so that the browser has somewhere to go. */
  isAnswered(what: "login" | "consent" | "logout", index: number): boolean;
}

/** The authentication of each party. */
export type Credentials = Readonly<Record<Exchanger, string>>;

/** Registers the clients of all runs. */
export async function registerParties({ latchkey }: World): Promise<Credentials> {
  const register = async (client_id: Exchanger, more: OAuth2ClientInput = {}): Promise<string> => {
    const { client_secret = "" } = await latchkey.createOAuth2Client({
      body: {
        client_id,
        grant_types: [
          "authorization_code",
          "implicit",
          "refresh_token",
          DEVICE_CODE,
          TOKEN_EXCHANGE,
        ],
        response_types: ["code", "code token"],
        redirect_uris: [CALLBACK],
        scope: "openid offline",
        ...more,
      },
    });
    return basic(client_id, client_secret);
  };
  return {
    photos: await register("photos"),
    mallory: await register("mallory"),
    gateway: await register("gateway", { token_exchange_subject_clients: ["photos"] }),
    ghost: await register("ghost", {
      token_exchange_subject_clients: ["photos", "gateway"],
      token_exchange_type: "impersonation",
    }),
  };
}

/** The server as one sequence of commands sees it: the users of each run are its own. */
export function createSystem(world: World, credentials: Credentials, run: number): System {
  const { latchkey } = world;
  const browser = openBrowser(world);
  const stranger = openBrowser(world);
  const flows: FlowHandles[] = [];
  const logouts: { challenge: string; url?: string }[] = [];
  const tokens: string[] = [];
  const subjectOf = (user: User): string => `${user}-${run}`;
  const credentialsOf = (by: Exchanger) => ({ authorization: credentials[by] });

  const push = async (asked: Asked): Promise<string> => {
    const { client_id, ...form } = parametersOf(asked);
    const { request_uri } = await latchkey.pushAuthorizationRequest(form, credentialsOf("photos"));
    return `${PUBLIC}/oauth2/auth?${new URLSearchParams({ client_id, request_uri })}`;
  };

  const use = async (flow: number, question: "login" | "consent", bound: boolean) => {
    const handles = at(flows, flow);
    const response = await (bound ? browser : stranger).go(handles[question] ?? "");
    if (response.status !== 302) return "page";
    const location = locationOf(response);
    if (location.pathname.startsWith("/device/")) return location.pathname.slice("/device/".length);
    const parameters = new URLSearchParams([
      ...location.searchParams,
      ...new URLSearchParams(location.hash.slice(1)),
    ]);
    const { consent_challenge, code, access_token, error } = Object.fromEntries(parameters);
    if (access_token !== undefined) tokens.push(access_token);
    if (consent_challenge !== undefined) handles.consent_challenge = consent_challenge;
    if (code !== undefined) handles.code = code;
    return error ?? (code === undefined ? "consent" : "code");
  };

  const ask = async (
    form: { grant_type: string; code?: string; refresh_token?: string },
    by: Party,
  ) => {
    const redirect_uri = CALLBACK;
    const reply = await latchkey.call("oauth2Token", { ...form, redirect_uri }, credentialsOf(by));
    if (!reply.ok) return expectRefusal(reply.status, reply.body);
    keep(reply.body);
    return true;
  };

  /** Keeps the tokens of a response, unless it repeats another. */
  const keep = ({ access_token, refresh_token }: OAuth2TokenResponse): void => {
    const got = [access_token, ...(refresh_token === undefined ? [] : [refresh_token])];
    const isRepeat = got.every((token) => tokens.includes(token));
    if (!isRepeat) tokens.push(...got);
  };

  const userOf = (subject: string): string => subject.replace(`-${run}`, "");

  const readLogin = async (login_challenge: string) => {
    const { skip, subject } = await latchkey.getLoginRequest({ login_challenge });
    return { skip, subject: userOf(subject) };
  };

  return {
    world,
    ...deviceActions(world, { browser, flows, credentialsOf, readLogin, keep }),
    async authorize(asked) {
      const location = locationOf(
        await browser.go(asked.pushed ? await push(asked) : authorizationOf(asked)),
      );
      const login_challenge = location.searchParams.get("login_challenge");
      if (login_challenge === null) return errorOf(location);
      flows.push({ login_challenge });
      return readLogin(login_challenge);
    },

    async answerLogin(flow, answer) {
      const handles = at(flows, flow);
      const { login_challenge } = handles;
      const reply =
        answer === undefined
          ? await latchkey.call("rejectLoginRequest", { login_challenge })
          : await latchkey.call("acceptLoginRequest", {
              login_challenge,
              body: {
                subject: subjectOf(answer.user),
                remember: answer.remember,
                remember_for: answer.remember_for,
              },
            });
      if (reply.ok) handles.login = reply.body.redirect_to;
      return reply.status;
    },

    async answerConsent(flow, answer) {
      const handles = at(flows, flow);
      const { consent_challenge = "" } = handles;
      const reply =
        answer === undefined
          ? await latchkey.call("rejectConsentRequest", { consent_challenge })
          : await latchkey.call("acceptConsentRequest", {
              consent_challenge,
              body: {
                grant_scope: answer.scope.split(" "),
                remember: answer.remember,
                remember_for: answer.remember_for,
              },
            });
      if (reply.ok) handles.consent = reply.body.redirect_to;
      return reply.status;
    },

    useLogin: (flow, bound) => use(flow, "login", bound),
    useConsent: (flow, bound) => use(flow, "consent", bound),
    redeem: (flow, by) =>
      ask({ grant_type: "authorization_code", code: at(flows, flow).code ?? "" }, by),
    refresh: (token, by) =>
      ask({ grant_type: "refresh_token", refresh_token: at(tokens, token) }, by),

    async revoke(token, by) {
      const input = { token: at(tokens, token) };
      return (await latchkey.call("revokeOAuth2Token", input, credentialsOf(by))).status;
    },

    async exchange(token, by) {
      const subject = { subject_token: at(tokens, token), subject_token_type: ACCESS_TOKEN };
      const input = { grant_type: TOKEN_EXCHANGE, ...subject };
      const reply = await latchkey.call("oauth2Token", input, credentialsOf(by));
      if (!reply.ok) return void expectRefusal(reply.status, reply.body, "invalid_request");
      const { access_token } = reply.body;
      tokens.push(access_token);
      const found = await latchkey.introspectOAuth2Token({ token: access_token });
      if (!found.active || found.client_id !== by) throw new Error("The exchange gave no token.");
      return { user: userOf(found.sub ?? ""), actors: actorsOf(found.act) };
    },

    async isActive(token) {
      return (await latchkey.introspectOAuth2Token({ token: at(tokens, token) })).active;
    },

    async userinfo(token) {
      const authorization = bearer(at(tokens, token));
      return (await latchkey.call("userinfo", {}, { authorization })).status;
    },

    async revokeConsents(user) {
      const input = { subject: subjectOf(user), all: true };
      return (await latchkey.call("revokeConsentSessions", input)).status;
    },

    async revokeSessions(user) {
      const input = { subject: subjectOf(user) };
      return (await latchkey.call("revokeAuthenticationSession", input)).status;
    },

    async callBack() {
      return (await latchkey.call("deleteOAuth2Token", { client_id: "photos" })).status;
    },

    async startLogout() {
      const location = locationOf(await browser.go(`${PUBLIC}/oauth2/sessions/logout`));
      const challenge = location.searchParams.get("logout_challenge");
      if (challenge !== null) logouts.push({ challenge });
      return challenge !== null;
    },

    async answerLogout(logout, state) {
      const handles = at(logouts, logout);
      const input = { logout_challenge: handles.challenge };
      if (state === "rejected") return (await latchkey.call("rejectLogoutRequest", input)).status;
      const reply = await latchkey.call("acceptLogoutRequest", input);
      if (reply.ok) handles.url = reply.body.redirect_to;
      return reply.status;
    },

    async useLogout(logout) {
      const copy = browser.clone();
      const { status } = await browser.go(at(logouts, logout).url ?? "");
      const asked = authorizationOf({ prompt: "none", scope: "openid", hybrid: false });
      const copy_lives = errorOf(locationOf(await copy.go(asked))) !== "login_required";
      return { let_go: status === 302, copy_lives };
    },

    isAnswered: (what, index) =>
      what === "logout" ? logouts[index]?.url !== undefined : flows[index]?.[what] !== undefined,
  };
}

type Parameters = Omit<Asked, "pushed">;

function authorizationOf(asked: Parameters): string {
  return `${PUBLIC}/oauth2/auth?${new URLSearchParams(parametersOf(asked))}`;
}

function parametersOf({ prompt, scope, hybrid }: Parameters) {
  return {
    response_type: hybrid ? "code token" : "code",
    client_id: "photos",
    redirect_uri: CALLBACK,
    scope,
    state: "a state of photos",
    ...(prompt && { prompt }),
  };
}

function at<T>(list: readonly T[], index: number): T {
  const item = list[index];
  if (item === undefined) throw new Error("The sequence never got that far.");
  return item;
}

function errorOf({ searchParams, hash }: URL): string | null {
  return searchParams.get("error") ?? new URLSearchParams(hash.slice(1)).get("error");
}

/** RFC 6749 §5.2: every invalid code or refresh token gets the same error. */
function expectRefusal(status: number, body: unknown, error = "invalid_grant"): false {
  const isPlain = typeof body === "object" && body !== null && "error" in body;
  if (status === 400 && isPlain && body.error === error) return false;
  throw new Error(`Expected ${error}, got ${status} ${JSON.stringify(body)}`);
}

/** RFC 8693 §4.1: who acts, the last one first. */
function actorsOf(act: unknown): readonly string[] {
  if (typeof act !== "object" || act === null || !("sub" in act)) return [];
  return [String(act.sub), ...actorsOf("act" in act ? act.act : undefined)];
}
