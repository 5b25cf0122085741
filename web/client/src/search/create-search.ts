import { batch, createSignal, onCleanup } from "solid-js";
import type { DataSearchChannels } from "../../../protocol/types.ts";
import { timeOf } from "../message/ulid-time.ts";
import type { Channel } from "../model/channel.ts";
import { type Client, sessionState } from "../session/client.ts";
import { type Found, fetchFound, type SearchTarget } from "./fetch-found.ts";
import { onMessageChange } from "./message-changes.ts";
import { emptyFilter, problemOf, requestOf, type SearchFilter } from "./search-filter.ts";

/** What one press asks for at most: the server stops after some thousands of messages that do not match. */
const mostPages = 3;
const enough = 25;

/**
 * The search of a session: where, what for, what was found so far, and how it continues. It outlasts the panel, so that
 * the results are still there after a jump to one of them in another channel.
 */
export const searchOf = sessionState(createSearch);

function createSearch(client: Client) {
  const [target, setTarget] = createSignal<SearchTarget>({ scope: "everywhere" });
  const [filter, setFilter] = createSignal(emptyFilter);
  const [areFiltersShown, setFiltersShown] = createSignal(false);
  const [found, setFound] = createSignal<readonly Found[]>();
  const [error, setError] = createSignal<unknown>();
  const [isBusy, setBusy] = createSignal(false);
  const [next, setNext] = createSignal<DataSearchChannels>();
  let run = 0;

  async function look(first: DataSearchChannels): Promise<void> {
    run += 1;
    const own = run;
    setBusy(true);
    setError(undefined);
    const matching: Found[] = [];
    let request: DataSearchChannels | undefined = first;
    try {
      for (let pages = 0; request && pages < mostPages && matching.length < enough; pages += 1) {
        const page = await fetchFound(client, target(), request);
        if (own !== run) return;
        matching.push(...page.found);
        request = page.next;
      }
      batch(() => {
        setFound((before = []) => [...before, ...matching]);
        setNext(request);
      });
    } catch (thrown) {
      if (own !== run) return;
      setNext(first);
      setError(thrown);
    } finally {
      if (own === run) setBusy(false);
    }
  }

  function clear(): void {
    run += 1;
    batch(() => {
      setBusy(false);
      setFound(undefined);
      setError(undefined);
      setNext(undefined);
    });
  }

  function start(): void {
    clear();
    if (problemOf(filter()) === undefined) void look(requestOf(filter()));
  }

  onCleanup(
    onMessageChange(client, {
      removed: (ids) => setFound((all) => all?.filter(({ message }) => !ids.includes(message._id))),
      changed: (id, data) =>
        setFound((all) =>
          all?.map((one) =>
            one.message._id === id
              ? { message: { ...one.message, ...data }, marks: "content" in data ? [] : one.marks }
              : one,
          ),
        ),
    }),
  );

  return {
    target,
    filter,
    areFiltersShown,
    setFiltersShown,
    found,
    error,
    isBusy,
    next,
    /** Up to which time the server has looked, while there may be more. */
    lookedAt(): number | undefined {
      const { before, after, sort } = next() ?? {};
      const last = sort === "Oldest" ? after : before;
      return last === undefined ? undefined : timeOf(last);
    },
    /** How far the results are scrolled. */
    scrollTop: 0,
    start,
    /** Continues, or tries again what failed. */
    more(): void {
      const request = next();
      if (request) void look(request);
    },
    /** Changes what is looked for; words count when the search is started. */
    change(changes: Partial<SearchFilter>): void {
      setFilter((before) => ({ ...before, ...changes }));
    },
    setScope(scope: SearchTarget["scope"]): void {
      setTarget((before) => ({ ...before, scope }));
      start();
    },
    /** The search goes along to the channel of something that was found. */
    moveTo(channel: Channel | undefined): void {
      setTarget((before) => ({ ...before, channel }));
    },
    /** Starts again where the search was opened in another channel. */
    enter(channel: Channel | undefined): void {
      if (target().channel?.id === channel?.id) return;
      batch(() => {
        setTarget({ scope: channel ? "channel" : "everywhere", channel });
        setFilter(emptyFilter);
        clear();
      });
    },
  };
}
