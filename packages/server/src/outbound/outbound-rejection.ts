/** Why an outbound request failed. */
export type OutboundRejection =
  | { readonly reason: "url_malformed" }
  | { readonly reason: "scheme_refused"; readonly scheme: string }
  | { readonly reason: "address_refused"; readonly host: string }
  | { readonly reason: "unreachable"; readonly host: string; readonly cause: string }
  | { readonly reason: "timed_out"; readonly timeout_ms: number }
  | { readonly reason: "redirected"; readonly status: number }
  | { readonly reason: "unexpected_status"; readonly status: number }
  | { readonly reason: "too_large"; readonly max_bytes: number }
  | { readonly reason: "not_json_media_type" }
  | { readonly reason: "not_text" }
  | { readonly reason: "not_json" };

/** Whether another attempt may succeed without a change of the document: the host is down, or its name server is. */
export function mayPass(rejection: OutboundRejection): boolean {
  const { reason } = rejection;
  if (reason === "unexpected_status") return rejection.status >= 500 || rejection.status === 429;
  return reason === "unreachable" || reason === "timed_out";
}

/** The rejection as a sentence about the remote server. It contains nothing of what that server sent. */
export function explainOutboundRejection(rejection: OutboundRejection): string {
  switch (rejection.reason) {
    case "url_malformed":
      return "The URL is malformed, or has a user name.";
    case "scheme_refused":
      return `The URL must begin with https:, not with ${rejection.scheme}.`;
    case "address_refused":
      return `The host ${rejection.host} is not on the public internet.`;
    case "unreachable":
      return `The host ${rejection.host} could not be reached (${rejection.cause}).`;
    case "timed_out":
      return `No complete response came within ${rejection.timeout_ms} ms.`;
    case "redirected":
      return `It responded ${rejection.status}, and redirects are not followed.`;
    case "unexpected_status":
      return `It responded ${rejection.status}.`;
    case "too_large":
      return `Its response is larger than ${rejection.max_bytes} bytes.`;
    case "not_json_media_type":
      return "The Content-Type of its response is not application/json.";
    case "not_text":
      return "Its response is not UTF-8 text.";
    case "not_json":
      return "Its response is not JSON.";
  }
}
