import { type Browser, openBrowser } from "./browser.ts";
import type { TestServer } from "./server.ts";

/** A page as a browser without scripts shows it. */
export interface VisitedPage {
  readonly url: URL;
  readonly status: number;
  readonly headers: Headers;
  readonly body: string;
  /** Without markup. */
  readonly text: string;
}

/** A browser without scripts that follows redirects, and sends forms as they are. */
export interface PageVisitor {
  readonly browser: Browser;
  /** Stops at the first page, or at a URL of another site, which it does not open. */
  visit(url: string): Promise<VisitedPage>;
  /** Sends the form whose hidden `action` has that value, or the first one. */
  submit(
    page: VisitedPage,
    fields: Readonly<Record<string, string>>,
    action?: string,
  ): Promise<VisitedPage>;
}

const MAX_STEPS = 10;
const USER_AGENT = "Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0";

export function openVisitor(
  world: Pick<TestServer, "fetch">,
  {
    user_agent = USER_AGENT,
    browser = openBrowser(world),
    isElsewhere = ({ hostname }: URL): boolean => hostname.endsWith(".example"),
  } = {},
): PageVisitor {
  const headers = { "user-agent": user_agent };

  const follow = async (first: string, init: RequestInit = {}): Promise<VisitedPage> => {
    let [url, sent]: [URL, RequestInit] = [new URL(first, "http://public.test"), init];
    for (let step = 0; step < MAX_STEPS; step += 1) {
      const response = await browser.go(url.href, { headers, ...sent });
      const body = await response.text();
      const refresh = /http-equiv="refresh"\s+content="\d+;url=([^"]*)"/.exec(body)?.[1];
      const next = response.headers.get("location") ?? unescape(refresh);
      if (next === undefined) return pageOf(url, response, body);
      url = new URL(next, url);
      sent = {};
      if (isElsewhere(url)) return pageOf(url, response, "");
    }
    throw new Error(`More than ${MAX_STEPS} redirects.`);
  };

  return {
    browser,
    visit: (url) => follow(url),
    submit(page, fields, action) {
      const forms = [...page.body.matchAll(/<form method="post" action="([^"]*)">(.*?)<\/form>/gs)];
      const form = forms.find(
        ([, , content = ""]) =>
          action === undefined || content.includes(`name="action" value="${action}"`),
      );
      if (form === undefined) throw new Error(`No form ${action ?? ""} at ${page.url.href}.`);
      const [, target = "", content = ""] = form;
      const hidden = [...content.matchAll(/type="hidden" name="([^"]*)" value="([^"]*)"/g)].map(
        ([, name = "", value = ""]): [string, string] => [name, unescape(value) ?? ""],
      );
      const body = new URLSearchParams({ ...Object.fromEntries(hidden), ...fields }).toString();
      return follow(new URL(unescape(target) ?? "", page.url).href, {
        method: "POST",
        headers: { ...headers, "content-type": "application/x-www-form-urlencoded" },
        body,
      });
    },
  };
}

function pageOf(url: URL, { status, headers }: Response, body: string): VisitedPage {
  const [, main = ""] = /<main[^>]*>(.*)<\/main>/s.exec(body) ?? [];
  const text = main.replaceAll(/<[^>]*>/g, " ").replaceAll(/\s+/g, " ");
  return { url, status, headers, body, text: unescape(text.trim()) ?? "" };
}

const CHARACTERS: Readonly<Record<string, string>> = {
  "&amp;": "&",
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
  "&#39;": "'",
};

function unescape(text: string | undefined): string | undefined {
  return text?.replaceAll(/&(?:amp|lt|gt|quot|#39);/g, (entity) => CHARACTERS[entity] ?? "");
}
