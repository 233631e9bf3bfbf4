/** The section of the changelog for a tag such as `v1.2.3`. Throws unless the tag is that of `version`. */
export function releaseNotes(tag: string, version: string, changelog: string): string {
  if (tag !== `v${version}`) throw new Error(`The tag ${tag} does not match version ${version}.`);
  const [, ...sections] = changelog.split(/^## /m);
  const section = sections.find((text) => text.startsWith(`[${version}]`));
  if (section === undefined) throw new Error(`CHANGELOG.md has no section for ${version}.`);
  const notes = section
    .slice(section.indexOf("\n"))
    .replace(/^\[.+\]: .+$/gm, "")
    .trim();
  if (notes === "") throw new Error(`The section of CHANGELOG.md for ${version} is empty.`);
  return notes;
}
