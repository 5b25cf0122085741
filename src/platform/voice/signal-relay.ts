import type { ServerWebSocket } from "bun";

/** With more bytes than this waiting for one side, the relay stops reading from the other. */
const maxWaitingBytes = 1_048_576;
/** How long one side may take none of them. */
const stalledMs = 30_000;
const drainCheckMs = 50;
const connectTimeoutMs = 5_000;
/** Codes that a close event reports, but that no peer may send: no code, no closing handshake, failed TLS. */
const unsendableCodes = new Set([1005, 1006, 1015]);

type SignalSocket = ServerWebSocket<SignalRelay>;
type SignalMessage = string | Uint8Array<ArrayBuffer>;

/** Relays the messages between a client and a LiveKit server, no faster than the slower of the two reads them. */
export class SignalRelay {
  readonly #liveKit: WebSocket;
  #client: SignalSocket | undefined;
  /** Messages that LiveKit sent together with its consent, before the socket of the client was open. */
  readonly #early: SignalMessage[] = [];
  #stalledClient: Timer | undefined;
  #liveKitCheck: Timer | undefined;

  private constructor(liveKit: WebSocket) {
    this.#liveKit = liveKit;
    liveKit.pause();
    liveKit.onmessage = ({ data }) => this.#sendToClient(data);
    liveKit.onclose = ({ code, reason }) => this.#closeClient(code, reason);
  }

  /** Connects to LiveKit. Returns undefined if LiveKit refuses the connection or cannot be reached. */
  static async connect(url: string, headers: Record<string, string>): Promise<SignalRelay | undefined> {
    const liveKit = new WebSocket(url, { headers, perMessageDeflate: false });
    liveKit.binaryType = "nodebuffer";
    const relay = new SignalRelay(liveKit);
    const opened = Promise.withResolvers<boolean>();
    liveKit.onopen = () => opened.resolve(true);
    liveKit.onerror = () => opened.resolve(false);
    const timeout = setTimeout(() => opened.resolve(false), connectTimeoutMs);
    const isOpen = await opened.promise;
    clearTimeout(timeout);
    if (isOpen) return relay;
    relay.abandon();
    return undefined;
  }

  /** Ends the connection to LiveKit of a relay that got no client. */
  abandon(): void {
    this.#liveKit.terminate();
  }

  open(client: SignalSocket): void {
    this.#client = client;
    for (const message of this.#early.splice(0)) this.#sendToClient(message);
    if (this.#liveKit.readyState === WebSocket.CLOSED) client.terminate();
    else this.#liveKit.resume();
  }

  /** Passes a message of the client on to LiveKit. */
  receive(message: SignalMessage): void {
    this.#liveKit.send(message);
    if (this.#liveKit.bufferedAmount > maxWaitingBytes && this.#liveKitCheck === undefined) {
      this.#client?.pause();
      this.#waitForLiveKit(performance.now());
    }
  }

  /** The client has read some of what waited for it. */
  drain(): void {
    clearTimeout(this.#stalledClient);
    this.#stalledClient = undefined;
    if ((this.#client?.getBufferedAmount() ?? 0) > maxWaitingBytes) this.#waitForClient();
    else this.#liveKit.resume();
  }

  /** The socket of the client has closed. */
  close(code: number, reason: string): void {
    this.#client = undefined;
    clearTimeout(this.#stalledClient);
    clearTimeout(this.#liveKitCheck);
    this.#liveKit.resume();
    if (unsendableCodes.has(code)) this.#liveKit.close();
    else this.#liveKit.close(code, reason);
  }

  #sendToClient(message: SignalMessage): void {
    if (!this.#client) this.#early.push(message);
    else {
      this.#client.send(message);
      if (this.#client.getBufferedAmount() > maxWaitingBytes) this.#waitForClient();
    }
  }

  #waitForClient(): void {
    this.#liveKit.pause();
    this.#stalledClient ??= setTimeout(() => this.#client?.terminate(), stalledMs);
  }

  /** A WebSocket of the client kind reports no drain, so its queue is checked at intervals. */
  #waitForLiveKit(since: number): void {
    this.#liveKitCheck = setTimeout(() => {
      this.#liveKitCheck = undefined;
      if (this.#liveKit.bufferedAmount <= maxWaitingBytes) this.#client?.resume();
      else if (performance.now() - since > stalledMs) this.#client?.terminate();
      else this.#waitForLiveKit(since);
    }, drainCheckMs);
  }

  #closeClient(code: number, reason: string): void {
    if (code === 1006) this.#client?.terminate();
    else if (unsendableCodes.has(code)) this.#client?.close();
    else this.#client?.close(code, reason);
  }
}
