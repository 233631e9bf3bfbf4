import assert from "node:assert/strict";
import { test } from "node:test";

import { describeClient, webAddress } from "./client-facts.ts";
import { photos } from "./fixture.ts";

const START = "https://op.example/oauth2/auth?client_id=photos";

const names: [string, string, string][] = [
  ["Photos", "photos", "Photos"],
  ["", "photos", "photos"],
  ["  Photos\n\tof   Alice ", "photos", "Photos of Alice"],
  ["\u202eknaB\u200b", "photos", "knaB"],
  ["\u200b", "photos", "photos"],
  ["P".repeat(100), "photos", `${"P".repeat(60)}…`],
];

for (const [client_name, client_id, name] of names) {
  test(`${JSON.stringify(client_name)} is called ${name}`, () => {
    assert.equal(describeClient({ ...photos, client_name, client_id }, START).name, name);
  });
}

const ONE = ["https://photos.example/cb"];
const TWO = ["https://photos.example/cb", "https://photos.test/cb"];
const destinations: [string, string, readonly string[], string | undefined, boolean][] = [
  ["the one it asked for", "&redirect_uri=https://photos.test/cb", TWO, "photos.test", false],
  ["the only one it has", "", ONE, "photos.example", false],
  ["the only host it has", "", [...ONE, "https://photos.example/other"], "photos.example", false],
  ["nobody knows which", "", TWO, undefined, false],
  [
    "not what stands beside a request object",
    "&request=e.y.J&redirect_uri=https://photos.test/cb",
    TWO,
    undefined,
    false,
  ],
  [
    "not what stands beside a request_uri",
    "&request_uri=https://x&redirect_uri=https://y",
    ONE,
    "photos.example",
    false,
  ],
  ["this device", "&redirect_uri=http://127.0.0.1:4446/callback", ONE, "127.0.0.1:4446", true],
  ["this device in IPv6", "&redirect_uri=http://[::1]:9/cb", ONE, "[::1]:9", true],
  ["an app of its own", "&redirect_uri=com.example.photos:/cb", ONE, "com.example.photos:", true],
  [
    "another alphabet, told apart",
    "&redirect_uri=https://аpple.com/cb",
    ONE,
    "xn--pple-43d.com",
    false,
  ],
  [
    "a place that only looks like this device",
    "&redirect_uri=https://127.0.0.1.evil.example/",
    ONE,
    "127.0.0.1.evil.example",
    false,
  ],
];

for (const [title, query, redirect_uris, host, on_this_device] of destinations) {
  test(`afterwards the browser goes to ${title}`, () => {
    const { destination } = describeClient({ ...photos, redirect_uris }, START + query);
    assert.deepEqual(destination, host === undefined ? undefined : { host, on_this_device });
  });
}

test("a client without an address has no destination", () => {
  assert.equal(describeClient({ ...photos, redirect_uris: [] }, START).destination, undefined);
});

const addresses: [string, string | undefined][] = [
  ["https://photos.example/privacy", "https://photos.example/privacy"],
  ["http://photos.example", "http://photos.example/"],
  ["javascript:alert(1)", undefined],
  [" JavaScript:alert(1)", undefined],
  ["data:text/html,<script>", undefined],
  ["/privacy", undefined],
  ["", undefined],
];

for (const [text, address] of addresses) {
  test(`${JSON.stringify(text)} ${address ? "may" : "must not"} be linked to`, () => {
    assert.equal(webAddress(text), address);
  });
}
