/**
 * Builds the console. Runs after every install, where it does nothing if the development dependencies were left out, and by
 * `npm run build`, where that is an error.
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
