import { fileURLToPath } from "node:url";
import { defineConfig } from "vite";
import solid from "vite-plugin-solid";
import { layerOrder } from "../ui/layer-order.ts";

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig({
  base: "/admin/",
  plugins: [solid(), layerOrder],
  resolve: { alias: { "@ui": at("../ui") } },
  // The icon of the client. The build copies nothing else.
  publicDir: at("../client/public"),
  build: {
    target: "es2022",
    copyPublicDir: false,
    reportCompressedSize: false,
    // Inlined files would need `data:` in the content security policy.
    assetsInlineLimit: 0,
    rolldownOptions: {
      checks: { bundlerTimings: false },
      input: at("./index.html"),
      output: { entryFileNames: "assets/[name]-[hash].js" },
    },
  },
});
