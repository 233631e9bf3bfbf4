import { isIP } from "node:net";
import { unbracketIpv6 } from "@latchkey/api";

/** Whether only this machine can reach a host: loopback addresses and names, and Unix sockets. */
export function isLoopback(host: string): boolean {
  if (host.startsWith("unix:")) return true;
  const name = unbracketIpv6(host.toLowerCase());
  if (isIP(name) !== 0) return name === "::1" || (isIP(name) === 4 && name.startsWith("127."));
  return name === "localhost" || name.endsWith(".localhost"); // RFC 6761 §6.3
}
