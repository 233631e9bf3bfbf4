import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { makeAuthority, makeCertificate } from "../../../test/support/certificates.ts";
import { isSameName, parseDistinguishedName } from "../../oauth/binding/distinguished-name.ts";
import { readAuthorities, readCertificate } from "./certificate.ts";

/** A while after the certificates below begin to be valid. */
const now = Math.floor(Date.now() / 1000) + 3_600;
const root = makeAuthority("/O=Example/CN=Root");
const intermediate = makeAuthority("/O=Example/CN=Intermediate", root);

describe("RFC 5280: the names of a certificate", () => {
  const photos = makeCertificate({
    subject:
      "/C=DE/O=Example, Inc. \\+ Söhne/OU=a+CN=Lučić \\\\ #1/UID=photos/emailAddress=p@example.org",
    extensions: [
      "subjectAltName=DNS:photos.example,DNS:Other.example,URI:urn:example:photos,IP:192.0.2.1,IP:2001:db8::1,email:Photos@Example.org",
    ],
  });
  const read = readCertificate(photos.der, { is_chain_verified: false }) ?? assert.fail();

  it("are read from the DER", () => {
    const expected = String.raw`emailAddress=p@example.org,UID=photos,CN=Lučić \\ #1+OU=a,O=Example\, Inc. \+ Söhne,C=DE`;
    const name = parseDistinguishedName(expected) ?? assert.fail();
    assert.ok(isSameName(read.subject ?? assert.fail(), name), JSON.stringify(read.subject));
    assert.deepEqual(read.dns, ["photos.example", "Other.example"]);
    assert.deepEqual(read.uri, ["urn:example:photos"]);
    assert.deepEqual(read.ip, ["192.0.2.1", "2001:db8::1"]);
    assert.deepEqual(read.email, ["Photos@Example.org"]);
    assert.equal(read.thumbprint, photos.thumbprint);
  });

  it("come with the time in which it is valid", () => {
    assert.ok(read.valid_from <= now && read.valid_until >= now + 364 * 86_400);
  });

  it("may be missing", () => {
    const { der } = makeCertificate({ subject: "/CN=photos", extensions: [] });
    const bare = readCertificate(der, { is_chain_verified: true }) ?? assert.fail();
    assert.deepEqual([bare.dns, bare.uri, bare.ip, bare.email], [[], [], [], []]);
    assert.equal(bare.is_chain_verified, true);
  });

  it("are none where the bytes are no certificate", () => {
    for (const bytes of [
      Buffer.alloc(0),
      Buffer.from("30820000", "hex"),
      photos.der.subarray(0, 200),
    ])
      assert.equal(readCertificate(bytes, { is_chain_verified: true }), undefined);
  });
});

describe("who issued a certificate", () => {
  const leaf = { subject: "/CN=photos" };
  const eku = (usage: string) => ({ ...leaf, extensions: [`extendedKeyUsage=${usage}`] });
  const rows: [title: string, der: Buffer, trusted: string, at: number, outcome: boolean][] = [
    ["an authority", makeCertificate({ ...leaf, issuer: root }).der, root.cert, now, true],
    [
      "for clients",
      makeCertificate({ ...eku("clientAuth"), issuer: root }).der,
      root.cert,
      now,
      true,
    ],
    [
      "for anything",
      makeCertificate({ ...eku("anyExtendedKeyUsage"), issuer: root }).der,
      root.cert,
      now,
      true,
    ],
    [
      "for servers only",
      makeCertificate({ ...eku("serverAuth"), issuer: root }).der,
      root.cert,
      now,
      false,
    ],
    [
      "one of two",
      makeCertificate({ ...leaf, issuer: intermediate }).der,
      root.cert + intermediate.cert,
      now,
      true,
    ],
    [
      "the one below",
      makeCertificate({ ...leaf, issuer: intermediate }).der,
      intermediate.cert,
      now,
      true,
    ],
    [
      "one that is not trusted",
      makeCertificate({ ...leaf, issuer: intermediate }).der,
      root.cert,
      now,
      false,
    ],
    [
      "a namesake",
      makeCertificate({ ...leaf, issuer: makeAuthority("/O=Example/CN=Root") }).der,
      root.cert,
      now,
      false,
    ],
    ["itself", makeCertificate(leaf).der, root.cert, now, false],
    [
      "an authority that has expired",
      makeCertificate({ ...leaf, issuer: root }).der,
      root.cert,
      now + 400 * 86_400,
      false,
    ],
  ];
  for (const [title, der, trusted, at, outcome] of rows) {
    it(`${title} → ${outcome}`, () => {
      const authorities = readAuthorities(trusted);
      const read = readCertificate(der, { authorities, now: at });
      assert.equal(read?.is_chain_verified, outcome);
    });
  }

  it("is not a client certificate that is trusted by mistake", () => {
    const client = makeCertificate({ ...leaf, issuer: root });
    const forged = makeCertificate({ subject: "/CN=forged", issuer: client });
    const read = readCertificate(forged.der, { authorities: readAuthorities(client.cert), now });
    assert.equal(read?.is_chain_verified, false);
  });

  it("must be a certificate in PEM", () => {
    assert.throws(() => readAuthorities("no certificate"), /no certificate in PEM/);
    assert.throws(() =>
      readAuthorities("-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----"),
    );
  });
});
