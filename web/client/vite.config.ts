import { fileURLToPath } from "node:url";
import { defineConfig } from "vite";
import solid from "vite-plugin-solid";

// `npm run dev` of this folder serves the client from its sources, against a server of this address.
const server = process.env.ERMINE_URL ?? "http://localhost:8080";

const client = fileURLToPath(new URL(".", import.meta.url)).replace(/\/$/, "");

export default defineConfig({
  plugins: [solid()],
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
      output: { entryFileNames: "assets/[name]-[hash].js" },
    },
  },
  server: {
    proxy: Object.fromEntries(
      ["/api", "/ws", "/autumn", "/january", "/livekit"].map((path) => [path, { target: server, ws: true }]),
    ),
  },
});
