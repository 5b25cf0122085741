import { Button } from "@ui/button.tsx";
import { Search, SearchX } from "@ui/icons.ts";
import { EmptyState, Skeleton } from "@ui/state.tsx";
import { For, Match, onMount, Show, Switch } from "solid-js";
import { LoadFailure } from "../components/failure.tsx";
import { usePanel } from "../components/panel-state.ts";
import { describeError, t } from "../i18n/i18n.ts";
import type { Channel } from "../model/channel.ts";
import { useClient } from "../session/context.tsx";
import { shortDay } from "../users/dates.ts";
import { searchOf } from "./create-search.ts";
import styles from "./found-list.module.css";
import { FoundMessage } from "./found-message.tsx";
import { largestPage, requestOf } from "./search-filter.ts";
import { SearchForm } from "./search-form.tsx";
import { SidePanel } from "./side-panel.tsx";

/** Searches in the messages of a channel, of its server, or of everything that one can read. */
export default function SearchPanel(props: { readonly channel?: Channel }) {
  const client = useClient();
  const search = searchOf(client);
  search.enter(props.channel);
  const panel = usePanel();
  let scroll: HTMLDivElement | undefined;
  onMount(() => scroll?.scrollTo({ top: search.scrollTop }));
  const isRanked = () => requestOf(search.filter()).sort === "Relevance";
  const summary = () => {
    const count = search.found()?.length ?? 0;
    const last = search.lookedAt();
    if (last === undefined) return count === 0 ? "" : t().search.found(count);
    return search.found() ? t().search.foundSoFar({ count, date: shortDay(last) }) : "";
  };
  const jump = (channel: Channel) => {
    search.moveTo(channel);
    panel.takeTo(channel.id);
  };
  return (
    <SidePanel title={t().search.search} onClose={panel.close}>
      <SearchForm />
      <div
        ref={scroll}
        class={styles.scroll}
        onScroll={(event) => {
          search.scrollTop = event.currentTarget.scrollTop;
        }}
      >
        <p class={styles.summary} role="status">
          {summary()}
        </p>
        <Switch>
          <Match when={search.error() !== undefined && !search.found()}>
            <LoadFailure error={search.error()} onRetry={search.more} />
          </Match>
          <Match when={!search.found() && search.isBusy()}>
            <Skeleton lines={6} label={t().common.loading} />
          </Match>
          <Match when={!search.found()}>
            <EmptyState icon={Search} title={t().search.start}>
              {t().search.startHint}
            </EmptyState>
          </Match>
          <Match when={search.found()?.length === 0 && !search.next()}>
            <EmptyState icon={SearchX} title={t().search.nothing}>
              {t().search.nothingHint}
            </EmptyState>
          </Match>
        </Switch>
        <ul class={styles.list}>
          <For each={search.found()}>
            {({ message, marks }) => (
              // A channel may be gone by now, or hidden.
              <Show when={client.channels.get(message.channel)}>
                {(channel) => (
                  <li>
                    <FoundMessage
                      message={message}
                      marks={marks}
                      channel={channel()}
                      isChannelNamed={search.target().scope !== "channel"}
                      onJump={() => jump(channel())}
                    />
                  </li>
                )}
              </Show>
            )}
          </For>
        </ul>
        <Show when={search.found()}>
          <Show when={search.error() !== undefined}>
            <p class={styles.failed} role="alert">
              {describeError(search.error())}
            </p>
          </Show>
          <Show when={search.next()}>
            <Button class={styles.more} busy={search.isBusy()} onClick={search.more}>
              {t().search.more}
            </Button>
          </Show>
          <Show when={isRanked() && search.found()?.length === largestPage}>
            <p class={styles.note}>{t().search.best}</p>
          </Show>
        </Show>
      </div>
    </SidePanel>
  );
}
