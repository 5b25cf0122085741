import { Client } from "stoat.js";
import type { Person } from "../support/accounts/people.ts";
import { heartbeatSeconds } from "../support/bots/library-heartbeat.ts";
import type { Packet } from "../support/stream/stream.ts";
import { until } from "../support/until.ts";
import { findDifferences } from "./library-cache.ts";
import { Quirks } from "./library-quirks.ts";
import { Reference } from "./reference.ts";
import { single } from "./reference-state.ts";

const configurations = new Map<string, Client["configuration"]>();

/** What the server says about itself, which every client would fetch, and which is the same for all. */
async function configurationOf(client: Client, url: string): Promise<Client["configuration"]> {
  const known = configurations.get(url) ?? (await client.api.get("/"));
  configurations.set(url, known);
  return known;
}

/** The library, and what it received: the reference client may have received less, if it started again meanwhile. */
export class Library {
  readonly #client: Client;
  readonly #quirks: Quirks;
  readonly #packets: Packet[];
  /** A client that takes the packets of the library. */
  readonly reference: Reference;
  #pings = 0;

  private constructor(client: Client, selfId: string, packets: Packet[]) {
    const ready = packets.shift();
    if (!ready) throw new Error("the library has no Ready");
    this.#client = client;
    this.#quirks = new Quirks(client, selfId);
    this.#packets = packets;
    this.reference = new Reference(ready);
  }

  static async open(url: string, { id, token, sessionId }: Person): Promise<Library> {
    const client = new Client({
      baseURL: `${url}/api`,
      autoReconnect: false,
      // It would fetch every user who joins a server, with results that may arrive during the comparison.
      eagerFetching: false,
      heartbeatInterval: heartbeatSeconds,
    });
    client.configuration = await configurationOf(client, url);
    client.useExistingSession({ _id: sessionId, token, user_id: id });
    const packets: Packet[] = [];
    // Copied before the library handles them.
    client.events.prependListener("event", (packet) => {
      packets.push(structuredClone(packet) as unknown as Packet);
    });
    client.connect();
    await until(() => client.ready());
    return new Library(client, id, packets);
  }

  /** Takes all packets that the server has sent so far. */
  async catchUp(): Promise<void> {
    const { events } = this.#client;
    // The library shows only the age of a ping with its pong, so these pings carry times far in the future.
    const ahead = ++this.#pings * 1e9;
    events.send({ type: "Ping", data: Date.now() + ahead });
    await until(() => events.ping() < 1e8 - ahead);
    for (const packet of this.#packets.splice(0).flatMap(single)) {
      this.reference.take(packet);
      this.#quirks.take(packet);
      this.#quirks.takeConversation(this.reference.unknown);
    }
  }

  /** Describes what this one knows differently from a new one. */
  differencesFrom(newcomer: Library): string[] {
    return findDifferences(this.#client, newcomer.#client, this.#quirks);
  }

  close(): void {
    this.#client.events.disconnect();
  }
}
