import type { SeededPerson } from "./seed.ts";

/** What was reported of a call so far. */
export interface CallWatch extends AsyncDisposable {
  joined(): number | Promise<number>;
  left(): number | Promise<number>;
  /** How often a join or a leave was reported to anybody. */
  reports(): number | Promise<number>;
}

const pingMs = 20_000;
const [joinEvent, leaveEvent] = ["VoiceChannelJoin", "VoiceChannelLeave"];
const callEvents = new RegExp(`"type":"(${joinEvent}|${leaveEvent})"`, "g");

/** Opens an event stream for each of these people; the first one says who has joined and left. */
export async function watchStreams(url: string, people: readonly SeededPerson[]): Promise<CallWatch> {
  const seen = people.map(() => new Map<string, number>());
  const streams = await Promise.all(
    people.map(async ({ token }, index) => {
      const socket = new WebSocket(`${url.replace("http", "ws")}/ws?version=1&format=json&token=${token}`);
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      socket.onclose = () => reject(new Error("the server closed an event stream"));
      socket.onmessage = ({ data }) => {
        if (data.includes('"type":"Ready"')) resolve();
        // One frame may hold several events.
        for (const [, type = ""] of data.matchAll(callEvents))
          seen[index]?.set(type, (seen[index].get(type) ?? 0) + 1);
      };
      await promise;
      return socket;
    }),
  );
  // The server closes streams that say nothing.
  const pings = setInterval(() => streams.map((stream) => stream.send('{"type":"Ping","data":0}')), pingMs);
  return {
    joined: () => seen[0]?.get(joinEvent) ?? 0,
    left: () => seen[0]?.get(leaveEvent) ?? 0,
    reports: () => seen.flatMap((counts) => [...counts.values()]).reduce((sum, count) => sum + count, 0),
    async [Symbol.asyncDispose]() {
      clearInterval(pings);
      for (const stream of streams) stream.close();
    },
  };
}

/** Asks the control which notifications LiveKit has sent to it since now. */
export async function watchControl(url: string): Promise<CallWatch> {
  const read = async () => (await (await fetch(`${url}/counts`)).json()) as Record<string, number>;
  const before = await read();
  const since = async (event: string) => ((await read())[event] ?? 0) - (before[event] ?? 0);
  const joined = () => since("participant_joined");
  const left = () => since("participant_left");
  return {
    joined,
    left,
    reports: async () => (await joined()) + (await left()),
    async [Symbol.asyncDispose]() {},
  };
}
