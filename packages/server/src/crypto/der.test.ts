import assert from "node:assert/strict";
import { describe, it } from "node:test";
import {
  bitString,
  der,
  objectIdentifier,
  sequence,
  time,
  unsignedInteger,
  utf8String,
} from "./der.ts";

describe("X.690: DER writes", () => {
  const hex = (bytes: Buffer): string => bytes.toString("hex");
  const cases: [string, Buffer, string][] = [
    ["an empty sequence", sequence(), "3000"],
    ["a sequence in a sequence", sequence(sequence()), "30023000"],
    ["zero", unsignedInteger(Buffer.of(0)), "020100"],
    ["127 in one byte", unsignedInteger(Buffer.of(127)), "02017f"],
    ["128 with a byte that says plus", unsignedInteger(Buffer.of(128)), "02020080"],
    ["a number without its leading zeros", unsignedInteger(Buffer.of(0, 0, 1, 0)), "02020100"],
    ["whole bytes as bits", bitString(Buffer.of(0xa5)), "030200a5"],
    ["a text", utf8String("é"), "0c02c3a9"],
    [
      "the name of ECDSA with SHA-256",
      objectIdentifier("1.2.840.10045.4.3.2"),
      "06082a8648ce3d040302",
    ],
    ["the name of RSA", objectIdentifier("1.2.840.113549"), "06062a864886f70d"],
    [
      "a time until 2049 with two digits of its year",
      time(Date.UTC(2049, 11, 31) / 1_000),
      `170d${Buffer.from("491231000000Z").toString("hex")}`,
    ],
    [
      "a time from 2050 with four",
      time(Date.UTC(2050, 0, 1) / 1_000),
      `180f${Buffer.from("20500101000000Z").toString("hex")}`,
    ],
  ];
  for (const [title, bytes, expected] of cases) {
    it(title, () => assert.equal(hex(bytes), expected));
  }

  const lengths: [number, string][] = [
    [127, "7f"],
    [128, "8180"],
    [255, "81ff"],
    [256, "820100"],
    [65_536, "83010000"],
  ];
  for (const [length, octets] of lengths) {
    it(`a length of ${length} as ${octets}`, () => {
      const head = der(0x04, Buffer.alloc(length)).subarray(1, 1 + octets.length / 2);
      assert.equal(hex(head), octets);
    });
  }
});
