import { dlopen, ptr } from "bun:ffi";
import { readdirSync } from "node:fs";

const socketLevel = 1;
const [attachFilter, acceptsConnections] = [26, 30];
const maxAddressBytes = 128;

/**
 * A filter for packets: drops those that begin a connection (SYN without ACK in the flags, byte 13 of TCP's header),
 * and lets all others through. Each instruction is a code, two jumps and a value.
 */
const withoutNewConnections = [
  [0x30, 0, 0, 13],
  [0x54, 0, 0, 0x12],
  [0x15, 0, 1, 0x02],
  [0x06, 0, 0, 0],
  [0x06, 0, 0, 0xffffffff],
] as const;

/**
 * Stops new connections from reaching the sockets of this process that listen on the port. A socket that is closed
 * resets the connections that the kernel has set up and the process has not accepted yet, so these must be finished
 * first. Bun has no way to do this; without the C library of most Linux systems, this does nothing.
 */
export function refuseConnections(port: number): void {
  if (process.platform !== "linux") return;
  try {
    filterListeners(port);
  } catch {
    // A system without this C library: such connections may then be reset.
  }
}

function filterListeners(port: number): void {
  const libc = dlopen("libc.so.6", {
    getsockopt: { args: ["i32", "i32", "i32", "ptr", "ptr"], returns: "i32" },
    getsockname: { args: ["i32", "ptr", "ptr"], returns: "i32" },
    setsockopt: { args: ["i32", "i32", "i32", "ptr", "u32"], returns: "i32" },
  });
  const { getsockopt, getsockname, setsockopt } = libc.symbols;
  const instructions = encodeFilter();
  const filter = Buffer.alloc(16);
  filter.writeUInt16LE(withoutNewConnections.length, 0);
  filter.writeBigUInt64LE(BigInt(ptr(instructions)), 8);
  for (const handle of readdirSync("/proc/self/fd").map(Number)) {
    const [isListening, length] = [new Int32Array(1), new Int32Array([4])];
    const isSocket = getsockopt(handle, socketLevel, acceptsConnections, ptr(isListening), ptr(length)) === 0;
    if (!isSocket || isListening[0] !== 1) continue;
    const address = Buffer.alloc(maxAddressBytes);
    length[0] = maxAddressBytes;
    // The port is at the same place in addresses of both versions of IP.
    if (getsockname(handle, ptr(address), ptr(length)) !== 0 || address.readUInt16BE(2) !== port) continue;
    setsockopt(handle, socketLevel, attachFilter, ptr(filter), filter.length);
  }
  libc.close();
}

function encodeFilter(): Buffer {
  const bytes = Buffer.alloc(8 * withoutNewConnections.length);
  for (const [at, [code, ifTrue, ifFalse, value]] of withoutNewConnections.entries()) {
    bytes.writeUInt16LE(code, 8 * at);
    bytes.writeUInt8(ifTrue, 8 * at + 2);
    bytes.writeUInt8(ifFalse, 8 * at + 3);
    bytes.writeUInt32LE(value, 8 * at + 4);
  }
  return bytes;
}
