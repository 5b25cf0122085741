import { loadConfig } from "../config/load.ts";
import { type RunningServer, startServer } from "../server.ts";

/** Runs the server until a signal or the launcher stops it. */
export async function serve(): Promise<number> {
  const { config, source, unknownVariables } = loadConfig();
  const server = await startServer(config);
  const { services, port } = server;
  for (const name of unknownVariables) services.log.warn({ name }, "unknown configuration variable");
  services.log.info({ config: source, data: config.data_dir, port }, "started");
  const { api, events } = services.urls;
  console.error(`Ermine is ready.\n  API     ${api}\n  Events  ${events}\n  Docs    ${api}/swagger`);
  return untilSignalled(server);
}

/**
 * The first signal stops the server gracefully, the second ends the process immediately. The launcher sends a message
 * instead, because it cannot know whether a signal that it received also reached this process.
 */
function untilSignalled(server: RunningServer): Promise<number> {
  return new Promise((resolve) => {
    let signals = 0;
    let stopping = false;
    const stop = () => {
      if (stopping) return;
      stopping = true;
      server.stop().then(
        () => resolve(0),
        (error) => {
          console.error(error);
          resolve(1);
        },
      );
    };
    const onSignal = () => {
      signals += 1;
      if (signals > 1) process.exit(1);
      stop();
    };
    process.on("SIGTERM", onSignal);
    process.on("SIGINT", onSignal);
    process.on("message", (message) => message === "stop" && stop());
  });
}
