/** The page to go on with after signing in: one of this console, whatever is stored. */
export function ownPage(path: string, own_origin: string): string {
  const url = URL.parse(path, own_origin);
  const isOwn = url?.origin === own_origin && /^\/console(?:\/|$)/.test(url.pathname);
  if (!isOwn || url.pathname === "/console/signed-in") return "/console";
  return url.pathname + url.search;
}
