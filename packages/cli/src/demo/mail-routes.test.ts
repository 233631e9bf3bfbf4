import assert from "node:assert/strict";
import { test } from "node:test";
import type { PageRequest, PageResponse } from "@latchkey/sign-in";
import { type DemoMails, mailRoutes } from "./mail-routes.ts";

const show = async (mails: DemoMails, path = "/mails", query = ""): Promise<PageResponse> => {
  const route = mailRoutes(mails).get(`GET ${path}`) ?? assert.fail("There is no such route.");
  const request: PageRequest = {
    method: "GET",
    path,
    query: new URLSearchParams(query),
    headers: {},
    body: "",
  };
  return route(request, { pending: new Map(), installing: new Set() });
};

test("the mails of the server are shown with their links, and what strangers wrote stays text", async () => {
  const mail = {
    id: "1",
    to: "<b>@wonderland.example",
    template: "reset_password",
    subject: "Reset <i>your</i> password",
    text: "Choose one:\nhttp://127.0.0.1:4444/reset-password?token=a&b\n<script>",
    html: "<script>alert(1)</script>",
    sent_at: 1_800_000_000,
  };
  const { status, body } = await show(() => [mail]);
  assert.equal(status, 200);
  assert.ok(body.includes('<a href="http://127.0.0.1:4444/reset-password?token=a&amp;b">'));
  assert.ok(!body.includes("<script>") && !body.includes("<b>@") && !body.includes("<i>your"));
  assert.match(body, /2027-01-15 at 08:00:00 UTC/);
});

test("a mail is shown as HTML, where it runs and loads nothing", async () => {
  const mail = {
    id: "1",
    to: "alice@wonderland.example",
    template: "reset_password",
    subject: "Reset your password",
    text: "",
    html: "<p>Reset your password</p>",
    sent_at: 1_800_000_000,
  };
  const { body, headers } = await show(() => [mail], "/mails/html", "id=1");
  assert.equal(body, mail.html);
  const policy = String(headers["content-security-policy"]);
  assert.match(policy, /^default-src 'none'; style-src 'unsafe-inline'; img-src data:; /);
  assert.match(policy, /; sandbox$/);
  assert.equal((await show(() => [mail], "/mails/html", "id=2")).status, 404);
});

test("the page says where mails are when there are none", async () => {
  assert.match((await show(() => [])).body, /Nothing yet/);
  assert.match((await show(() => undefined)).body, /mail\.smtp\.url/);
});
