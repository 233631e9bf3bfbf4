import { defineConfig } from "vite";

export default defineConfig({
  base: "/console/",
  esbuild: { jsx: "automatic" },
  build: {
    target: "es2023",
    // Everything is a file of its own: a policy that forbids what is inline forbids data: URLs too.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
});
