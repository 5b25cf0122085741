import { type Client, ConnectionState } from "stoat.js";

const interval = 30_000;
const longestAnswer = 10_000;

/**
 * What keeps the library from pinging by itself, in seconds: as long as a timer can wait. The library goes on to ping
 * for a socket that the server has closed. Each connection would add one more ping, and they throw while there is none.
 */
export const libraryHeartbeat = 2_000_000;

/** Pings the server, and gives a connection up that does not answer. Returns how to stop. */
export function startHeartbeat(client: Client): () => void {
  const { events } = client;
  let deadline: ReturnType<typeof setTimeout> | undefined;
  const handle = events.handle.bind(events);
  events.handle = (event) => {
    if (event.type === "Pong") clearTimeout(deadline);
    handle(event);
  };
  const timer = setInterval(() => {
    if (events.state() !== ConnectionState.Connected) return;
    events.send({ type: "Ping", data: Date.now() });
    clearTimeout(deadline);
    deadline = setTimeout(events.disconnect, longestAnswer);
  }, interval);
  return () => {
    clearInterval(timer);
    clearTimeout(deadline);
  };
}
