const NOT_IN_A_VALUE = /[^\t\x20-\x7e\x80-\xff]/;

/** RFC 9110 §5.5: whether a text can be the value of a header field. */
export function isFieldValue(text: string): boolean {
  return !NOT_IN_A_VALUE.test(text);
}
