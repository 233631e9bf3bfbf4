/** Builds the console after an install, unless what builds it was left out of that install. */
try {
  const { build } = await import("vite");
  await build({ root: import.meta.dirname, logLevel: "warn" });
} catch (error) {
  if (error.code !== "ERR_MODULE_NOT_FOUND") throw error;
  process.stderr.write("The console was not built: development dependencies are not installed.\n");
}
