import { fileURLToPath } from "node:url";
import { defineConfig } from "vite";
import solid from "vite-plugin-solid";

// `npm run dev` of this folder serves the client from its sources, against a server of this address.
const server = process.env.ERMINE_URL ?? "http://localhost:8080";

export default defineConfig({
  plugins: [solid()],
  resolve: { alias: { "@ui": fileURLToPath(new URL("../ui", import.meta.url)) } },
  build: {
    target: "es2022",
    reportCompressedSize: false,
    // Inlined files would need `data:` in the content security policy.
    assetsInlineLimit: 0,
    rolldownOptions: { checks: { bundlerTimings: false } },
  },
  server: {
    proxy: Object.fromEntries(
      ["/api", "/ws", "/autumn", "/january", "/livekit"].map((path) => [path, { target: server, ws: true }]),
    ),
  },
});
