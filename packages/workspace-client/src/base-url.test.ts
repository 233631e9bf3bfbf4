import assert from "node:assert/strict";
import { test } from "node:test";

import { parseBaseUrl } from "./base-url.ts";

const accepted = [
  ["https://api.example.com/v1", false, "https://api.example.com/v1", "as it should be"],
  ["https://api.example.com/v1//", false, "https://api.example.com/v1", "trailing slashes"],
  ["https://example.com:8443/a/v1", false, "https://example.com:8443/a/v1", "a port and a folder"],
  ["http://127.0.0.1:4444/v1", false, "http://127.0.0.1:4444/v1", "this machine"],
  ["http://localhost/v1", false, "http://localhost/v1", "this machine by name"],
  ["http://[::1]/v1", false, "http://[::1]/v1", "this machine in IPv6"],
  ["http://api.test/v1", true, "http://api.test/v1", "a test network, on purpose"],
] as const;

for (const [text, insecure, url, title] of accepted) {
  test(`baseUrl: ${title}`, () => assert.equal(parseBaseUrl(text, insecure), url));
}

const refused = [
  ["hunter2", false, /absolute/, "not a URL"],
  ["https://photos:hunter2@api.example.com/v1", false, /credentials/, "credentials"],
  ["https://api.example.com/v1?key=hunter2", false, /query/, "a query"],
  ["https://api.example.com/v1#hunter2", false, /query/, "a fragment"],
  ["https://api.example.com/v1?", false, /query/, "an empty query"],
  ["https://api.example.com/hunter2", false, /\/v1/, "no version segment"],
  ["http://api.example.com/hunter2/v1", false, /https/, "plain http"],
  ["http://127.0.0.1.hunter2.com/v1", false, /https/, "a name that only looks like this machine"],
  ["ftp://hunter2/v1", true, /https/, "no HTTP at all"],
] as const;

for (const [text, insecure, reason, title] of refused) {
  test(`baseUrl: ${title} is refused, and not repeated`, () => {
    assert.throws(
      () => parseBaseUrl(text, insecure),
      (error) => error instanceof TypeError && reason.test(error.message) && !hunter(error),
    );
  });
}

function hunter(error: TypeError): boolean {
  return `${error.stack}${JSON.stringify(Object.assign({}, error))}`.includes("hunter2");
}
