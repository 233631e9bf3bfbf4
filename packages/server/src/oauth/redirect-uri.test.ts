import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { isExecutableUri, withMissingScheme } from "@latchkey/api";
import {
  isExclusiveRedirect,
  isRedirectUri,
  isSecureRedirect,
  isWebUri,
  matchRedirectUri,
  maySkipConsent,
} from "./redirect-uri.ts";

describe("RFC 6749 §3.1.2: a redirect URI", () => {
  const fit = [
    "https://photos.example/callback",
    "https://photos.example/callback?from=latchkey",
    "http://127.0.0.1:3000/callback",
    "http://[::1]/callback",
    "com.example.photos:/callback",
    "photos://callback",
  ];
  for (const uri of fit) it(`may be ${uri}`, () => assert.equal(isRedirectUri(uri), true));

  const unfit = [
    "",
    "/callback",
    "photos.example/callback",
    "https://photos.example/callback#",
    "https://photos.example/callback#token",
    "https:photos.example/callback",
    "https:///callback",
    "https://",
    "https://photos.example/call back",
    "https://photos.example\\@mallory.example/",
    "https://photos.example/\r\nSet-Cookie: mallory=1",
    " https://photos.example/",
    "https://photos.example/fotografía",
    'https://photos.example/"><script>',
    "javascript:alert(1)",
    "JavaScript:alert(1)",
    "java\tscript:alert(1)",
    "data:text/html,mallory",
    "vbscript:mallory",
  ];
  for (const uri of unfit) {
    it(`may not be ${JSON.stringify(uri)}`, () => assert.equal(isRedirectUri(uri), false));
  }
});

describe("a host without a scheme", () => {
  const meant: [string, string | undefined][] = [
    ["localhost:3000/cb", "http://localhost:3000/cb"],
    ["LOCALHOST:3000", "http://LOCALHOST:3000"],
    ["localhost/cb", "http://localhost/cb"],
    ["127.0.0.1:3000/cb?a=b", "http://127.0.0.1:3000/cb?a=b"],
    ["app.localhost:3000/cb", "http://app.localhost:3000/cb"],
    ["www.example.com/cb", "https://www.example.com/cb"],
    ["www.example.com:8443/cb", "https://www.example.com:8443/cb"],
    ["intranet:8080/cb", "https://intranet:8080/cb"],
    ["com.example.photos:/callback", undefined],
    ["com.example.photos://callback", undefined],
    ["photos://callback", undefined],
    ["photos:callback", undefined],
    ["urn:ietf:wg:oauth:2.0:oob", undefined],
    ["https://photos.example/cb", undefined],
    ["photos", undefined],
    ["/cb", undefined],
    ["", undefined],
    ["localhost:99999/cb", undefined],
  ];
  for (const [text, url] of meant)
    it(`${JSON.stringify(text)} means ${url ?? "nothing"}`, () =>
      assert.equal(withMissingScheme(text), url));
});

describe("a web URL", () => {
  it("is http or https and nothing else", () => {
    assert.equal(isWebUri("https://photos.example/jwks.json"), true);
    assert.equal(isWebUri("HTTP://photos.example"), true);
    assert.equal(isWebUri("ftp://photos.example"), false);
    assert.equal(isWebUri("https://photos.example:port"), false);
  });
});

describe("a link", () => {
  it("is a program however it is spelt", () => {
    assert.equal(isExecutableUri(" java\nscript:alert(1)"), true);
    assert.equal(isExecutableUri("DATA:text/html,mallory"), true);
  });

  it("is no program when it is a page, or nothing a browser knows", () => {
    assert.equal(isExecutableUri("https://photos.example/terms"), false);
    assert.equal(isExecutableUri("ask alice"), false);
  });
});

describe("RFC 6749 §3.1.2.3: which redirect URI counts", () => {
  const one = ["https://photos.example/callback"];
  const two = [...one, "https://photos.example/other"];
  const table: [title: string, registered: string[], sent: string | undefined, outcome: string][] =
    [
      ["the one that was sent", two, two[1], "https://photos.example/other"],
      ["the only one, where none was sent", one, undefined, "https://photos.example/callback"],
      ["none of two", two, undefined, "redirect_uri_missing"],
      ["none of none", [], undefined, "redirect_uri_missing"],
      ["a longer one", one, "https://photos.example/callback/", "redirect_uri_not_registered"],
      ["another query", one, "https://photos.example/callback?a", "redirect_uri_not_registered"],
      ["another case", one, "https://photos.example/Callback", "redirect_uri_not_registered"],
      ["another host", one, "https://mallory.example/callback", "redirect_uri_not_registered"],
      ["any, where none is registered", [], one[0], "redirect_uri_not_registered"],
    ];
  for (const [title, registered, sent, outcome] of table) {
    it(`${title} → ${outcome}`, () => {
      const matched = matchRedirectUri({ redirect_uris: registered }, sent);
      assert.equal(matched.ok ? matched.value : matched.error.reason, outcome);
    });
  }
});

describe("RFC 8252 §7.3: a native app uses any loopback port", () => {
  const table: [registered: string, sent: string, matches: boolean][] = [
    ["http://127.0.0.1/callback", "http://127.0.0.1:51004/callback", true],
    ["http://127.0.0.1:3000/callback", "http://127.0.0.1/callback", true],
    ["http://[::1]/callback", "http://[::1]:51004/callback", true],
    ["http://localhost/callback?a=b", "http://localhost:51004/callback?a=b", true],
    ["http://localhost", "http://localhost:51004", true],
    ["http://127.0.0.1/callback", "http://localhost:51004/callback", false],
    ["http://127.0.0.1/callback", "http://127.0.0.1:51004/other", false],
    ["http://127.0.0.1/callback", "http://127.0.0.1:51004/callback?a=b", false],
    ["http://127.0.0.1/callback", "https://127.0.0.1:51004/callback", false],
    ["https://127.0.0.1/callback", "https://127.0.0.1:51004/callback", false],
    ["http://127.0.0.1/callback", "http://127.0.0.1:99999/callback", false],
    ["http://127.0.0.1/callback", "http://127.0.0.1:1@mallory.example/callback", false],
    ["http://localhost/callback", "http://localhost.mallory.example/callback", false],
    ["http://localhost", "http://localhost:51004#token", false],
    ["http://photos.example/callback", "http://photos.example:51004/callback", false],
  ];
  for (const [registered, sent, matches] of table) {
    it(`${registered} is ${matches ? "" : "not "}met by ${sent}`, () => {
      assert.equal(matchRedirectUri({ redirect_uris: [registered] }, sent).ok, matches);
    });
  }
});

describe("the freedom of loopback ports", () => {
  const redirect_uris = ["http://127.0.0.1:4445/console/signed-in", "https://photos.example/"];
  const table: [sent: string, exact: boolean, skips: boolean][] = [
    ["http://127.0.0.1:4445/console/signed-in", true, true],
    ["http://127.0.0.1:9999/console/signed-in", false, false],
    ["http://127.0.0.1/console/signed-in", false, false],
    ["https://photos.example/", true, true],
    ["", false, true], // No redirect answers a device.
  ];
  for (const [sent, exact, skips] of table) {
    it(`of the server's own clients: ${sent || "none"} is ${exact ? "" : "not "}theirs`, () => {
      const own = { redirect_uris, exact_redirect_uris: true } as const;
      assert.equal(matchRedirectUri(own, sent).ok, exact);
    });
    it(`and skip_consent: the user is ${skips ? "not asked" : "asked"} at ${sent || "none"}`, () => {
      assert.equal(maySkipConsent({ redirect_uris, skip_consent: true }, sent), skips);
      assert.equal(maySkipConsent({ redirect_uris, skip_consent: false }, sent), false);
    });
  }
});

describe("redirect URIs that are secure, and those that identify one app", () => {
  const table: [uri: string, secure: boolean, exclusive: boolean][] = [
    ["https://photos.example/callback", true, true],
    ["http://127.0.0.1:3000/callback", true, true],
    ["http://[::1]/callback", true, true],
    ["http://localhost/callback", true, true],
    ["http://photos.localhost/callback", true, true],
    ["com.example.photos:/callback", true, false],
    ["http://photos.example/callback", false, false],
    ["http://127.0.0.1.mallory.example/callback", false, false],
    ["http://mallorylocalhost/callback", false, false],
  ];
  for (const [uri, secure, exclusive] of table) {
    it(`${uri}: ${secure ? "secure" : "insecure"}, ${exclusive ? "one app's" : "any app's"}`, () => {
      assert.equal(isSecureRedirect(uri), secure);
      assert.equal(isExclusiveRedirect(uri), exclusive);
    });
  }
});
