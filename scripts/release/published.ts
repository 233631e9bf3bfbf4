/**
 * Whether the packages are in the npm registry. Until they are, no page may show a command that would download them by name: a
 * stranger could take the names first. Set it to true once `npm publish` is done, run `npm run docs`, and commit the pages.
 */
export const PUBLISHED: boolean = false;
