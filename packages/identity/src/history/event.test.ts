import assert from "node:assert/strict";
import { test } from "node:test";
import { failureId, shortenAddress } from "./event.ts";

const addresses: [address: string | undefined, shortened: string | undefined][] = [
  [undefined, undefined],
  ["203.0.113.77", "203.0.113.0/24"],
  ["::ffff:203.0.113.77", "203.0.113.0/24"],
  ["::FFFF:203.0.113.77", "203.0.113.0/24"],
  ["127.0.0.1", "127.0.0.0/24"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1::/48"],
  ["2001:0DB8:0001:2:3:4:5:6", "2001:db8:1::/48"],
  ["2001:db8::1", "2001:db8::/48"],
  ["2001:db8:10::1", "2001:db8:10::/48"],
  ["2001:0:10::1", "2001:0:10::/48"],
  ["fe80::1%eth0", "fe80::/48"],
  ["::1", "::/48"],
  ["unix", undefined],
  ["", undefined],
  ["<script>", undefined],
];

for (const [address, shortened] of addresses) {
  test(`the network of ${address} is ${shortened}`, () => {
    assert.equal(shortenAddress(address), shortened);
  });
}

const failure = {
  subject: "alice",
  at: 1_800_000_000,
  device: "Firefox/Linux",
  address: "203.0.113.0/24",
  amr: ["pwd"],
};
const others: [title: string, other: Partial<typeof failure>, isSame: boolean][] = [
  ["an hour later", { at: failure.at + 3_600 }, true],
  ["a day later", { at: failure.at + 86_400 }, false],
  ["of another account", { subject: "bob" }, false],
  ["with another browser", { device: "Safari/iPhone" }, false],
  ["from another network", { address: "198.51.100.0/24" }, false],
  ["with a code", { amr: ["otp"] }, false],
];

for (const [title, other, isSame] of others) {
  test(`a failed sign-in ${title} is ${isSame ? "counted with the first" : "another event"}`, () => {
    assert.equal(failureId(failure) === failureId({ ...failure, ...other }), isSame);
  });
}
