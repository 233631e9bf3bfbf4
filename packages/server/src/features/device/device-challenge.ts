import { networkOf } from "../../limits/networks.ts";
import { mintFlowId, timeOfId } from "../../crypto/flow-id.ts";
import type { Signer } from "../../crypto/signer.ts";

/**
 * A browser that is to enter a user code. It is not stored: the challenge has the time at which it expires, and the network of
 * the browser as a MAC, so that guesses are counted by address even where a verification app forwards them.
 */
export interface DeviceChallenge {
  readonly challenge_id: string;
  /** 22 characters; the same for all requests from one network. Undefined where the address is not known. */
  readonly network: string | undefined;
}

const ID_CHARS = 22;
const NETWORK_CHARS = 22;
/** In place of a network. */
const UNKNOWN = "A".repeat(NETWORK_CHARS);

/** The id of a new challenge that ends at `expires_at_ms`. */
export function mintChallengeId(expires_at_ms: number): string {
  return mintFlowId(expires_at_ms);
}

/** When a challenge ends, in unix seconds. */
export function endOfChallenge(challenge_id: string): number {
  return Math.floor(timeOfId(challenge_id) / 1000);
}

/** The challenge of a browser at an address. */
export function writeDeviceChallenge(
  signer: Signer,
  challenge_id: string,
  address: string,
): string {
  const [network = UNKNOWN] =
    address === "" ? [] : signer.macs("device_network", networkOf(address));
  return signer.sign("device_challenge", challenge_id + network);
}

/** The challenge, if this server issued it. */
export function readDeviceChallenge(signer: Signer, text: string): DeviceChallenge | undefined {
  const content = signer.read("device_challenge", text);
  if (content?.length !== ID_CHARS + NETWORK_CHARS) return undefined;
  const network = content.slice(ID_CHARS);
  return {
    challenge_id: content.slice(0, ID_CHARS),
    network: network === UNKNOWN ? undefined : network,
  };
}
