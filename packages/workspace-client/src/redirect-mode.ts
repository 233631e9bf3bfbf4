/**
 * How to ask `fetch` not to carry our credentials to somewhere else.
 * Some edge runtimes refuse the word `error`; there the redirect itself comes back and is no success.
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
