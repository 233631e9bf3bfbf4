import { dependenciesOn } from "./package-source.ts";

/**
 * Fills the parts of a page that depend on whether the packages are published:
 *
 *   <!-- install @latchkey/testing --save-dev -->  the command that installs a package
 *   <!-- from-npm -->                              what works from the npm registry, or will
 *
 * Each ends with `<!-- end -->`.
 */
export function fillPage(text: string, published: boolean): string {
  return text
    .replaceAll(INSTALL, (_, name: string, flags: string) => {
      const block = installBlock(name, flags.trim(), published);
      return `<!-- install ${name}${flags} -->\n\n${block}\n\n<!-- end -->`;
    })
    .replaceAll(FROM_NPM, `<!-- from-npm -->\n\n${fromNpm(published)}\n\n<!-- end -->`);
}

const INSTALL = /<!-- install (\S+)((?: --[\w-]+)*) -->\n(?:.*\n)*?<!-- end -->/g;
const FROM_NPM = /<!-- from-npm -->\n(?:.*\n)*?<!-- end -->/g;

function installBlock(name: string, flags: string, published: boolean): string {
  const words = ["npm install", ...(flags === "" ? [] : [flags])].join(" ");
  if (published) return `\`\`\`sh elsewhere\n${words} ${name}\n\`\`\``;
  const kind = flags.includes("dev") ? "devDependencies" : "dependencies";
  const local = dependenciesOn([name, "@latchkey/opentelemetry"], published); // An optional peer of the server.
  const manifest = { [kind]: local, overrides: local };
  return `Until the package is on npm, take it from the tarballs that \`npm run pack\` writes in a clone, here in the folder \`latchkey\` beside yours. \`overrides\` does the same for the packages that it depends on. Add this to your \`package.json\`, and run \`npm install\`:

\`\`\`json example
${JSON.stringify(manifest, null, 2)}
\`\`\``;
}

function fromNpm(published: boolean): string {
  const introduction = published
    ? "The packages are on npm. With Node 24.7 or later, no clone is needed:"
    : "The packages are not on npm yet: do not run these commands before the release, since the names are not ours until then. After it, with Node 24.7 or later, no clone is needed:";
  return `${introduction}

| Command | What it does |
| --- | --- |
| \`npx latchkey serve all --demo\` | runs the server with the demo |
| \`npx latchkey serve\` | runs the server |
| \`npm create latchkey photos -- --kind web\` | writes a project |
| \`npm install @latchkey/server\` | the server as a library; likewise \`@latchkey/client\`, \`@latchkey/identity\`, \`@latchkey/protect\`, \`@latchkey/testing\`, \`@latchkey/workspace\` and \`@latchkey/workspace-client\` |
| \`npx -p node@26 -p latchkey latchkey serve\` | brings its own Node, where the installed one is older |`;
}

/** A package.json with its dependencies on packages of this repository as they are to be had now. */
export function fillManifest(text: string, names: readonly string[], published: boolean): string {
  const manifest = JSON.parse(text);
  const others = Object.entries<string>(manifest.dependencies).filter(
    ([name]) => !name.startsWith("@latchkey/"),
  );
  const dependencies = Object.fromEntries(
    [...Object.entries(dependenciesOn(names, published)), ...others].toSorted(([a], [b]) =>
      a < b ? -1 : 1,
    ),
  );
  return `${JSON.stringify({ ...manifest, dependencies }, null, 2)}\n`;
}
