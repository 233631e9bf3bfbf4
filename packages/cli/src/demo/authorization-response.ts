/** What speaks against an answer of the authorization endpoint that bears a state of ours: undefined when it brings a code. */
export function findResponseProblem(query: URLSearchParams, issuer: string): string | undefined {
  const iss = query.get("iss");
  if (iss !== issuer) {
    // RFC 9207 §2.4: otherwise another server's answer could be taken for this one's.
    return `The answer is from ${iss ?? "nobody"}, not from ${issuer}.`;
  }
  const error = query.get("error");
  if (error !== null) return `The server said ${error}: ${query.get("error_description") ?? ""}`;
  return undefined;
}
