import assert from "node:assert/strict";
import { it } from "node:test";
import {
  endOfChallenge,
  mintChallengeId,
  readDeviceChallenge,
  writeDeviceChallenge,
} from "./device-challenge.ts";
import { createSigner } from "../../crypto/signer.ts";
import { mintUserCode, userCodeMacs } from "./user-code-mac.ts";

const signer = createSigner(["a secret of the tests"]);
const challenge_id = mintChallengeId(1_800_000_000_500);

it("a challenge has the time at which it ends, and the network of its browser", () => {
  assert.equal(endOfChallenge(challenge_id), 1_800_000_000);
  const networks = ["192.0.2.1", "::ffff:192.0.2.1", "192.0.2.2", "2001:db8::1", "2001:db8::2"].map(
    (address) => {
      const read = readDeviceChallenge(signer, writeDeviceChallenge(signer, challenge_id, address));
      assert.equal(read?.challenge_id, challenge_id);
      return read.network;
    },
  );
  assert.equal(networks[0], networks[1]);
  assert.notEqual(networks[0], networks[2]);
  assert.equal(networks[3], networks[4], "an IPv6 network is one caller");
});

it("an unknown address is no network", () => {
  const text = writeDeviceChallenge(signer, challenge_id, "");
  assert.deepEqual(readDeviceChallenge(signer, text), { challenge_id, network: undefined });
});

it("a challenge of another server is not read", () => {
  const text = writeDeviceChallenge(createSigner(["another"]), challenge_id, "192.0.2.1");
  assert.equal(readDeviceChallenge(signer, text), undefined);
  assert.equal(readDeviceChallenge(signer, signer.sign("device_challenge", "short")), undefined);
});

it("a user code is found under every secret, and no MAC is the code", () => {
  const userCode = mintUserCode();
  assert.match(userCode, /^[BCDFGHJKLMNPQRSTVWXZ]{8}$/);
  const [older] = userCodeMacs(signer, userCode);
  const rotated = createSigner(["a new secret", "a secret of the tests"]);
  const macs = userCodeMacs(rotated, userCode);
  assert.equal(macs.length, 2);
  assert.equal(macs[1], older);
  assert.notEqual(mintUserCode(), userCode);
});
