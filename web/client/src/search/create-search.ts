import { batch, createSignal, onCleanup } from "solid-js";
import type { DataMessageSearch, Message } from "../../../protocol/types.ts";
import type { Channel } from "../model/channel.ts";
import type { Client } from "../session/client.ts";
import { fetchFound } from "./fetch-found.ts";
import { onMessageChange } from "./message-changes.ts";
import { matches, needsSifting, nextRequest, requestOf, type SearchFilter } from "./search-filter.ts";

/** What one press looks through and shows, at most. */
const mostPages = 5;
const enough = 25;

type Request = DataMessageSearch;

/** A search in a channel: what was found so far, and how it continues. */
export function createSearch(client: Client, channel: Channel) {
  const [found, setFound] = createSignal<readonly Message[]>();
  const [error, setError] = createSignal<unknown>();
  const [isBusy, setBusy] = createSignal(false);
  const [next, setNext] = createSignal<{ readonly filter: SearchFilter; readonly request: Request }>();
  /** The time of the last message that was looked at, where the client drops some. */
  const [lookedAt, setLookedAt] = createSignal<string>();
  let run = 0;

  async function look(filter: SearchFilter, first: Request): Promise<void> {
    run += 1;
    const own = run;
    setBusy(true);
    setError(undefined);
    const matching: Message[] = [];
    let request: Request | undefined = first;
    let last: string | undefined;
    try {
      for (let pages = 0; request && pages < mostPages && matching.length < enough; pages += 1) {
        const page: readonly Message[] = await fetchFound(client, channel.id, request);
        if (own !== run) return;
        matching.push(...page.filter((message) => matches(filter, message)));
        last = page.at(-1)?._id ?? last;
        request = nextRequest(request, page);
      }
      batch(() => {
        setFound((before = []) => [...before, ...matching]);
        setNext(request && { filter, request });
        setLookedAt(needsSifting(filter) && request ? last : undefined);
      });
    } catch (thrown) {
      if (own !== run) return;
      setNext({ filter, request: first });
      setError(thrown);
    } finally {
      if (own === run) setBusy(false);
    }
  }

  onCleanup(
    onMessageChange(client, channel.id, {
      removed: (ids) => setFound((all) => all?.filter(({ _id }) => !ids.includes(_id))),
      changed: (id, data) =>
        setFound((all) => all?.map((message) => (message._id === id ? { ...message, ...data } : message))),
    }),
  );

  return {
    found,
    error,
    isBusy,
    next,
    lookedAt,
    start(filter: SearchFilter): void {
      batch(() => {
        setFound(undefined);
        setNext(undefined);
        setLookedAt(undefined);
      });
      void look(filter, requestOf(filter));
    },
    /** Continues, or tries again what failed. */
    more(): void {
      const going = next();
      if (going) void look(going.filter, going.request);
    },
    clear(): void {
      run += 1;
      batch(() => {
        setBusy(false);
        setFound(undefined);
        setError(undefined);
        setNext(undefined);
      });
    },
  };
}
