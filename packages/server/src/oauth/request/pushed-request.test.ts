import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { exampleClient } from "../example-client.ts";
import { exampleForm } from "../example-form.ts";
import { entriesOf } from "../form-fields.ts";
import {
  checkPushedRequest,
  handleOf,
  mustPush,
  type PushedRequest,
  pushedRequestRejections,
  readPushedParameters,
  writePushedParameters,
  writeRequestUri,
} from "./pushed-request.ts";
import { describeRejection } from "../rejection.ts";

const photos = exampleClient();
const pushed: PushedRequest = {
  request_id: "AAAAAAAAAAAAAAAAAAAAAA",
  client_id: photos.client_id,
  client_key: photos.client_key,
  parameters: "client_id=photos&response_type=code",
  signed: false,
  valid_until: 2_060,
};

describe("RFC 9126 §2.2: the request_uri of a pushed request", () => {
  it("is recognized by its prefix", () => {
    const request_uri = writeRequestUri("a-handle");
    assert.equal(request_uri, "urn:ietf:params:oauth:request_uri:a-handle");
    assert.equal(handleOf(request_uri), "a-handle");
  });

  for (const other of [undefined, "", "https://photos.example/request.jwt", "urn:example:handle"]) {
    it(`${other} is none`, () => assert.equal(handleOf(other), undefined));
  }
});

describe("RFC 9126 §2.1: the pushed parameters", () => {
  const form = {
    client_id: "photos",
    client_secret: "s",
    client_assertion: "a.b.c",
    client_assertion_type: "t",
    response_type: "code",
    scope: ["openid", "photos"],
  };

  it("are those of the form without the credentials, and the client that authenticated", () => {
    for (const sent of [form, { ...form, client_id: "" }]) {
      const read = readPushedParameters(exampleForm(sent), photos);
      assert.ok(read.ok);
      assert.deepEqual(entriesOf(read.value), [
        ["client_id", "photos"],
        ["response_type", "code"],
        ["scope", "openid"],
        ["scope", "photos"],
      ]);
      for (const name of ["client_secret", "client_assertion", "client_assertion_type"]) {
        assert.equal(read.value.get(name), undefined);
        assert.deepEqual(read.value.getAll(name), []);
      }
    }
  });

  it("must not refer to another request", () => {
    for (const request_uri of ["https://photos.example/r.jwt", writeRequestUri("handle")]) {
      const read = readPushedParameters(exampleForm({ ...form, request_uri }), photos);
      assert.equal(read.ok ? "ok" : read.error.reason, "pushed_request_request_uri_sent");
    }
  });

  it("are stored as a query, up to a length", () => {
    const params = exampleForm({ client_id: "photos", state: "a b&c" });
    const text = "client_id=photos&state=a+b%26c";
    assert.deepEqual(writePushedParameters(params, undefined, text.length), {
      ok: true,
      value: text,
    });
    const written = writePushedParameters(params, undefined, text.length - 1);
    assert.ok(!written.ok);
    assert.equal(
      describeRejection(pushedRequestRejections, written.error).error,
      "request_too_large",
    );
    const bound = writePushedParameters(params, "thumbprint", 1_000);
    assert.deepEqual(bound, { ok: true, value: `${text}&dpop_jkt=thumbprint` });
  });
});

describe("RFC 9126 §4: who can use a pushed request, and until when", () => {
  const table: [title: string, PushedRequest | undefined, now: number, outcome: string][] = [
    ["the client that pushed it", pushed, 2_059, "ok"],
    ["no longer after it expired", pushed, 2_060, "pushed_request_expired"],
    ["one that is unknown or used", undefined, 2_000, "pushed_request_unknown"],
    [
      "another client",
      { ...pushed, client_id: "mallory" },
      2_000,
      "pushed_request_of_another_client",
    ],
    [
      "a later client of the same id",
      { ...pushed, client_key: 99 },
      2_000,
      "pushed_request_of_another_client",
    ],
  ];
  for (const [title, found, now, outcome] of table) {
    it(`${title} → ${outcome}`, () => {
      const checked = checkPushedRequest(found, photos, now);
      assert.equal(checked.ok ? "ok" : checked.error.reason, outcome);
      if (!checked.ok) {
        const { error } = describeRejection(pushedRequestRejections, checked.error);
        assert.equal(error, "invalid_request_uri");
      }
    });
  }
});

it("RFC 9126 §5, §6: the server or the client may require that requests are pushed", () => {
  const strict = exampleClient({ require_pushed_authorization_requests: true });
  assert.deepEqual(
    [mustPush(photos, false), mustPush(photos, true), mustPush(strict, false)],
    [false, true, true],
  );
});
