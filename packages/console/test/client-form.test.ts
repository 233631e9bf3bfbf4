import assert from "node:assert/strict";
import { test } from "node:test";
import { clientFieldGroups, clientFieldList, type OAuth2ClientInput } from "@latchkey/api";
import { describeValue } from "../src/pages/clients/describe-value.ts";
import {
  changesBetween,
  choiceOptions,
  formField,
  formGroups,
  isSet,
  isShown,
  setFields,
  valueOf,
  withValue,
} from "../src/pages/clients/client-form.ts";
import { toClientInput } from "../src/pages/clients/client-summary.ts";

test("every field that the table gives a place is in exactly one group, and every group has fields", () => {
  const placed = formGroups.flatMap(({ fields }) => fields.map(({ name }) => name));
  const expected = clientFieldList.flatMap(([name, { form }]) =>
    form === undefined ? [] : [name],
  );
  assert.deepEqual(placed.toSorted(), expected.toSorted());
  assert.ok(formGroups.every(({ fields }) => fields.length > 0));
});

test("groups have the names of the table, and those that most clients leave alone come last", () => {
  const titles = clientFieldGroups.map(({ title }): string => title);
  assert.deepEqual(
    formGroups.map(({ title }) => title),
    titles.filter((title) => formGroups.some((group) => group.title === title)),
  );
  const advanced = formGroups.map((group) => (group.advanced ? "advanced" : "first")).join(" ");
  assert.match(advanced, /^(first )+advanced( advanced)*$/);
});

test("the summary lists what differs from the defaults", () => {
  const draft = { client_name: "Tea", redirect_uris: ["https://a.example", "https://b.example"] };
  const names = (client: OAuth2ClientInput): string[] =>
    setFields(client).map(
      ({ name, ...formed }) => `${name}=${describeValue(client, { name, ...formed })}`,
    );
  assert.deepEqual(names(draft), ["client_name=Tea", "redirect_uris=https://a.example and 1 more"]);
  assert.deepEqual(names({ skip_consent: true, grant_types: ["implicit", "refresh_token"] }), [
    "grant_types=implicit refresh_token",
    "skip_consent=yes",
  ]);
  assert.deepEqual(names({ scope: "", token_endpoint_auth_method: "client_secret_basic" }), []);
});

test("changes are named by label, and a default that is spelt out is none", () => {
  const before = { client_name: "Tea", scope: "tea" };
  assert.deepEqual(
    changesBetween(before, { ...before, redirect_uris: [], skip_consent: false }),
    [],
  );
  assert.deepEqual(changesBetween(before, { ...before, scope: "milk", metadata: { a: 1 } }), [
    "Scope",
    "metadata",
  ]);
  assert.deepEqual(changesBetween(before, { scope: "tea" }), ["Name"]);
});

test("the form has the fields for signed requests and responses", () => {
  for (const name of [
    "request_uris",
    "request_object_signing_alg",
    "userinfo_signed_response_alg",
    "token_endpoint_auth_signing_alg",
  ] as const) {
    assert.equal(formField(name).name, name);
  }
});

test("a field shows its default until the draft has a value", () => {
  const method = formField("token_endpoint_auth_method");
  assert.equal(valueOf({}, method), "client_secret_basic");
  assert.equal(valueOf({ token_endpoint_auth_method: "none" }, method), "none");
  assert.ok(!isSet({ token_endpoint_auth_method: "client_secret_basic" }, method));
  assert.ok(isSet({ token_endpoint_auth_method: "none" }, method));
});

test("an empty field without a default is left out of the request; one with a default is sent empty", () => {
  assert.deepEqual(withValue({ jwks_uri: "https://a.example" }, formField("jwks_uri"), ""), {});
  assert.deepEqual(withValue({ scope: "tea" }, formField("scope"), ""), { scope: "" });
  assert.deepEqual(withValue({ scope: "tea" }, formField("jwks_uri"), "https://b.example"), {
    scope: "tea",
    jwks_uri: "https://b.example",
  });
});

test("a field that depends on another is shown while that has the value", () => {
  const algorithm = formField("token_endpoint_auth_signing_alg");
  assert.ok(!isShown({}, algorithm));
  assert.ok(isShown({ token_endpoint_auth_method: "private_key_jwt" }, algorithm));
  assert.ok(isShown({}, formField("scope")));
});

test("a choice lists the values of its schema, and leaves the decision to the server where there is no default", () => {
  const values = (name: Parameters<typeof formField>[0]): string[] =>
    choiceOptions(formField(name)).map(({ value }) => value);
  const algorithms = (offered: readonly string[], chosen?: string) =>
    choiceOptions(formField("id_token_signed_response_alg"), { offered, chosen })
      .map(({ value }) => value)
      .filter((value) => value.startsWith("ML-DSA"));
  assert.deepEqual(algorithms(["RS256"]), []);
  assert.deepEqual(algorithms(["RS256", "ML-DSA-65"]), ["ML-DSA-65"]);
  assert.deepEqual(algorithms(["RS256"], "ML-DSA-44"), ["ML-DSA-44"], "what is set stays");
  assert.deepEqual(values("userinfo_signed_response_alg").slice(0, 2), ["none", "RS256"]);
  assert.deepEqual(values("id_token_signed_response_alg").slice(0, 2), ["", "RS256"]);
  assert.deepEqual(values("access_token_strategy"), ["", "opaque", "jwt"]);
});

test("an update sends the whole client without what the server sets and without its secret", () => {
  const client = {
    client_id: "tea",
    scope: "tea",
    client_secret: "not sent",
    client_secret_expires_at: 0,
    created_at: "2026-01-01T12:00:00Z",
    updated_at: "2026-01-01T12:00:00Z",
  };
  assert.deepEqual(toClientInput(client), {
    client_id: "tea",
    scope: "tea",
  });
});
