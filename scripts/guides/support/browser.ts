import { createJar } from "../../../packages/server/test/interop/cookie-jar.ts";
import { type Form, readForm, readRefresh } from "../../../packages/server/test/interop/form.ts";
import { alice } from "./latchkey.ts";

/** A page as the browser shows it. */
export interface Page {
  readonly url: URL;
  readonly status: number;
  readonly html: string;
}

/** A browser without a screen: it keeps cookies, follows redirects, and submits forms on request. */
export interface Browser {
  open(url: string | URL): Promise<Page>;
  /** Follows the link with this text on the current page. */
  follow(text: string): Promise<Page>;
  /** Submits the form of the current page. */
  submit(fields?: Readonly<Record<string, string>>): Promise<Page>;
}

/** A redirect to a `blocked` URL is not followed: the browser stops there, on an empty page. */
export function openBrowser(blocked: (url: URL) => boolean = () => false): Browser {
  const jar = createJar();
  let current: Page | undefined;

  const page = (): Page => {
    if (current === undefined) throw new Error("No page is open.");
    return current;
  };
  const load = async (first: Request): Promise<Page> => {
    let request = first;
    for (let step = 0; step < MAX_STEPS; step += 1) {
      const { url } = request;
      const response = await fetch(jar.equip(request), { signal: AbortSignal.timeout(TIMEOUT_MS) });
      jar.keep(url, response);
      const html = await response.text();
      const next = response.headers.get("location") ?? readRefresh(html);
      if (next === undefined) {
        current = { url: new URL(url), status: response.status, html };
        return current;
      }
      request = new Request(new URL(next, url));
      if (blocked(new URL(request.url))) {
        current = { url: new URL(request.url), status: 0, html: "" };
        return current;
      }
    }
    throw new Error(`Too many redirects, the last to ${request.url}.`);
  };

  return {
    open: (url) => load(new Request(url)),
    async follow(text) {
      const { url, html } = page();
      const link = new RegExp(`<a href="([^"]*)">${RegExp.escape(text)}</a>`).exec(html)?.[1];
      if (link === undefined) throw new Error(`${url.href} has no link “${text}”:\n${html}`);
      return load(new Request(new URL(link, url)));
    },
    async submit(fields = {}) {
      const { url, html } = page();
      const form = readForm(html);
      if (form === undefined) throw new Error(`${url.href} has no form:\n${html}`);
      return load(requestOf(form, fields, url));
    },
  };
}

/** What alice presses on the pages of Latchkey: everything that goes on, unless she denies the request. */
const ANSWERS = ["sign_in", "allow", "sign_out", "confirm"];
const DENIALS = ["sign_in", "deny"];

/**
 * Answers the pages of Latchkey as alice, until the browser is elsewhere. Returns the paths of the pages that were answered, and
 * the page that it ended on.
 */
export async function answerPages(
  browser: Browser,
  from: Page,
  {
    issuer,
    deny = false,
    last = "",
  }: {
    readonly issuer: string;
    readonly deny?: boolean;
    /** The path of a page of Latchkey that ends the flow, where no app does. */
    readonly last?: string;
  },
): Promise<{ readonly answered: readonly string[]; readonly page: Page }> {
  const answered: string[] = [];
  let page = from;
  while (page.url.origin === new URL(issuer).origin && page.url.pathname !== last) {
    const form = readForm(page.html);
    const decision = form?.decisions.find((value) => (deny ? DENIALS : ANSWERS).includes(value));
    if (form === undefined || answered.length === MAX_STEPS) {
      throw new Error(`${page.url.href} cannot be answered:\n${page.html}`);
    }
    answered.push(page.url.pathname);
    page = await browser.submit({
      ...(form.fields.has("password") && { username: alice.username, password: alice.password }),
      ...(decision !== undefined && { decision }),
    });
  }
  return { answered, page };
}

const MAX_STEPS = 25;
const TIMEOUT_MS = 60_000;

function requestOf(form: Form, fields: Readonly<Record<string, string>>, url: URL): Request {
  for (const [name, value] of Object.entries(fields)) form.fields.set(name, value);
  return new Request(new URL(form.action, url), {
    method: "POST",
    body: form.fields,
    headers: { origin: url.origin },
  });
}
