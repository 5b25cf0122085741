import { fileURLToPath } from "node:url";
import { defineConfig } from "vite";
import solid from "vite-plugin-solid";
import { layerOrder } from "../ui/layer-order.ts";

const client = fileURLToPath(new URL(".", import.meta.url)).replace(/\/$/, "");

export default defineConfig({
  plugins: [solid(), layerOrder],
  define: { __BUILD__: JSON.stringify("development") },
  resolve: { alias: { "@ui": fileURLToPath(new URL("../ui", import.meta.url)) } },
  build: {
    target: "es2022",
    reportCompressedSize: false,
    // Inlined files would need `data:` in the content security policy.
    assetsInlineLimit: 0,
    rolldownOptions: {
      checks: { bundlerTimings: false },
      input: `${client}/index.html`,
      output: {
        entryFileNames: "assets/[name]-[hash].js",
        // One file of what several pages need, instead of eighty small ones that compress badly.
        codeSplitting: { groups: [{ name: "shared", minShareCount: 2 }] },
      },
    },
  },
});
