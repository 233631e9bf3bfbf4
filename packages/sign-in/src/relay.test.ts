import assert from "node:assert/strict";
import { hash } from "node:crypto";
import { describe, it } from "node:test";

import { relayForm, relayFrames } from "./relay.ts";

describe("a page that takes an answer to another site", () => {
  const page = relayForm("de", {
    action: "https://photos.example/callback?a=1&b=2",
    fields: { code: '"><script>alert(1)</script>', state: "s" },
  });

  it("brings every field, and nothing a field says becomes markup", () => {
    assert.match(page.body, /action="https:\/\/photos\.example\/callback\?a=1&amp;b=2"/);
    assert.match(
      page.body,
      /name="code" value="&quot;&gt;&lt;script&gt;alert\(1\)&lt;\/script&gt;"/,
    );
    assert.match(page.body, /name="state" value="s"/);
  });

  it("runs the one script that the policy knows, and leaves a button where none runs", () => {
    assertPolicyKnowsScript(page);
    assert.match(page.body, /<button class="button primary" type="submit">/);
  });

  it("speaks the person's language", () => {
    assert.match(page.body, /<html lang="de">/);
  });
});

describe("a page that tells apps of a sign-out", () => {
  const frames = ["https://photos.example/out?iss=a&sid=b", "https://music.example/out"];
  const page = relayFrames("en", { frames, to: "https://photos.example/bye" });

  it("loads every address, and no other site's", () => {
    const loaded = [...page.body.matchAll(/<iframe src="([^"]+)"/g)].map(([, url]) => url);
    assert.deepEqual(loaded, [
      "https://photos.example/out?iss=a&amp;sid=b",
      "https://music.example/out",
    ]);
    assert.match(
      String(page.headers["content-security-policy"]),
      /frame-src https:\/\/photos\.example https:\/\/music\.example;/,
    );
  });

  it("moves on with a script, without one, and at a click", () => {
    assertPolicyKnowsScript(page);
    assert.match(
      page.body,
      /<meta\s+http-equiv="refresh"\s+content="5;url=https:\/\/photos\.example\/bye"/,
    );
    assert.match(page.body, /id="onward" href="https:\/\/photos\.example\/bye"/);
  });
});

it("a page on the way to another site keeps the window that opened it, and is in nobody's frame", () => {
  const { headers } = relayForm("en", { action: "https://photos.example/callback", fields: {} });
  assert.equal(headers["cross-origin-opener-policy"], "unsafe-none");
  assert.equal(headers["cross-origin-resource-policy"], "same-origin");
  assert.equal(headers["x-frame-options"], "DENY");
  assert.match(String(headers["permissions-policy"]), /\bcamera=\(\)/);
});

function assertPolicyKnowsScript({ body, headers }: ReturnType<typeof relayForm>): void {
  const script = /<script>(.*?)<\/script>\s*<\/main>/s.exec(body)?.[1] ?? assert.fail("no script");
  const policy = String(headers["content-security-policy"]);
  assert.ok(policy.includes(`script-src 'sha256-${hash("sha256", script, "base64")}'`));
}
