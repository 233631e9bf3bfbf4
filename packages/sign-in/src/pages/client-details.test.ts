import assert from "node:assert/strict";
import { test } from "node:test";

import { describeClient, safeLinkUrl } from "./client-details.ts";
import { photos } from "../fixture.ts";

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
  test(`${JSON.stringify(client_name)} is shown as ${name}`, () => {
    assert.equal(describeClient({ ...photos, client_name, client_id }, START).name, name);
  });
}

const ONE = ["https://photos.example/cb"];
const TWO = ["https://photos.example/cb", "https://photos.test/cb"];
const destinations: {
  readonly title: string;
  readonly query: string;
  readonly redirect_uris: readonly string[];
  readonly host: string | undefined;
  readonly on_this_device: boolean;
}[] = [
  {
    title: "the one it asked for",
    query: "&redirect_uri=https://photos.test/cb",
    redirect_uris: TWO,
    host: "photos.test",
    on_this_device: false,
  },
  {
    title: "the only one it has",
    query: "",
    redirect_uris: ONE,
    host: "photos.example",
    on_this_device: false,
  },
  {
    title: "the only host it has",
    query: "",
    redirect_uris: [...ONE, "https://photos.example/other"],
    host: "photos.example",
    on_this_device: false,
  },
  {
    title: "an unknown one of two hosts",
    query: "",
    redirect_uris: TWO,
    host: undefined,
    on_this_device: false,
  },
  {
    title: "no redirect_uri beside a request object",
    query: "&request=e.y.J&redirect_uri=https://photos.test/cb",
    redirect_uris: TWO,
    host: undefined,
    on_this_device: false,
  },
  {
    title: "no redirect_uri beside a request_uri",
    query: "&request_uri=https://x&redirect_uri=https://y",
    redirect_uris: ONE,
    host: "photos.example",
    on_this_device: false,
  },
  {
    title: "this device",
    query: "&redirect_uri=http://127.0.0.1:4446/callback",
    redirect_uris: ONE,
    host: "127.0.0.1:4446",
    on_this_device: true,
  },
  {
    title: "this device in IPv6",
    query: "&redirect_uri=http://[::1]:9/cb",
    redirect_uris: ONE,
    host: "[::1]:9",
    on_this_device: true,
  },
  {
    title: "an app with its own URL scheme",
    query: "&redirect_uri=com.example.photos:/cb",
    redirect_uris: ONE,
    host: "com.example.photos:",
    on_this_device: true,
  },
  {
    title: "a homograph domain, shown in punycode",
    query: "&redirect_uri=https://аpple.com/cb",
    redirect_uris: ONE,
    host: "xn--pple-43d.com",
    on_this_device: false,
  },
  {
    title: "a host that only looks like loopback",
    query: "&redirect_uri=https://127.0.0.1.evil.example/",
    redirect_uris: ONE,
    host: "127.0.0.1.evil.example",
    on_this_device: false,
  },
];

for (const { title, query, redirect_uris, host, on_this_device } of destinations) {
  test(`the destination is ${title}`, () => {
    const { destination } = describeClient({ ...photos, redirect_uris }, START + query);
    assert.deepEqual(destination, host === undefined ? undefined : { host, on_this_device });
  });
}

test("a client without redirect URIs has no destination", () => {
  assert.equal(describeClient({ ...photos, redirect_uris: [] }, START).destination, undefined);
});

test("the redirect URI of the request is the destination, whatever the URL of the request says", () => {
  const query = "&request_uri=urn:x&redirect_uri=https://photos.test/cb";
  const client = { ...photos, redirect_uris: TWO };
  const { destination } = describeClient(client, START + query, "https://photos.example/cb");
  assert.deepEqual(destination, { host: "photos.example", on_this_device: false });
});

const agent = {
  ...photos,
  client_id: "https://agent.example/client.json",
  client_id_metadata_document: true,
  client_uri: "https://bank.example",
};

test("the site of a document's client is the host of the document", () => {
  assert.equal(describeClient(agent, START).site, "agent.example");
  const registered = { ...agent, client_id_metadata_document: false };
  assert.equal(describeClient(registered, START).site, "bank.example");
});

for (const [logo_uri, shown] of [
  ["https://agent.example/logo.svg", true],
  ["https://bank.example/logo.svg", false],
  ["data:image/png;base64,AAAA", false],
] as const) {
  test(`the logo ${logo_uri} of a document's client is ${shown ? "" : "not "}shown`, () => {
    const { logo_uri: found } = describeClient({ ...agent, logo_uri }, START);
    assert.equal(found, shown ? logo_uri : undefined);
  });
}

const stranger = {
  ...photos,
  self_registered: true,
  redirect_uris: ["https://app.example/cb", "http://localhost/cb", "com.example.app:/cb"],
};

for (const [uri, certain] of [
  ["https://app.example/about", true],
  ["https://bank.example/", false],
  ["https://app.example:8443/", false],
  ["https://localhost/", false],
  ["https://app.example.evil.example/", false],
] as const) {
  test(`${uri} of a client that registered itself is ${certain ? "" : "not "}shown`, () => {
    const own = { ...stranger, client_uri: uri, logo_uri: uri };
    const { site, logo_uri } = describeClient(own, START);
    assert.deepEqual([site, logo_uri], certain ? ["app.example", uri] : [undefined, undefined]);
    const { site: checked } = describeClient({ ...own, self_registered: false }, START);
    assert.equal(checked, new URL(uri).host, "an administrator has checked it");
  });
}

for (const [redirect_uri, client, warned] of [
  ["http://127.0.0.1:7000/", agent, true],
  ["http://agent.localhost:7000/", agent, true],
  ["https://agent.example/callback", agent, false],
  ["http://127.0.0.1:7000/", photos, false],
] as const) {
  test(`${client.client_id} with ${redirect_uri}: ${warned ? "may" : "cannot"} be impersonated`, () => {
    assert.equal(describeClient(client, START, redirect_uri).may_be_impersonated, warned);
  });
}

const links: [string, string | undefined][] = [
  ["https://photos.example/privacy", "https://photos.example/privacy"],
  ["http://photos.example", "http://photos.example/"],
  ["javascript:alert(1)", undefined],
  [" JavaScript:alert(1)", undefined],
  ["data:text/html,<script>", undefined],
  ["/privacy", undefined],
  ["", undefined],
];

for (const [text, url] of links) {
  test(`${JSON.stringify(text)} ${url ? "may" : "must not"} be linked to`, () => {
    assert.equal(safeLinkUrl(text), url);
  });
}
