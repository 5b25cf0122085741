import { onCleanup } from "solid-js";
import type { Channel } from "../model/channel.ts";
import type { Connection } from "../session/connection.ts";

/** A typing indicator lasts for a few seconds: it is renewed at this interval, in milliseconds. */
const repeat = 2_500;
/** Nobody types for longer than this without a key, in milliseconds. */
const idle = 3_000;

/** Tells the others in a channel that this user is typing. */
export function createTyping(connection: Connection, channel: () => Channel) {
  let toldAt = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stop = () => {
    clearTimeout(timer);
    if (toldAt > 0 && connection.state() === "online")
      connection.client.send({ type: "EndTyping", channel: channel().id });
    toldAt = 0;
  };
  onCleanup(stop);
  return {
    stop,
    typed() {
      if (connection.state() !== "online") return;
      clearTimeout(timer);
      timer = setTimeout(stop, idle);
      if (Date.now() - toldAt < repeat) return;
      toldAt = Date.now();
      connection.client.send({ type: "BeginTyping", channel: channel().id });
    },
  };
}
