import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { exampleForm } from "../example-form.ts";
import { type Api, identifierKey } from "./api.ts";
import { exampleApi } from "./example-api.ts";
import {
  decideTargets,
  parseResources,
  parseTargets,
  selectResources,
  targetRejections,
} from "./indicators.ts";
import { describeRejection } from "../rejection.ts";

describe("RFC 8707 §2: the values of `resource`", () => {
  const good = [
    "https://api.example",
    "https://api.example/photos?tenant=1",
    "HTTPS://API.EXAMPLE:8443/",
    "http://127.0.0.1:3000/mcp",
    "urn:example:api",
    "mcp://server/tool",
  ];
  for (const resource of good) {
    it(`${resource} is one`, () => {
      assert.deepEqual(parseResources(exampleForm({ resource })), { ok: true, value: [resource] });
    });
  }

  const malformed = [
    "api.example",
    "/photos",
    "//api.example",
    "https://",
    "https:api.example",
    "https://api.example#fragment",
    "https://api.example/#",
    "https://alice@api.example/",
    "https://api.example /photos",
    "https://api.example https://mail.example",
    "https://ápi.example",
    "https://api.example/<script>",
    "javascript:alert(1)",
    "data:text/html,hi",
    "urn:",
    `https://api.example/${"a".repeat(2_000)}`,
    "https://api.example/\0",
  ];
  for (const resource of malformed) {
    it(`${JSON.stringify(resource.slice(0, 60))} is invalid_target`, () => {
      const parsed = parseResources(exampleForm({ resource }));
      assert.ok(!parsed.ok);
      const { error, error_description } = describeRejection(targetRejections, parsed.error);
      assert.equal(error, "invalid_target");
      assert.match(error_description, /^[\x20-\x7e]{1,300}$/);
    });
  }

  it("are counted once, whatever the case of scheme and host", () => {
    const resource = ["https://a.example/x", "HTTPS://A.EXAMPLE/x", "https://a.example/X"];
    const parsed = parseResources(exampleForm({ resource }));
    assert.deepEqual(parsed.ok && parsed.value.length, 2);
  });

  it("are none by default, and nothing is allocated then", () => {
    const [one, other] = [parseTargets(exampleForm({})), parseTargets(exampleForm({ scope: "a" }))];
    assert.ok(one.ok && other.ok && one.value === other.value);
  });
});

describe("RFC 8707 §2: what a client may request", () => {
  const open = exampleApi({ identifier: "https://open.example/", allow_any_client: true });
  const closed = exampleApi({ identifier: "https://closed.example" });
  const own = exampleApi({ identifier: "https://Own.example/api" });
  const apis = new Map<string, Api>(
    [open, closed, own].map((api) => [identifierKey(api.identifier), api]),
  );
  const audience = ["https://own.example/api", "https://Plain.example/x", "photos"];
  const decide = (
    targets: { readonly resource?: readonly string[]; readonly audience?: readonly string[] },
    open_apis = true,
  ) =>
    decideTargets(
      { resource: [], audience: [], ...targets },
      { client: { audience }, apis, open_apis },
    );

  const table: [title: string, Parameters<typeof decide>, string | readonly string[]][] = [
    ["nothing", [{}], []],
    [
      "an open API, as it is registered",
      [{ resource: ["HTTPS://open.example"] }],
      [open.identifier],
    ],
    [
      "its own API, as it is registered",
      [{ resource: ["https://own.example/api"] }],
      [own.identifier],
    ],
    [
      "what only the client names, as it does",
      [{ resource: ["https://plain.EXAMPLE/x"] }],
      ["https://Plain.example/x"],
    ],
    [
      "a path below its own",
      [{ resource: ["https://plain.example/x/y"] }],
      ["https://plain.example/x/y"],
    ],
    ["an API that is not open", [{ resource: ["https://closed.example"] }], "resource_not_allowed"],
    [
      "an open API, where none may be",
      [{ resource: [open.identifier] }, false],
      "resource_not_allowed",
    ],
    ["an unknown one", [{ resource: ["https://mallory.example"] }], "resource_not_allowed"],
    ["a path above its own", [{ resource: ["https://own.example"] }], "resource_not_allowed"],
    [
      "a path that leaves its own",
      [{ resource: ["https://own.example/api/../admin"] }],
      "resource_not_allowed",
    ],
    [
      "the older parameter for an open API",
      [{ audience: ["https://OPEN.example"] }],
      [open.identifier],
    ],
    ["the older parameter for its own", [{ audience: ["photos"] }], ["photos"]],
    ["the older parameter for another", [{ audience: ["mail"] }], "audience_not_allowed"],
    [
      "both for the same one",
      [{ audience: [open.identifier], resource: [open.identifier] }],
      [open.identifier],
    ],
  ];
  for (const [title, asked, expected] of table) {
    it(`${title} → ${String(expected)}`, () => {
      const decided = decide(...asked);
      assert.deepEqual(decided.ok ? decided.value : decided.error.reason, expected);
    });
  }

  it("keeps the error code of the older parameter", () => {
    const rejection = { reason: "audience_not_allowed", audience: "mail" } as const;
    assert.equal(describeRejection(targetRejections, rejection).error, "invalid_request");
  });
});

describe("RFC 8707 §2.2: the part of a grant that a token request names", () => {
  const granted = ["https://a.example", "https://b.example/x"];
  const table: [resource: string[], string | readonly string[] | undefined][] = [
    [[], undefined],
    [["https://A.example/"], ["https://a.example"]],
    [["https://b.example/x", "https://a.example"], granted],
    [["https://b.example"], "resource_not_granted"],
    [["https://b.example/x/y"], "resource_not_granted"],
    [["https://a.example", "https://c.example"], "resource_not_granted"],
  ];
  for (const [resource, expected] of table) {
    it(`${resource.join(" ")} → ${String(expected)}`, () => {
      const selected = selectResources(resource, granted);
      assert.deepEqual(selected.ok ? selected.value : selected.error.reason, expected);
    });
  }
});
