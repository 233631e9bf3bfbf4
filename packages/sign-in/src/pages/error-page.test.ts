import assert from "node:assert/strict";
import { hash } from "node:crypto";
import { test } from "node:test";

import { renderErrorPage } from "./error-page.ts";
import { responseOf, get, createTestPages, visibleText } from "../fixture.ts";

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
