/**
 * Chooses the `redirect` mode that keeps credentials from being sent to another host.
 * Some edge runtimes reject `error`; with `manual` the redirect itself is returned, which is not a success.
 */
export function chooseRedirectMode(accepts: (mode: "error") => unknown = tryRequest) {
  try {
    accepts("error");
    return "error";
  } catch {
    return "manual";
  }
}

function tryRequest(redirect: "error"): Request {
  return new Request("https://workspace.invalid/", { redirect });
}
