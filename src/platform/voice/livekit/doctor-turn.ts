import { randomBytes } from "node:crypto";
import { connect } from "node:tls";

/** LiveKit tells clients this port, whatever port it listens on. */
const clientPort = 443;
const timeoutMs = 5_000;

/** STUN (RFC 8489): a request that every TURN server answers, without credentials. */
const bindingRequest = 0x0001;
const bindingResponse = 0x0101;
const magicCookie = 0x2112a442;

interface TurnOptions {
  readonly port?: number;
  /** Authorities to trust instead of the usual ones. */
  readonly ca?: string;
}

/** What clients that can use nothing but TLS on port 443 would meet; undefined if it is a TURN server. */
export function findTurnProblem(
  domain: string,
  { port = clientPort, ca }: TurnOptions = {},
): Promise<string | undefined> {
  const { promise, resolve } = Promise.withResolvers<string | undefined>();
  const socket = connect({ host: domain, port, servername: domain, timeout: timeoutMs, ...(ca && { ca }) });
  const place = `TURN at ${domain}:${port}`;
  socket.on("secureConnect", () => socket.write(newBindingRequest()));
  socket.on("data", (reply: Buffer) =>
    resolve(
      reply.length >= 2 && reply.readUInt16BE(0) === bindingResponse
        ? undefined
        : `${place} is another program: lead port ${clientPort} of this name to voice.turn.port`,
    ),
  );
  socket.on("timeout", () => resolve(`${place} does not answer: open the port`));
  socket.on("error", ({ message }) => resolve(`${place} cannot be reached: ${message}`));
  socket.on("close", () => resolve(`${place} is another program: it ended the connection`));
  return promise.finally(() => socket.destroy());
}

function newBindingRequest(): Buffer {
  const header = Buffer.alloc(8);
  header.writeUInt16BE(bindingRequest, 0);
  header.writeUInt32BE(magicCookie, 4);
  return Buffer.concat([header, randomBytes(12)]);
}
