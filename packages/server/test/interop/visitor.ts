import { createJar } from "./cookie-jar.ts";
import { alice } from "../support/sign-in-server.ts";
import { type Form, readForm, readRefresh } from "./form.ts";

/** A user at a browser without a screen: keeps cookies, follows redirects, fills in what the pages ask. */
export interface Visitor {
  /** Goes on until a page asks for nothing more, or until it leaves for a site that is not known. */
  visit(url: string | URL): Promise<Arrival>;
}

/** Where the browser ended. */
export interface Arrival {
  /** The last request, its body unread. A fragment is in its URL. */
  readonly request: Request;
  /** What a known site showed; undefined for an unknown one. */
  readonly page: string | undefined;
  /** The paths of the pages that were filled in on the way. */
  readonly asked: readonly string[];
}

/** Whom the visitor can reach, and how they answer. */
export interface VisitorOptions {
  readonly issuer: string;
  /** Clients that run in this process, by origin. */
  readonly sites?: Readonly<Record<string, Site>>;
  /** The account; alice's when left out. */
  readonly account?: { readonly username: string; readonly password: string };
  readonly remember?: boolean;
  /** What is pressed where there is a choice. */
  readonly decisions?: readonly string[];
}

/** A website that needs no socket. */
export type Site = (request: Request) => Promise<Response>;

/** Opens a browser for alice, who allows everything unless the options say otherwise. */
export function openVisitor(options: VisitorOptions): Visitor {
  const { issuer, sites = {}, account = alice, remember = false } = options;
  const { decisions = ["sign_in", "allow", "sign_out", "confirm"] } = options;
  const jar = createJar();
  const known: Readonly<Record<string, Site>> = { [issuer]: (request) => fetch(request), ...sites };

  const press = (page: string, from: string): Request | undefined => {
    const form = readForm(page);
    return (
      form &&
      new Request(new URL(form.action, from), fillIn(form, { account, remember, decisions }))
    );
  };

  return {
    async visit(url) {
      const asked: string[] = [];
      let request = new Request(url);
      for (let step = 0; step < MAX_STEPS; step += 1) {
        const site = known[new URL(request.url).origin];
        if (site === undefined) return { request, page: undefined, asked };
        const sent = request.clone();
        const response = await site(jar.equip(sent));
        jar.keep(sent.url, response);

        const page = await response.text();
        const next = follow(response, page, request.url) ?? press(page, request.url);
        if (next === undefined) return { request, page, asked };
        if (next.method === "POST") asked.push(new URL(request.url).pathname);
        request = next;
      }
      throw new Error(`Sent in circles, last to ${request.url}.`);
    },
  };
}

/** More than any flow has. */
const MAX_STEPS = 25;

function follow(response: Response, page: string, from: string): Request | undefined {
  const onward = response.headers.get("location") ?? readRefresh(page);
  return onward === undefined ? undefined : new Request(new URL(onward, from));
}

type Habits = Required<Pick<VisitorOptions, "account" | "remember" | "decisions">>;

function fillIn(form: Form, { account, remember, decisions }: Habits): RequestInit {
  const { fields } = form;
  if (fields.has("username")) fields.set("username", account.username);
  if (fields.has("password")) fields.set("password", account.password);
  if (remember && fields.has("password")) fields.set("remember", "on");
  const decision = form.decisions.find((value) => decisions.includes(value));
  if (decision !== undefined) fields.set("decision", decision);
  return { method: "POST", body: fields };
}
