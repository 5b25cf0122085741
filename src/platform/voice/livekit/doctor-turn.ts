import { connect } from "node:tls";
import { isBindingResponse, newBindingRequest } from "./stun.ts";

/** LiveKit tells clients this port, whatever port it listens on. */
const clientPort = 443;
const timeoutMs = 5_000;

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
  const request = newBindingRequest();
  socket.on("secureConnect", () => socket.write(request));
  socket.on("data", (reply: Buffer) =>
    resolve(
      isBindingResponse(reply, request)
        ? undefined
        : `${place} is another program: lead port ${clientPort} of this name to voice.turn.port`,
    ),
  );
  socket.on("timeout", () => resolve(`${place} does not answer: open the port`));
  socket.on("error", ({ message }) => resolve(`${place} cannot be reached: ${message}`));
  socket.on("close", () => resolve(`${place} is another program: it ended the connection`));
  return promise.finally(() => socket.destroy());
}
