/**
 * `npm run dev`: the server with the web client and the admin page from their sources, on one port. The server starts
 * again when its sources change; the program that serves those of the pages stays, and so does what it has prepared.
 */
import { join, resolve } from "node:path";
import { serveSources } from "../web/dev.ts";

const top = join(import.meta.dir, "..");
const [folder = join(top, "web")] = process.argv.slice(2);
const sources = await serveSources(resolve(folder));
const server = Bun.spawn(
  [
    process.execPath,
    "--watch",
    "--no-clear-screen",
    "--preload",
    join(top, "bin/end-with-launcher.mjs"),
    join(import.meta.dir, "server.ts"),
    sources.address,
  ],
  {
    stdio: ["inherit", "inherit", "inherit"],
    // The terminal signals this process alone: to the server, a second signal means "exit at once".
    detached: true,
  },
);

// The launcher passes on that it was signalled, and cannot know whether the terminal signalled this process as well.
let closed: Promise<void> | undefined;
const stop = () => {
  if (closed) return;
  // The server waits for its sockets to close, which those of pages do with the end of their other side.
  closed = sources.close();
  server.kill("SIGTERM");
};
let signals = 0;
const onSignal = () => {
  signals += 1;
  if (signals > 1) server.kill("SIGKILL");
  else stop();
};
for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) process.on(signal, onSignal);
process.on("message", (message) => message === "stop" && stop());
process.on("disconnect", stop);

await server.exited;
stop();
await closed;
process.exit(server.exitCode ?? 1);
