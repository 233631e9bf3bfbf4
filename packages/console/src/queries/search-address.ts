/** The address of the same page with another search. */
export function searchAddress(
  place: { readonly pathname: string; readonly search: string },
  search: string,
): string {
  const query = new URLSearchParams(place.search);
  if (search === "") query.delete("search");
  else query.set("search", search);
  return query.size === 0 ? place.pathname : `${place.pathname}?${query}`;
}
