import { isIPv6 } from "node:net";

/**
 * RFC 9112 §3.2, RFC 9110 §7.2: whether a text is a valid Host header: a name or an address and optionally a port
 * (RFC 3986 §3.2.2). An empty value is valid. Two Host headers that were joined into one are not: they contain a space.
 */
export function isHost(value: string): boolean {
  const parts = HOST.exec(value)?.groups;
  if (parts === undefined) return false;
  const { literal, port = "" } = parts;
  return (literal === undefined || isIPv6(literal)) && Number(port) <= 65_535;
}

const HOST =
  /^(?:\[(?<literal>[0-9A-Fa-f:.]{2,45})\]|(?:[\w\-.~!$&'()*+,;=]|%[0-9A-Fa-f]{2})*)(?::(?<port>\d{0,5}))?$/;
