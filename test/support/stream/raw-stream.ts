import { connect } from "node:net";
import type { TestServer } from "../server/server.ts";
import type { Packet } from "./stream.ts";

/** A client of the event stream on a plain TCP socket: it can stop reading, and send what no library would send. */
export interface RawStream extends AsyncDisposable {
  /** All packets so far, in order; JSON only. */
  readonly received: readonly Packet[];
  /** The code of the server's last frame; 1006 if there was none. */
  readonly closed: Promise<number>;
  sendText(text: string): void;
  /** A WebSocket ping frame. */
  sendControlPing(): void;
  stopReading(): void;
  resumeReading(): void;
}

const opcodes = { text: 1, close: 8, ping: 9 } as const;
const noCloseFrame = 1006;

/** `target` is sent as it is, e.g. `/ws?token=…`. */
export async function openRawStream(
  { running }: Pick<TestServer, "running">,
  target: string,
): Promise<RawStream> {
  const received: Packet[] = [];
  const closed = Promise.withResolvers<number>();
  const opened = Promise.withResolvers<void>();
  let waiting = Buffer.alloc(0);
  let isOpen = false;
  const socket = connect(running.port, "127.0.0.1", () => socket.write(handshake(target)));
  socket.on("data", (chunk: Buffer) => {
    waiting = Buffer.concat([waiting, chunk]);
    if (!isOpen) {
      const end = waiting.indexOf("\r\n\r\n");
      if (end < 0) return;
      const head = waiting.subarray(0, end).toString("latin1");
      if (!head.startsWith("HTTP/1.1 101")) return opened.reject(new Error(head));
      isOpen = true;
      waiting = waiting.subarray(end + 4);
      opened.resolve();
    }
    for (let frame = readFrame(waiting); frame; frame = readFrame(waiting)) {
      waiting = waiting.subarray(frame.size);
      if (frame.opcode === opcodes.text) received.push(JSON.parse(frame.payload.toString()));
      else if (frame.opcode === opcodes.close) closed.resolve(frame.payload.readUInt16BE());
    }
  });
  // Tests expect the server to reset some connections.
  socket.on("error", () => {});
  socket.on("close", () => {
    opened.reject(new Error("closed before it was open"));
    closed.resolve(noCloseFrame);
  });
  await opened.promise;
  return {
    received,
    closed: closed.promise,
    sendText: (text) => void socket.write(maskedFrame(Buffer.from(text))),
    sendControlPing: () => void socket.write(maskedFrame(Buffer.from("ping"), opcodes.ping)),
    stopReading: () => void socket.pause(),
    resumeReading: () => void socket.resume(),
    async [Symbol.asyncDispose]() {
      socket.destroy();
      await closed.promise;
    },
  };
}

function handshake(target: string): string {
  const headers = {
    Host: "localhost",
    Connection: "Upgrade",
    Upgrade: "websocket",
    "Sec-WebSocket-Version": "13",
    "Sec-WebSocket-Key": "AAAAAAAAAAAAAAAAAAAAAA==",
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `GET ${target} HTTP/1.1\r\n${lines.join("")}\r\n`;
}

/** The first frame of these bytes, if it is complete. The server neither masks nor fragments frames. */
function readFrame(bytes: Buffer): { opcode: number; payload: Buffer; size: number } | undefined {
  if (bytes.length < 2) return undefined;
  const short = bytes.readUInt8(1);
  const start = short === 127 ? 10 : short === 126 ? 4 : 2;
  if (bytes.length < start) return undefined;
  const length =
    short === 127 ? Number(bytes.readBigUInt64BE(2)) : short === 126 ? bytes.readUInt16BE(2) : short;
  const size = start + length;
  if (bytes.length < size) return undefined;
  return { opcode: bytes.readUInt8(0) & 15, payload: bytes.subarray(start, size), size };
}

/** A frame masked with zeros, which leaves the payload unchanged. */
function maskedFrame(payload: Buffer, opcode: number = opcodes.text): Buffer {
  if (opcode === opcodes.ping)
    return Buffer.concat([Buffer.from([0x80 | opcode, 0x80 | payload.length, 0, 0, 0, 0]), payload]);
  const head = Buffer.alloc(14);
  head.writeUInt8(0x80 | opcode, 0);
  head.writeUInt8(0x80 | 127, 1);
  head.writeBigUInt64BE(BigInt(payload.length), 2);
  return Buffer.concat([head, payload]);
}
