import { defineConfig } from "vite";

export default defineConfig({
  base: "/console/",
  esbuild: { jsx: "automatic" },
  build: {
    target: "es2023",
    // No data: URLs: the content security policy of the console forbids them.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // In kB. One file is fetched once and cached by its hash; the admin listener is near.
    chunkSizeWarningLimit: 700,
    rollupOptions: {
      // "use client" marks modules for React server components, which the console does not use.
      onwarn: (warning, warn) => {
        if (warning.code !== "MODULE_LEVEL_DIRECTIVE") warn(warning);
      },
    },
  },
});
