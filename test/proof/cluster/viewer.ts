import type { Person } from "../../support/accounts/people.ts";
import type { Random } from "../random.ts";
import { describeReady, keysOfPacket } from "./event-key.ts";
import type { ConnectionRecord } from "./history.ts";

// biome-ignore lint/suspicious/noExplicitAny: packets of every kind, as the server sends them
type Thing = Record<string, any>;
type OpenRecord = { -readonly [Key in keyof ConnectionRecord]: ConnectionRecord[Key] } & { events: string[] };

export interface ViewerDependencies {
  readonly random: Random;
  /** The nodes that the viewer may connect to. */
  readonly addresses: () => readonly { readonly number: number; readonly url: string }[];
  /** The last position that is known to be committed. */
  readonly committed: () => number;
  /** In milliseconds since the start. */
  readonly now: () => number;
  readonly records: ConnectionRecord[];
}

const fields = "ready=servers&ready=channels&ready=members&ready=users";
const connectWithinMs = 10_000;
const pingMs = 10_000;
/** Longer than any freeze, so that a node has the time to show what it does afterwards. */
const silentMs = 40_000;

/** Events reach many viewers: their texts are kept once. */
const keysOf = new Map<string, readonly string[]>();

/** A client that records what it receives, and connects again, to any node, when its connection ends. */
export class Viewer {
  readonly name: string;
  readonly person: Person;
  readonly #dependencies: ViewerDependencies;
  #socket: WebSocket | undefined;
  #record: OpenRecord | undefined;
  #isStopped = false;
  /** The users who appear online, as this viewer was told. */
  readonly online = new Set<string>();
  /** Called when a user appears online, or no longer does. */
  onPresence: (user: string, online: boolean) => void = () => {};

  constructor(name: string, person: Person, dependencies: ViewerDependencies) {
    this.name = name;
    this.person = person;
    this.#dependencies = dependencies;
  }

  /** The connection that is open and has its Ready. */
  get record(): ConnectionRecord | undefined {
    return this.#record;
  }

  connect(): void {
    this.#isStopped = false;
    if (this.#socket) return;
    const addresses = this.#dependencies.addresses();
    if (addresses.length === 0) {
      this.#connectLater();
      return;
    }
    const { number, url } = this.#dependencies.random.pick(addresses);
    const committed = this.#dependencies.committed();
    const socket = new WebSocket(`${url.replace("http", "ws")}/ws?${fields}&token=${this.person.token}`);
    this.#socket = socket;
    let heardAt = performance.now();
    const timer = setInterval(() => {
      const silence = performance.now() - heardAt;
      if (silence > (this.#record ? silentMs : connectWithinMs)) this.#end(socket, timer, "left");
      else if (this.#record && socket.readyState === WebSocket.OPEN)
        socket.send(JSON.stringify({ type: "Ping", data: 0 }));
    }, pingMs / 2);
    socket.onmessage = ({ data }) => {
      if (socket !== this.#socket) return;
      heardAt = performance.now();
      this.#receive(data, { number, committed });
    };
    socket.onclose = ({ code }) => this.#end(socket, timer, code);
  }

  /** Closes the connection, and opens no other. */
  leave(): void {
    this.#isStopped = true;
    this.#socket?.close();
    this.#finish("left");
    this.#socket = undefined;
  }

  /** Opens no other connection when this one ends. */
  stayAway(): void {
    this.#isStopped = true;
  }

  #receive(data: string, { number, committed }: { number: number; committed: number }): void {
    const record = this.#record;
    const known = keysOf.get(data);
    if (record && known) {
      record.events.push(...known);
      return;
    }
    const packet: Thing = JSON.parse(data);
    if (packet.type === "Ready") {
      this.#record = {
        name: this.name,
        user: this.person.id,
        node: number,
        committed,
        ready: describeReady(packet, this.person.id),
        events: [],
        readyAt: this.#dependencies.now(),
      };
      this.#dependencies.records.push(this.#record);
      this.online.clear();
      for (const { _id, online } of packet.users) if (online) this.online.add(_id);
    } else if (packet.type === "UserUpdate") this.#notePresence(packet);
    else if (record) {
      const keys = keysOfPacket(packet);
      keysOf.set(data, keys);
      record.events.push(...keys);
    }
  }

  #notePresence({ id, data: { online } }: Thing): void {
    if (online === undefined) return;
    if (online) this.online.add(id);
    else this.online.delete(id);
    this.onPresence(id, online);
  }

  #end(socket: WebSocket, timer: Timer, end: "left" | number): void {
    clearInterval(timer);
    if (socket !== this.#socket) return;
    if (end === "left") socket.close();
    this.#finish(end);
    this.#socket = undefined;
    if (!this.#isStopped) this.#connectLater();
  }

  #finish(end: "left" | number): void {
    if (this.#record) Object.assign(this.#record, { end, endedAt: this.#dependencies.now() });
    this.#record = undefined;
    this.online.clear();
  }

  #connectLater(): void {
    setTimeout(() => this.#isStopped || this.connect(), this.#dependencies.random.between(100, 800));
  }
}
