import assert from "node:assert/strict";
import { describe, it } from "node:test";
import * as fc from "fast-check";
import { assertProperty } from "../../../../server/test/support/properties.ts";
import { type ProviderRecord, readNewProvider, readProviderChange } from "./identity-provider.ts";
import { readAccountClaims } from "../../rules/account-claims.ts";
import { mergeGroups, readIdentity } from "./identity-claims.ts";

const NOW = 1_800_000_000;
const openid = { id: "there", issuer: "https://there.example", client_id: "here" };
const oauth = {
  id: "there",
  client_id: "here",
  authorization_endpoint: "https://there.example/authorize",
  token_endpoint: "https://there.example/token",
  userinfo_endpoint: "https://there.example/user",
};

function read(body: object): ProviderRecord {
  const input = readNewProvider(body, NOW);
  return input.ok ? input.value : assert.fail(input.error.error_description);
}

describe("a new provider", () => {
  it("is any OpenID provider by its issuer", () => {
    const provider = read(openid);
    assert.equal(provider.name, "there");
    assert.deepEqual(provider.scope, ["openid", "profile", "email"]);
    assert.deepEqual([provider.create_accounts, provider.trust_amr], ["never", false]);
    assert.equal(provider.claims["email"], "email");
  });

  it("has the fields of its preset, where none are given", () => {
    const google = read({ id: "google", preset: "google", client_id: "c", name: "Work" });
    assert.equal(google.issuer, "https://accounts.google.com");
    assert.equal(google.name, "Work");
    const github = read({ id: "github", preset: "github", client_id: "c" });
    assert.deepEqual(
      [github.name, github.issuer, github.subject_claim],
      ["GitHub", undefined, "id"],
    );
    assert.equal(github.claims["picture"], "avatar_url");
    const issuer = "https://login.microsoftonline.com/00000000-0000-0000-0000-000000000000/v2.0";
    const microsoft = read({ id: "ms", preset: "microsoft", client_id: "c", issuer });
    assert.equal(microsoft.trust_email_verified, false);
    const apple = read({ id: "apple", preset: "apple", client_id: "c" });
    assert.equal(apple.response_mode, "form_post");
  });

  const refused: readonly (readonly [object, RegExp])[] = [
    [{ ...openid, id: undefined }, /needs an id/],
    [{ ...openid, id: "../x" }, /field id must be/],
    [{ ...openid, id: "A" }, /field id must be/],
    [{ ...openid, id: "x".repeat(41) }, /field id must be/],
    [{ ...openid, client_id: "" }, /needs a client_id/],
    [{ id: "ms", preset: "microsoft", client_id: "c" }, /needs an issuer, or all of/],
    [{ ...oauth, userinfo_endpoint: undefined }, /needs an issuer, or all of/],
    [{ ...openid, ...oauth }, /endpoints of an issuer are discovered/],
    [{ ...openid, scope: ["email"] }, /contains openid/],
    [{ ...openid, apple_team_id: "T" }, /belong together/],
    [{ ...openid, authorization_parameters: { state: "x" } }, /parameter state is the server's/],
    [{ ...openid, authorization_parameters: { a: 1 } }, /authorization_parameters must be/],
    [{ ...openid, create_accounts: "verified_email_domain" }, /needs email_domains/],
    [{ ...openid, email_domains: ["@example.com"] }, /email_domains must be/],
    [{ ...openid, issuer: "javascript:alert(1)" }, /issuer must be/],
    [{ ...openid, something: 1 }, /unknown/],
  ];
  for (const [body, message] of refused) {
    it(`is refused: ${message.source}, ${JSON.stringify(body).slice(0, 60)}`, () => {
      const given = JSON.parse(JSON.stringify(body));
      const input = readNewProvider(given, NOW);
      assert.match(input.ok ? "" : input.error.error_description, message);
    });
  }
});

describe("a change of a provider", () => {
  const present = read({ ...openid, client_secret: "a secret" });

  it("leaves alone what is not given, the secret too", () => {
    const changed = readProviderChange({ name: "Elsewhere" }, present, NOW + 1);
    assert.deepEqual(changed.ok && changed.value, {
      ...present,
      name: "Elsewhere",
      updated_at: NOW + 1,
    });
  });

  it("removes the secret where it is empty, and refuses another id", () => {
    const changed = readProviderChange({ client_secret: "" }, present, NOW);
    assert.equal(changed.ok && changed.value.client_secret, undefined);
    assert.equal(readProviderChange({ id: "other" }, present, NOW).ok, false);
  });
});

describe("what a provider says of a user", () => {
  const provider = read({
    ...openid,
    groups_claim: "realm.roles",
    groups: { Admins: "admins", Staff: "staff" },
    trust_amr: true,
  });
  const theirs = {
    sub: "248289761001",
    name: "Alice",
    email: "alice@there.example",
    email_verified: true,
    locale: "not a locale at all",
    realm: { roles: ["Staff", "Unknown", "toString"] },
    amr: ["pwd", "invented", "otp"],
    address: { country: "GB" },
  };

  it("is read by the mapping, and what is not valid here is left out", () => {
    const identity = readIdentity(theirs, "sub", provider);
    assert.deepEqual(identity, {
      provider_subject: "248289761001",
      claims: { name: "Alice", email: "alice@there.example", email_verified: true },
      groups: ["staff"],
      amr: ["pwd", "otp"],
      label: "alice@there.example",
    });
  });

  it("is not believed where the record says so", () => {
    const doubted = { ...provider, trust_email_verified: false, trust_amr: false };
    const identity = readIdentity(theirs, "sub", doubted);
    assert.equal(identity?.claims.email_verified, undefined);
    assert.deepEqual(identity?.amr, []);
    const text = readIdentity({ ...theirs, email_verified: "true" }, "sub", provider);
    assert.equal(text?.claims.email_verified, undefined);
  });

  for (const [value, expected] of [
    ["1", "1"],
    [17, "17"],
    ["", undefined],
    [1.5, undefined],
    [null, undefined],
    [{}, undefined],
    ["x".repeat(256), undefined],
    ["a\0", undefined],
  ] as const) {
    it(`identifies the user: ${JSON.stringify(value)?.slice(0, 20)}`, () => {
      assert.equal(readIdentity({ id: value }, "id", provider)?.provider_subject, expected);
    });
  }

  it("changes the groups of the mapping, and no others", () => {
    assert.deepEqual(mergeGroups(["local", "admins"], ["staff"], provider), ["local", "staff"]);
    assert.deepEqual(mergeGroups(["staff"], ["staff"], provider), ["staff"]);
  });
});

describe("whatever a provider says of a user", () => {
  const names = fc.constantFrom(
    "sub",
    "email",
    "email_verified",
    "name",
    "picture",
    "locale",
    "updated_at",
    "roles",
    "amr",
    "__proto__",
    "constructor",
  );
  const said = fc.dictionary(
    names,
    fc.oneof(fc.jsonValue(), fc.string(), fc.array(fc.constantFrom("Admins", "pwd", "toString"))),
  );
  const records = fc.record({
    trust_amr: fc.boolean(),
    trust_email_verified: fc.boolean(),
    claims: fc.constantFrom({}, { email: "email", email_verified: "email_verified", name: "a.b" }),
  });
  const mapped = { groups_claim: "roles", groups: { Admins: "admins" } };

  it("the account gets only claims that are valid here, and groups and methods that are known", () => {
    assertProperty(
      fc.property(said, records, (theirs, record) => {
        const provider = { ...read({ ...openid, ...mapped }), ...record };
        const identity = readIdentity(JSON.parse(JSON.stringify(theirs)), "sub", provider);
        if (identity === undefined) return;
        assert.ok(readAccountClaims(identity.claims).ok);
        assert.ok(identity.provider_subject.length > 0 && identity.provider_subject.length <= 255);
        for (const group of identity.groups) assert.equal(group, "admins");
        for (const method of identity.amr) assert.equal(method, "pwd");
        if (!record.trust_amr) assert.deepEqual(identity.amr, []);
      }),
    );
  });

  it("an address is verified only if the provider says so in so many words, and is believed", () => {
    assertProperty(
      fc.property(said, records, (theirs, record) => {
        const provider = { ...read(openid), ...record };
        const { claims } = readIdentity({ ...theirs, sub: "1" }, "sub", provider) ?? {};
        if (claims?.email_verified === undefined) return;
        assert.deepEqual(
          [claims.email_verified, theirs["email_verified"], record.trust_email_verified],
          [true, true, true],
        );
        assert.equal(claims.email, theirs["email"]);
      }),
    );
  });

  it("groups that no mapping names stay, and those it names follow the provider", () => {
    const groups = fc.array(fc.constantFrom<string>("admins", "staff", "local", "x"));
    const given = fc.subarray<string>(["admins", "staff"]);
    assertProperty(
      fc.property(groups, given, (present, now) => {
        const merged = mergeGroups(present, now, { groups: { A: "admins", S: "staff" } });
        assert.equal(new Set(merged).size, merged.length);
        for (const name of ["local", "x"])
          assert.equal(merged.includes(name), present.includes(name));
        for (const name of ["admins", "staff"])
          assert.equal(merged.includes(name), now.includes(name));
        assert.deepEqual(mergeGroups(merged, now, { groups: { A: "admins", S: "staff" } }), merged);
      }),
    );
  });
});
