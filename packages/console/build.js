/**
 * Builds the console: after every install, unless what builds it was left out of that install, and by `npm run build`,
 * which fails then.
 */
const isRequired = process.argv.includes("--required");

try {
  const { build } = await import("vite");
  await build({ root: import.meta.dirname, logLevel: "warn" });
} catch (error) {
  if (error.code !== "ERR_MODULE_NOT_FOUND") throw error;
  process.stderr.write(
    "The console was not built: development dependencies are not installed.\n" +
      "npm ci installs them and builds it; npm prune --omit=dev --ignore-scripts removes them again and keeps it.\n",
  );
  if (isRequired) process.exitCode = 1;
}
