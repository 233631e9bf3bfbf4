/** Checks an authorization response whose state is known. Returns undefined if it contains a code. */
export function findResponseProblem(query: URLSearchParams, issuer: string): string | undefined {
  const iss = query.get("iss");
  if (iss !== issuer) {
    // RFC 9207 §2.4: prevents mix-up attacks.
    return `The response is from ${iss ?? "an unknown issuer"}, not from ${issuer}.`;
  }
  const error = query.get("error");
  if (error !== null)
    return `The server returned ${error}: ${query.get("error_description") ?? ""}`;
  return undefined;
}
