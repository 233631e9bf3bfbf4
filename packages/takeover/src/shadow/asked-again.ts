import { parametersOf, type SeenRequest } from "./exchange.ts";

/** Paths whose GET changes nothing, however often it is sent. An id never begins with a dot, so that nothing is left to clean up. */
const READS: Readonly<Record<SeenRequest["listener"], RegExp>> = {
  public: /^\/(?:userinfo|(?:\.well-known|oauth2\/register)\/[\w~-][\w.~-]*)$/,
  admin:
    /^(?:\/admin)?\/(?:clients|oauth2\/auth\/sessions\/consent|trust\/grants\/jwt-bearer\/issuers|(?:\.well-known|clients|keys|trust\/grants\/jwt-bearer\/issuers)\/[\w~-][\w.~-]*|keys\/[\w~-][\w.~-]*\/[\w~-][\w.~-]*)$/,
};
const INTROSPECTION = /^(?:\/admin)?\/oauth2\/introspect$/;

/**
 * Whether the old server may be sent a request a second time. Only what is known to change nothing is: a path that it would clean
 * up first, such as `//` or `%2f`, or that it takes with a slash at the end, is not.
 */
export function mayBeAskedAgain(request: SeenRequest): boolean {
  const { listener, method, target } = request;
  if (hasHandle(request)) return false;
  const [path = ""] = target.split("?", 1);
  if (method === "GET" || method === "HEAD") return READS[listener].test(path);
  return method === "POST" && listener === "admin" && INTROSPECTION.test(path);
}

/** Whether a request is a step of a sign-in or a logout, which lives at one server alone. A verifier works once. */
export function hasHandle(request: SeenRequest): boolean {
  return [...parametersOf(request).keys()].some((name) =>
    /^(?:login|consent|logout|device)_(?:challenge|verifier)$|^challenge$/.test(name),
  );
}
