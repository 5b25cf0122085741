import { encode } from "@msgpack/msgpack";
import { newUser } from "../../support/accounts/people.ts";
import type { ServerProcess } from "../../support/processes/server-process.ts";
import type { Random } from "../random.ts";
import { hostileText } from "./values.ts";
import type { World } from "./world.ts";

export interface FrameReport {
  readonly sent: number;
  readonly connections: number;
  /** How connections were closed, by code; those of this client have 1000. */
  readonly closed: Readonly<Record<number, number>>;
  /** Pings that a well-behaved connection did not get back. */
  readonly unanswered: number;
}

const framesPerTurn = 40;

/** Sends random frames on the event stream while another connection must get its pongs. */
export async function sendFrames(
  server: ServerProcess,
  { world, random }: { world: World; random: Random },
  total: number,
): Promise<FrameReport> {
  const base = `${server.url.replace("http", "ws")}/ws`;
  const closed: Record<number, number> = {};
  let [sent, connections, unanswered] = [0, 0, 0];
  const open = async (search: string): Promise<WebSocket> => {
    const socket = new WebSocket(`${base}${search}`);
    socket.binaryType = "arraybuffer";
    await new Promise((resolve) => {
      socket.onopen = resolve;
      socket.onclose = resolve;
      socket.onerror = resolve;
    });
    connections++;
    socket.onclose = ({ code }) => {
      closed[code] = (closed[code] ?? 0) + 1;
    };
    return socket;
  };
  // Not one of those whose sessions the requests may have ended.
  const { token } = await newUser(server, "Witness");
  const isAlive = async () => {
    const witness = await open("?version=1&format=json");
    const { promise, resolve } = Promise.withResolvers<boolean>();
    witness.onmessage = ({ data }) => String(data).includes('"Pong"') && resolve(true);
    const timeout = setTimeout(() => resolve(false), 10_000);
    witness.send(JSON.stringify({ type: "Authenticate", token }));
    witness.send(JSON.stringify({ type: "Ping", data: 7 }));
    const answered = await promise;
    clearTimeout(timeout);
    witness.close();
    return answered;
  };
  while (sent < total) {
    const format = random.pick(["json", "msgpack"]);
    const { token } = world.pickCaller();
    const socket = await open(`?version=1&format=${format}${random.chance(0.7) ? `&token=${token}` : ""}`);
    for (let frame = 0; frame < framesPerTurn && socket.readyState === WebSocket.OPEN; frame++) {
      socket.send(makeFrame(random, world, format));
      sent++;
      // Gives the server time to close the connection over a frame.
      if (frame % 8 === 7) await Bun.sleep(0);
    }
    socket.close();
    if (connections % 50 === 0 && !(await isAlive())) unanswered++;
  }
  if (!(await isAlive())) unanswered++;
  return { sent, connections, closed, unanswered };
}

function makeFrame(random: Random, world: World, format: string): string | Uint8Array<ArrayBuffer> {
  const share = random.next();
  if (share < 0.1) return hostileText(random).toWellFormed();
  if (share < 0.2)
    return new Uint8Array(Array.from({ length: random.between(0, 60) }, () => random.between(0, 255)));
  const message = makeMessage(random, world);
  if (share < 0.25) return JSON.stringify(message).slice(0, random.between(0, 30));
  return format === "json" ? JSON.stringify(message) : new Uint8Array(encode(message));
}

function makeMessage(random: Random, world: World): Record<string, unknown> {
  const any = () => random.pick<unknown>([null, true, 1e308, [], {}, hostileText(random).toWellFormed()]);
  const type = random.chance(0.1)
    ? any()
    : random.pick([
        "Authenticate",
        "BeginTyping",
        "EndTyping",
        "Ping",
        "Subscribe",
        "Ready",
        "Bulk",
        "Message",
      ]);
  const or = (value: unknown) => (random.chance(0.2) ? any() : value);
  return {
    type,
    ...(random.chance(0.8) && { channel: or(world.ids.pick("channel", random)?.id) }),
    ...(random.chance(0.5) && { server_id: or(world.ids.pick("server", random)?.id) }),
    ...(random.chance(0.3) && { token: or(world.pickCaller().token) }),
    ...(random.chance(0.5) && { data: or(random.between(0, 1_000)) }),
  };
}
