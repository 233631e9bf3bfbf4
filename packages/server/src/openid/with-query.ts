/** The URL with parameters after those it has, which stay as they are written. */
export function withQuery(uri: string, parameters: Readonly<Record<string, string>>): string {
  const added = new URLSearchParams(parameters).toString();
  if (added === "") return uri;
  const url = new URL(uri);
  url.search = url.search === "" ? added : `${url.search}&${added}`;
  return url.href;
}
