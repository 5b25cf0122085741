import { createSocket } from "node:dgram";
import { connect, isIPv6 } from "node:net";
import { isBindingResponse } from "./stun.ts";

/** An address that LiveKit announces for media. */
export interface MediaAddress {
  readonly protocol: "udp" | "tcp";
  readonly address: string;
  readonly port: number;
}

const timeoutMs = 5_000;
/** Packets get lost. */
const repeatMs = 500;

/** Whether LiveKit answers a check that is sent to one of its addresses. */
export function answers(at: MediaAddress, check: Buffer): Promise<boolean> {
  return at.protocol === "udp" ? answersUdp(at, check) : answersTcp(at, check);
}

function answersUdp({ address, port }: MediaAddress, check: Buffer): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const socket = createSocket(isIPv6(address) ? "udp6" : "udp4");
  socket.on("message", (message) => isBindingResponse(message, check) && resolve(true));
  socket.on("error", () => resolve(false));
  // A firewall may refuse a packet at once, and let the next one through.
  const send = () => socket.send(check, port, address, () => {});
  send();
  const repeat = setInterval(send, repeatMs);
  const timeout = setTimeout(() => resolve(false), timeoutMs);
  return promise.finally(() => {
    clearInterval(repeat);
    clearTimeout(timeout);
    socket.close();
  });
}

/** Over TCP, two bytes with its length precede each packet (RFC 4571). */
function answersTcp({ address, port }: MediaAddress, check: Buffer): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const socket = connect({ host: address, port });
  let received = Buffer.alloc(0);
  socket.on("connect", () => {
    const length = Buffer.alloc(2);
    length.writeUInt16BE(check.length);
    socket.write(Buffer.concat([length, check]));
  });
  socket.on("data", (chunk: Buffer) => {
    received = Buffer.concat([received, chunk]);
    while (received.length >= 2 && received.length >= 2 + received.readUInt16BE(0)) {
      const end = 2 + received.readUInt16BE(0);
      if (isBindingResponse(received.subarray(2, end), check)) resolve(true);
      received = received.subarray(end);
    }
  });
  for (const event of ["error", "close"]) socket.on(event, () => resolve(false));
  const timeout = setTimeout(() => resolve(false), timeoutMs);
  return promise.finally(() => {
    clearTimeout(timeout);
    socket.destroy();
  });
}
