import { batch, createSignal, getOwner, runWithOwner } from "solid-js";
import {
  type ClientEvent,
  type EventType,
  eventsOf,
  type Packet,
  type ServerEvent,
} from "../../../protocol/events.ts";
import type { Message, ServerEvents } from "../../../protocol/types.ts";
import { Model } from "../model/model.ts";
import type { Api } from "./api.ts";

type Handler<T extends EventType> = (event: ServerEvents[T]) => void;
type Handlers = { [T in EventType]?: Set<Handler<T>> };

/** What one account knows of the server and can ask it: the model, the API and the event stream. */
export class Client extends Model {
  readonly api: Api;
  readonly sessionId: string;
  /** The user of the account, also before Ready. */
  readonly userId: string;
  readonly #generation = createSignal(0);
  /** How often `Ready` has come. What was fetched under an earlier number may be stale. */
  readonly generation = this.#generation[0];
  readonly #handlers: Handlers = {};
  readonly #sessionStates = new Map<unknown, unknown>();
  readonly #owner = getOwner();
  readonly #send: (event: ClientEvent) => void;

  constructor({ api, account, send, addresses, mutes }: ClientOptions) {
    super(addresses, mutes);
    this.api = api;
    this.sessionId = account.sessionId;
    this.userId = account.userId;
    this.#send = send;
  }

  /** Calls a handler with each event of a type, once it is part of the state. Returns what ends this. */
  on<T extends EventType>(type: T, handler: Handler<T>): () => void {
    const handlers: Set<Handler<T>> = this.#handlers[type] ?? new Set();
    Object.assign(this.#handlers, { [type]: handlers });
    handlers.add(handler);
    return () => handlers.delete(handler);
  }

  /** What `create` has made for this session; made now, if it was not. Use it through `sessionState`. */
  sessionState<T>(create: (client: Client) => T): T {
    if (!this.#sessionStates.has(create))
      this.#sessionStates.set(
        create,
        runWithOwner(this.#owner, () => create(this)),
      );
    return this.#sessionStates.get(create) as T;
  }

  /** Dropped while there is no connection. */
  send(event: ClientEvent): void {
    this.#send(event);
  }

  /** Applies what came over the stream; whoever shows it sees all of it at once. */
  readonly receive = (packet: Packet): void =>
    batch(() => {
      for (const event of eventsOf(packet)) this.#apply(event);
    });

  /** Applies a message that was sent from here, whose event may be on its way or here already. */
  receiveSent(message: Message): void {
    this.receive({ type: "Message", ...message });
  }

  #apply(event: ServerEvent): void {
    const isRepeated = event.type === "Message" && event._id in this.state.messages;
    if (event.type === "Ready") {
      this.start(event);
      this.#generation[1]((count) => count + 1);
    } else this.take(event);
    if (!isRepeated) this.#call(event);
  }

  #call<T extends EventType>(event: ServerEvents[T] & { readonly type: T }): void {
    const handlers: Set<Handler<T>> | undefined = this.#handlers[event.type];
    for (const handler of handlers ?? []) handler(event);
  }
}

interface ClientOptions {
  readonly api: Api;
  readonly account: { readonly sessionId: string; readonly userId: string };
  send(event: ClientEvent): void;
  readonly addresses: Model["addresses"];
  readonly mutes: Model["mutes"];
}

/**
 * Declares state that belongs to one account: it is made when it is first asked for, in the scope of the session, and
 * is gone with the session. Nothing of one account can be seen or sent by another.
 */
export function sessionState<T>(create: (client: Client) => T): (client: Client) => T {
  return (client) => client.sessionState(create);
}
