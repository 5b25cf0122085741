import { dlopen, ptr } from "bun:ffi";

const [unixDomain, datagram, withoutSignal] = [1, 2, 0x4000];

/**
 * Tells systemd about the state of this process, one assignment for each line, on the socket that it named. Bun has no datagrams on Unix sockets, so
 * this calls the C library, whose name and numbers are those of Linux: systemd runs nowhere else.
 */
export function notifyServiceManager(socket: string, state: string): void {
  const libc = dlopen("libc.so.6", {
    socket: { args: ["i32", "i32", "i32"], returns: "i32" },
    sendto: { args: ["i32", "ptr", "u64", "i32", "ptr", "u32"], returns: "i64" },
    close: { args: ["i32"], returns: "i32" },
  });
  const { symbols } = libc;
  const message = Buffer.from(state);
  const address = addressOf(socket);
  const handle = symbols.socket(unixDomain, datagram, 0);
  const sent = symbols.sendto(
    handle,
    ptr(message),
    message.length,
    withoutSignal,
    ptr(address),
    address.length,
  );
  symbols.close(handle);
  libc.close();
  if (Number(sent) !== message.length) throw new Error(`${socket} does not accept notifications`);
}

/** The family, then the path. A path that begins with @ names a socket outside the file system. */
function addressOf(path: string): Buffer {
  const family = Buffer.alloc(2);
  family.writeUInt16LE(unixDomain);
  return Buffer.concat([family, Buffer.from(path.startsWith("@") ? `\0${path.slice(1)}` : `${path}\0`)]);
}
