import { fileURLToPath } from "node:url";
import { defineConfig } from "vite";
import solid from "vite-plugin-solid";

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig({
  base: "/admin/",
  plugins: [solid()],
  resolve: { alias: { "@ui": at("../ui") } },
  // The mark and the order of the layers are those of the client. The build copies them alone.
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
