import assert from "node:assert/strict";
import { hash } from "node:crypto";
import { test } from "node:test";

import { renderErrorPage } from "./error-page.ts";
import { answerOf, get, openPages, wordsOf } from "./fixture.ts";

const report = {
  error: "invalid_request",
  error_description: "The redirect_uri is not registered.",
  fix: "Register https://photos.example/callback.",
  request_id: "r-1",
  locale: "en",
} as const;

test("an error page names the cause, the fix and a number to quote", () => {
  const page = renderErrorPage(report);
  assert.equal(page.status, 400);
  assert.match(
    wordsOf(page),
    /Reason The redirect_uri is not registered\. What helps Register https:\/\/photos\.example\/callback\. Error invalid_request Request id r-1$/,
  );
});

test("it needs nothing but itself, and its policy admits exactly its own style", () => {
  const { body, headers } = renderErrorPage(report);
  const [, style = ""] = /<style>(.*)<\/style>/s.exec(body) ?? [];
  const digest = `'sha256-${hash("sha256", style, "base64")}'`;
  assert.ok(String(headers["content-security-policy"]).includes(`style-src ${digest};`));
  assert.doesNotMatch(body, /<link/);
});

test("our own fault is a 500, and a caller may know better", () => {
  assert.equal(renderErrorPage({ ...report, error: "server_error" }).status, 500);
  assert.equal(renderErrorPage({ ...report, status: 404 }).status, 404);
});

test("a link to the error page cannot carry markup, or an essay", async () => {
  const query = new URLSearchParams({
    error: "<script>",
    error_description: `<img src=x> ${"call this number ".repeat(100)}`,
    request_id: '"><b>',
  });
  const page = await answerOf(openPages({}), get(`/error?${query.toString()}`));
  assert.equal(page.status, 400);
  assert.doesNotMatch(page.body, /<script|<img|<b>/);
  assert.ok(wordsOf(page).length < 1_000);
});

test("an unknown integration and a stray redirect are told to the person, and nobody is sent anywhere", () => {
  for (const error_description of [
    "No integration has this client_id.",
    "The redirect_uri is not registered for this integration.",
  ]) {
    const page = renderErrorPage({ ...report, error_description });
    assert.deepEqual([page.status, page.headers["location"]], [400, undefined]);
    assert.ok(wordsOf(page).includes(error_description));
    assert.doesNotMatch(page.body, /http-equiv="refresh"/);
  }
});
