import { type Addresses, type Number3, PORTS, THREE } from "./addresses.ts";

/** Which machines of the database have which role. */
export interface Roles {
  readonly primary: Number3 | undefined;
  readonly synchronous: Number3 | undefined;
  readonly streaming: readonly Number3[];
}

/** Whether a URL answers with a success. */
export async function isOk(url: string): Promise<boolean> {
  try {
    return (await fetch(url, { signal: AbortSignal.timeout(3_000) })).ok;
  } catch {
    return false;
  }
}

interface Member {
  readonly name: string;
  readonly role: string;
  readonly state: string;
}

/** Asks each Patroni which machine has which role, until one answers. */
export async function rolesSeen(addresses: Addresses): Promise<Roles> {
  for (const number of THREE) {
    try {
      const url = `http://${addresses.db(number)}:${PORTS.patroni}/cluster`;
      const response = await fetch(url, { signal: AbortSignal.timeout(1_000) });
      const { members }: { members: readonly Member[] } = await response.json();
      const find = (wanted: (member: Member) => boolean): readonly Number3[] =>
        THREE.filter((n) => members.some((member) => member.name === `db-${n}` && wanted(member)));
      return {
        primary: find(({ role, state }) => role === "leader" && state === "running")[0],
        synchronous: find(({ role, state }) => role === "sync_standby" && isStreaming(state))[0],
        streaming: find(({ role, state }) => role !== "leader" && isStreaming(state)),
      };
    } catch {
      // The next one may answer.
    }
  }
  return { primary: undefined, synchronous: undefined, streaming: [] };
}

/** Patroni before version 3.0.4 says running. */
function isStreaming(state: string): boolean {
  return state === "streaming" || state === "running";
}

/** Which member an etcd is, and which one leads. */
export async function statusOfEtcd(
  url: string,
): Promise<{ leader: string; member: string } | undefined> {
  try {
    const response = await fetch(`${url}/v3/maintenance/status`, {
      method: "POST",
      body: "{}",
      signal: AbortSignal.timeout(1_000),
    });
    const status: { leader: string; header: { member_id: string } } = await response.json();
    return { leader: status.leader, member: status.header.member_id };
  } catch {
    return undefined;
  }
}

/** A new etcd is of version 3.0 for a moment, and Patroni would speak to it as such. */
export async function hasVersion(host: string): Promise<boolean> {
  const response = await fetch(`http://${host}:${PORTS.etcd}/version`, {
    signal: AbortSignal.timeout(1_000),
  });
  const { etcdserver, etcdcluster }: Record<string, string> = await response.json();
  return etcdcluster?.split(".")[1] === etcdserver?.split(".")[1];
}
