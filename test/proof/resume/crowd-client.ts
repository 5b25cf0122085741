import { Reference } from "../../convergence/reference.ts";
import { inOrder, type State, single, stateOf } from "../../convergence/reference-state.ts";
import type { WalkUser } from "../../convergence/walk-action.ts";
import type { Client } from "../../support/http/client.ts";
import { ResumingStream } from "../../support/stream/resuming-stream.ts";
import type { Packet } from "../../support/stream/stream.ts";
import type { Random } from "../random.ts";

/** What a client received when it connected again. */
export interface Reconnected {
  /** Undefined if the client got a Ready. */
  readonly missed: readonly Packet[] | undefined;
  readonly isElsewhere: boolean;
}

interface Node {
  readonly url: string;
}

/** A client of a crowd, which is cut off and resumes. It handles its packets when it is compared, or cut off. */
export class CrowdClient {
  readonly #user: WalkUser;
  readonly #stream: ResumingStream;
  #node: Node;
  #reference: Reference;
  #ready: Packet;
  /** How many packets of commits it had at the last comparison. */
  #compared = 0;

  private constructor(user: WalkUser, stream: ResumingStream, node: Node) {
    this.#user = user;
    this.#stream = stream;
    this.#node = node;
    this.#ready = stream.ready;
    this.#reference = new Reference(stream.ready);
  }

  static async open(
    node: Node,
    user: WalkUser,
    { token, format }: { token: string; format: "json" | "msgpack" },
  ): Promise<CrowdClient> {
    const stream = await ResumingStream.open(node, { token, format, settles: false });
    await stream.takeNew();
    return new CrowdClient(user, stream, node);
  }

  /** The last one that it was connected to. */
  get node(): Node {
    return this.#node;
  }

  /** Half of the time, some of the packets that were sent never arrive. */
  async cut(random: Random): Promise<void> {
    await this.#stream.cut(random.chance(0.5) ? random.between(0, 12) : undefined);
  }

  async resume(node: Node): Promise<Reconnected> {
    const isElsewhere = node !== this.#node;
    this.#node = node;
    this.#stream.moveTo(node);
    const stream = await this.#stream.reconnect();
    await stream.next("Authenticated");
    await stream.catchUp();
    const [, first, ...rest] = stream.received;
    if (first?.type !== "Ready" && first?.type !== "Resumed")
      throw new Error(`received ${first?.type} after Authenticated`);
    // The last of these packets is the present state.
    const missed = first.type === "Resumed" ? rest.slice(0, first.packets - 1) : undefined;
    return { missed, isElsewhere };
  }

  /** Handles what this node has sent so far, and fetches what events brought into view. */
  async catchUp(client: Client): Promise<void> {
    for (const packet of (await this.#stream.takeNew()).flatMap(single)) {
      if (packet.type === "Ready") this.#reference = new Reference(packet);
      else if (packet.type !== "Resumed") this.#reference.take(packet);
    }
    const reference = this.#reference;
    for (const id of [...reference.unknown]) reference.learn(await this.#fetch(client, `/users/${id}`));
    for (const [server, user] of [...reference.unknownMembers].map((key) => key.split(" ")))
      reference.learnMember(await this.#fetch(client, `/servers/${server}/members/${user}`));
  }

  /** What the client knows and what a new one knows, in the form in which they are compared. */
  compareWith(fresh: Packet): { readonly known: object; readonly expected: object } {
    const tidy = (state: State) => comparable(inOrder({ ...state, unreads: this.#knownUnreads(state) }));
    return { known: tidy(this.#reference.state), expected: tidy(stateOf(fresh)) };
  }

  /** Those of channels that came into view after Ready are in no event, so that only new clients know of them. */
  #knownUnreads({ unreads }: State): State["unreads"] {
    const channels = new Set(this.#stream.ready.channels.map(({ _id }: { _id: string }) => _id));
    return Object.fromEntries(Object.entries(unreads).filter(([channel]) => channels.has(channel)));
  }

  /** The events of commits since the last comparison, or since the last Ready if that was later. */
  get events(): { readonly all: readonly object[]; readonly isWhole: boolean } {
    const isWhole = this.#stream.ready === this.#ready;
    const packets = this.#stream.packets.slice(isWhole ? this.#compared : 0);
    // Who is online has no place among the commits: an event shows it as it was when the event was made, or sent.
    const all = packets.flatMap(single).map((packet) => comparable(packet, "online", "position"));
    return { all, isWhole };
  }

  endComparison(): void {
    this.#ready = this.#stream.ready;
    this.#compared = this.#stream.packets.length;
  }

  close(): Promise<void> {
    return this.#stream[Symbol.asyncDispose]();
  }

  async #fetch(client: Client, path: string) {
    const { status, body } = await client.get(path, this.#user);
    if (status !== 200) throw new Error(`${path} answered ${status} ${JSON.stringify(body)}`);
    return body;
  }
}

const times = new Set(["joined_at", "timeout", "edited"]);

/** A copy in the form in which clients of both formats are compared, without fields of these names. */
function comparable(value: object, ...leftOut: readonly string[]): object {
  const text = JSON.stringify(value, (key, item) => {
    if (leftOut.includes(key)) return undefined;
    // With msgpack, times are numbers.
    return times.has(key) && typeof item === "number" ? new Date(item).toISOString() : item;
  });
  return JSON.parse(text);
}
