/** RFC 9562 §4: whether a text is a UUID as we write it, with dashes and in lower case. */
export function isUuid(text: string): boolean {
  return UUID.test(text);
}

const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/;
