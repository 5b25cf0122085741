import { onCleanup } from "solid-js";
import { type Client, ConnectionState } from "stoat.js";

/** How often the server is asked whether it is there, and how long it may take to answer, in milliseconds. */
const interval = 30_000;
const patience = 10_000;
/** How long a socket that is being closed may take to say so, in milliseconds. */
const moment = 1_000;

/** In seconds; the longest that a timer of a browser can wait. */
const never = 2_147_483;

/**
 * Puts the library's own timers off, because it forgets them when the server closes a connection: its heartbeat goes
 * on and throws, and the time limit of an attempt that failed ends the connection of a later one.
 */
export const withoutTimers = { heartbeatInterval: never, pongTimeout: never };

/**
 * Notices a connection that is dead without having been closed, or never comes to be. What is sent while there is
 * no connection is dropped: all of it is of the moment.
 */
export function keepAlive(client: Client): void {
  const { events } = client;
  const send = events.send.bind(events);
  events.send = (event) => {
    try {
      send(event);
    } catch {
      // There is no connection, which the library tells by its state, sometimes a moment later.
    }
  };

  let timeout: ReturnType<typeof setTimeout> | undefined;
  events.on("state", (state) => {
    clearTimeout(timeout);
    if (state === ConnectionState.Connecting) timeout = setTimeout(endAttempt, patience);
  });
  function endAttempt(): void {
    events.disconnect();
    // A connection that the browser refuses to make is never said to be closed, so that no other attempt follows.
    timeout = setTimeout(() => client.connect(), moment);
  }
  const handle = events.handle.bind(events);
  events.handle = (event) => {
    // Whatever arrives shows that the server is there; an attempt is over when `Ready` has come.
    if (events.state() === ConnectionState.Connected) clearTimeout(timeout);
    handle(event);
  };
  const timer = setInterval(() => {
    if (events.state() !== ConnectionState.Connected) return;
    clearTimeout(timeout);
    timeout = setTimeout(events.disconnect, patience);
    events.send({ type: "Ping", data: Date.now() });
  }, interval);
  onCleanup(() => {
    clearInterval(timer);
    clearTimeout(timeout);
  });
}
