import { Button } from "@ui/button.tsx";
import { Search, SearchX } from "@ui/icons.ts";
import { EmptyState, Skeleton } from "@ui/state.tsx";
import { createSignal, For, Match, Show, Switch } from "solid-js";
import { LoadFailure } from "../components/failure.tsx";
import { usePanel } from "../components/panel-state.ts";
import { describeError, t } from "../i18n/i18n.ts";
import { timeOf } from "../message/ulid-time.ts";
import type { Channel } from "../model/channel.ts";
import { useClient } from "../session/context.tsx";
import { shortDay } from "../users/dates.ts";
import { createSearch } from "./create-search.ts";
import styles from "./found-list.module.css";
import { FoundMessage } from "./found-message.tsx";
import { requestOf, type SearchFilter } from "./search-filter.ts";
import { SearchForm } from "./search-form.tsx";
import { SidePanel } from "./side-panel.tsx";

/** Searches in the messages of a channel. */
export default function SearchPanel(props: { readonly channel: Channel }) {
  const search = createSearch(useClient(), props.channel);
  const panel = usePanel();
  const [isRanked, setRanked] = createSignal(false);
  const start = (filter: SearchFilter) => {
    setRanked(requestOf(filter).sort === "Relevance");
    search.start(filter);
  };
  const summary = () => {
    const count = search.found()?.length ?? 0;
    const last = search.lookedAt();
    if (last === undefined) return search.next() || count === 0 ? "" : t().search.found(count);
    return t().search.foundSoFar({ count, date: shortDay(timeOf(last)) });
  };
  return (
    <SidePanel title={t().search.search} onClose={panel.close}>
      <SearchForm channel={props.channel} isBusy={search.isBusy()} onSearch={start} onEmpty={search.clear} />
      <div class={styles.scroll}>
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
            {(message) => (
              <li>
                <FoundMessage message={message} channel={props.channel} onJump={panel.closeCovering} />
              </li>
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
          <Show when={isRanked() && search.found()?.length === 100}>
            <p class={styles.note}>{t().search.best}</p>
          </Show>
        </Show>
      </div>
    </SidePanel>
  );
}
