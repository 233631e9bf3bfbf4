import assert from "node:assert/strict";
import { test } from "node:test";
import { createKeptMails } from "./kept-mails.ts";

const aMail = (id: string, sent_at: number) => ({
  id,
  sent_at,
  to: "alice@wonderland.example",
  template: "verify_email",
  subject: id,
  text: "",
  html: "",
});

test("the newest mails are kept for a day", () => {
  let now = 1_000;
  const mails = createKeptMails(() => now);
  for (let index = 0; index < 60; index += 1) mails.add(aMail(`mail ${index}`, now + index));
  assert.equal(mails.list().length, 50);
  assert.equal(mails.list()[0]?.subject, "mail 59");
  assert.equal(mails.list().at(-1)?.subject, "mail 10");
  now += 86_400 + 30;
  assert.equal(mails.list().at(-1)?.subject, "mail 31");
});
