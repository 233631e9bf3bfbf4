import assert from "node:assert/strict";
import { hash } from "node:crypto";
import { describe, it } from "node:test";

import { formPostPage, frontchannelLogoutPage } from "./automatic-redirects.ts";

describe("a form_post page", () => {
  const page = formPostPage("de", {
    action: "https://photos.example/callback?a=1&b=2",
    fields: { code: '"><script>alert(1)</script>', state: "s" },
  });

  it("contains every field, escaped", () => {
    assert.match(page.body, /action="https:\/\/photos\.example\/callback\?a=1&amp;b=2"/);
    assert.match(
      page.body,
      /name="code" value="&quot;&gt;&lt;script&gt;alert\(1\)&lt;\/script&gt;"/,
    );
    assert.match(page.body, /name="state" value="s"/);
  });

  it("allows only its own script, and has a button in case scripts are disabled", () => {
    assertPolicyAllowsScript(page);
    assert.match(page.body, /<button class="button primary" type="submit">/);
  });

  it("is in the user's language", () => {
    assert.match(page.body, /<html lang="de">/);
  });
});

describe("a front-channel logout page", () => {
  const frames = ["https://photos.example/out?iss=a&sid=b", "https://music.example/out"];
  const page = frontchannelLogoutPage("en", { frames, to: "https://photos.example/bye" });

  it("loads every logout URI, and its policy allows no other origin", () => {
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

  it("redirects by script, by refresh and by link", () => {
    assertPolicyAllowsScript(page);
    assert.match(
      page.body,
      /<meta\s+http-equiv="refresh"\s+content="5;url=https:\/\/photos\.example\/bye"/,
    );
    assert.match(page.body, /id="continue" href="https:\/\/photos\.example\/bye"/);
  });
});

it("a redirecting page keeps window.opener and cannot be framed", () => {
  const { headers } = formPostPage("en", { action: "https://photos.example/callback", fields: {} });
  assert.equal(headers["cross-origin-opener-policy"], "unsafe-none");
  assert.equal(headers["cross-origin-resource-policy"], "same-origin");
  assert.equal(headers["x-frame-options"], "DENY");
  assert.match(String(headers["permissions-policy"]), /\bcamera=\(\)/);
});

function assertPolicyAllowsScript({ body, headers }: ReturnType<typeof formPostPage>): void {
  const script = /<script>(.*?)<\/script>\s*<\/main>/s.exec(body)?.[1] ?? assert.fail("no script");
  const policy = String(headers["content-security-policy"]);
  assert.ok(policy.includes(`script-src 'sha256-${hash("sha256", script, "base64")}'`));
}
