import { batch, createSignal } from "solid-js";
import type { Client } from "../session/client.ts";
import { fetchUnchanged, keepPage, keepPageInPortions, type Page, type PageQuery } from "./fetch-page.ts";
import { heldMessages } from "./held-messages.ts";
import {
  addNewer,
  addOlder,
  arrive,
  type MessageWindow,
  openWindow,
  openWindowAround,
  pageSize,
  seeEnd,
} from "./message-window.ts";

/** Where a list is to be when it appears. */
export type HistoryPosition =
  | { readonly kind: "end" }
  /** `offset`: how far the message's start is above the upper edge, in pixels. */
  | { readonly kind: "at"; readonly id: string; readonly offset: number }
  | { readonly kind: "message"; readonly id: string }
  | { readonly kind: "unread"; readonly lastRead: string };

export type Direction = "older" | "newer";

/** The loaded messages of one channel, kept true by events. */
export class ChannelMessages {
  readonly channelId: string;
  readonly #client: Client;
  readonly #window = createSignal<MessageWindow>();
  readonly #list = createSignal(0);
  readonly #failure = createSignal<{ readonly error: unknown; readonly direction?: Direction }>();
  readonly #loading = createSignal<Direction | "all">();
  /** What came while a request was under way: its answer may be older. */
  #arrivedMeanwhile: string[] = [];
  readonly #stopListening: () => void;
  #request = 0;
  /** Where the list is, for the next time that it appears. */
  place: HistoryPosition = { kind: "end" };
  isFollowing = true;

  constructor(client: Client, channelId: string) {
    this.#client = client;
    this.channelId = channelId;
    // Also called for one's own message if the reply to sending it arrives before the event.
    this.#stopListening = client.on("Message", ({ channel, _id }) => {
      if (channel === channelId) this.#arrive(_id);
    });
  }

  window = () => this.#window[0]();
  /** Changes when another part of the history is shown, so that nothing of the previous list stays in place. */
  list = () => this.#list[0]();
  failure = () => this.#failure[0]();
  loading = () => this.#loading[0]();

  /** Loads the part of the history in which a place is. */
  async load(place: HistoryPosition): Promise<void> {
    const anchor = place.kind === "end" ? undefined : place.kind === "unread" ? place.lastRead : place.id;
    const query = anchor === undefined ? { limit: pageSize } : { limit: 2 * pageSize, nearby: anchor };
    await this.#run("all", query, (ids) => {
      this.place = place;
      this.isFollowing = place.kind === "end";
      const window =
        anchor === undefined
          ? openWindow(ids, { hasStart: ids.length < pageSize, hasEnd: true })
          : openWindowAround(anchor, ids, 2 * pageSize);
      this.#setWindow(this.#withArrived(window));
      this.#list[1]((number) => number + 1);
    });
  }

  /** What there is to show where the history may not be read: what comes from now on. */
  openWithoutHistory(): void {
    if (this.window()) return;
    this.#setWindow(openWindow([], { hasStart: false, hasEnd: true }));
    this.#list[1](1);
  }

  async loadMore(direction: Direction): Promise<void> {
    const window = this.window();
    const edge = direction === "older" ? window?.ids[0] : window?.ids.at(-1);
    if (!window || edge === undefined || this.loading() || this.failure()) return;
    if (direction === "older") {
      if (window.hasStart) return;
      await this.#run(direction, { limit: pageSize, before: edge }, (ids) =>
        this.#change((now) => addOlder(now, ids, ids.length < pageSize)),
      );
      return;
    }
    if (window.hasEnd) return;
    await this.#run(direction, { limit: pageSize, after: edge, sort: "Oldest" }, (ids) =>
      this.#change((now) => this.#withArrived(addNewer(now, ids, ids.length < pageSize))),
    );
  }

  /** Repeats what failed. */
  retry(): void {
    const direction = this.failure()?.direction;
    this.#failure[1](undefined);
    void (direction ? this.loadMore(direction) : this.load(this.place));
  }

  seeEnd(): void {
    this.#change((window) => (window.hasEnd ? seeEnd(window) : window));
  }

  /** Releases all messages. */
  dispose(): void {
    this.#stopListening();
    this.#request += 1;
    this.#setWindow(undefined);
  }

  #arrive(id: string): void {
    if (this.loading()) this.#arrivedMeanwhile.push(id);
    this.#change((window) => arrive(window, id, this.isFollowing));
  }

  /** Runs a request and takes its answer, unless another request has replaced it. */
  async #run(
    kind: Direction | "all",
    query: PageQuery,
    take: (ids: readonly string[]) => void,
  ): Promise<void> {
    this.#request += 1;
    const request = this.#request;
    this.#loading[1](kind);
    this.#failure[1](undefined);
    this.#arrivedMeanwhile = [];
    const held = heldMessages(this.#client);
    let ids: readonly string[] = [];
    // A further page is taken in while the reader scrolls. What may be on screen is replaced at once.
    const prepare = async (page: Page) => {
      held.release(ids);
      ids = page.messages.map(({ _id }) => _id);
      held.hold(ids);
      if (kind !== "all") await keepPageInPortions(this.#client, page);
    };
    try {
      const page = await fetchUnchanged(this.#client, this.channelId, query, prepare);
      if (request !== this.#request) return;
      batch(() => {
        if (kind === "all") keepPage(this.#client, page);
        take(ids);
        this.#loading[1](undefined);
      });
    } catch (error) {
      if (request !== this.#request) return;
      batch(() => {
        this.#failure[1]({ error, direction: kind === "all" ? undefined : kind });
        this.#loading[1](undefined);
      });
    } finally {
      held.release(ids);
    }
  }

  #withArrived(window: MessageWindow): MessageWindow {
    return window.hasEnd ? addNewer(window, this.#arrivedMeanwhile, true) : window;
  }

  #change(change: (window: MessageWindow) => MessageWindow): void {
    const window = this.window();
    if (window) this.#setWindow(change(window));
  }

  #setWindow(next: MessageWindow | undefined): void {
    const held = heldMessages(this.#client);
    const before = new Set(this.window()?.ids);
    const after = new Set(next?.ids);
    held.hold(after.difference(before));
    batch(() => {
      this.#window[1](next);
      held.release(before.difference(after));
    });
  }
}
