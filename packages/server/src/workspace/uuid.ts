/** RFC 9562 §4: whether a string is a UUID with dashes and in lower case, as this server writes it. */
export function isUuid(text: string): boolean {
  return UUID.test(text);
}

const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/;
