import assert from "node:assert/strict";
import { hash } from "node:crypto";
import { test } from "node:test";

import { renderErrorPage } from "./error-page.ts";
import { responseOf, get, createTestPages, visibleText } from "../fixture.ts";
import { locales } from "../messages/locale.ts";
import { messagesIn } from "../messages/messages.ts";

const report = {
  error: "invalid_request",
  error_description: "The redirect_uri is not registered.",
  fix: "Register https://photos.example/callback.",
  request_id: "r-1",
  locale: "en",
} as const;

test("an error page shows the cause, the fix and the request ID", () => {
  const page = renderErrorPage(report);
  assert.equal(page.status, 400);
  assert.match(
    visibleText(page),
    /Reason The redirect_uri is not registered\. How to fix this Register https:\/\/photos\.example\/callback\. Error invalid_request Request ID r-1$/,
  );
});

test("it is self-contained, and its policy allows exactly its own style", () => {
  const { body, headers } = renderErrorPage(report);
  const [, style = ""] = /<style>(.*)<\/style>/s.exec(body) ?? [];
  const digest = `'sha256-${hash("sha256", style, "base64")}'`;
  assert.ok(String(headers["content-security-policy"]).includes(`style-src ${digest};`));
  assert.match(String(headers["content-security-policy"]), /img-src [^;]*data:/);
  const links = [...body.matchAll(/<link[^>]*>/g)].map(([link]) => link);
  assert.equal(links.length, 1);
  assert.match(links[0] ?? "", /rel="icon" type="image\/svg\+xml" href="data:image\/svg\+xml,/);
});

test("server_error is a 500, unless a status is given", () => {
  assert.equal(renderErrorPage({ ...report, error: "server_error" }).status, 500);
  assert.equal(renderErrorPage({ ...report, status: 404 }).status, 404);
});

test("a link to the error page cannot inject markup or long text", async () => {
  const query = new URLSearchParams({
    error: "<script>",
    error_description: `<img src=x> ${"call this number ".repeat(100)}`,
    request_id: '"><b>',
  });
  const page = await responseOf(createTestPages({}), get(`/error?${query.toString()}`));
  assert.equal(page.status, 400);
  assert.doesNotMatch(page.body, /<script|<img|<b>/);
  assert.ok(visibleText(page).length < 1_000);
});

const kinds = [
  [{ error: "invalid_request" }, "error"],
  [{ error: "unmet_authentication_requirements" }, "error"],
  [{ error: "invalid_client" }, "app_unknown"],
  [{ error: "too_many_requests" }, "too_many_requests"],
  [{ error: "server_error" }, "unavailable"],
  [{ error: "temporarily_unavailable" }, "unavailable"],
  [{ error: "not_found" }, "expired"],
  [{ error: "access_denied", notice: "expired" }, "expired"],
  [{ error: "invalid_request", notice: "already_used" }, "already_used"],
  [{ error: "request_forbidden", notice: "cookie_missing" }, "cookie_missing"],
  [{ error: "not_found", notice: "page_not_found" }, "page_not_found"],
  [{ error: "method_not_allowed", notice: "wrong_method" }, "wrong_method"],
] as const;

for (const locale of locales) {
  for (const [given, kind] of kinds) {
    test(`the error page says in ${locale} what happened and what to do: ${kind} of ${given.error}`, () => {
      const { title, text } = messagesIn(locale)[kind];
      const page = renderErrorPage({ ...report, ...given, locale, console_url: "/console" });
      const words = visibleText(page);
      assert.ok(words.includes(`${title} ${text}`), words);
      // What remains in English is for developers: the code, and sentences that are marked.
      const body = page.body.replaceAll(/<(span lang="en"|code)>.*?<\/(span|code)>/gs, "");
      const english = renderErrorPage({ ...report, ...given, console_url: "/console" });
      const sentences = textsOf(english.body).filter((one) => textsOf(body).includes(one));
      assert.deepEqual(locale === "en" ? [] : sentences, locale === "en" ? [] : kept(locale));
    });
  }
}

/** The texts between tags. */
function textsOf(body: string): string[] {
  const [, main = ""] = /<main[^>]*>(.*)<\/main>/s.exec(body) ?? [];
  return main.split(/<[^>]*>/).flatMap((text) => text.trim() || []);
}

/** The name of the product, and the one word that is the same in Spanish. */
function kept(locale: string): string[] {
  return locale === "es" ? ["Latchkey", "Error"] : ["Latchkey"];
}

test("an unknown integration or redirect URI is reported to the user, without a redirect", () => {
  for (const error_description of [
    "No integration has this client_id.",
    "The redirect_uri is not registered for this integration.",
  ]) {
    const page = renderErrorPage({ ...report, error_description });
    assert.deepEqual([page.status, page.headers["location"]], [400, undefined]);
    assert.ok(visibleText(page).includes(error_description));
    assert.doesNotMatch(page.body, /http-equiv="refresh"/);
  }
});
