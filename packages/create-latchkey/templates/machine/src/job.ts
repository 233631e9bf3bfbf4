/** Asks the API how many photos there are. */
export async function countPhotos(
  api_url: string,
  accessToken: () => Promise<string>,
): Promise<number> {
  const headers = { authorization: `Bearer ${await accessToken()}` };
  const signal = AbortSignal.timeout(10_000);
  const response = await fetch(`${api_url}/photos`, { headers, signal });
  if (!response.ok) throw new Error(`The API answered ${response.status}.`);
  const { photos }: { photos: string[] } = await response.json();
  return photos.length;
}
