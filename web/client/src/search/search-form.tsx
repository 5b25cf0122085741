import { Button } from "@ui/button.tsx";
import { IconButton } from "@ui/icon-button.tsx";
import { SlidersHorizontal } from "@ui/icons.ts";
import { Select } from "@ui/select.tsx";
import { Switch } from "@ui/switch.tsx";
import { TextField } from "@ui/text-field.tsx";
import { createEffect, createSignal, on, Show } from "solid-js";
import { usePanel } from "../components/panel-state.ts";
import { t } from "../i18n/i18n.ts";
import type { Channel } from "../model/channel.ts";
import { AuthorField } from "./author-field.tsx";
import {
  type Content,
  emptyFilter,
  longestText,
  problemOf,
  type SearchFilter,
  type Sort,
} from "./search-filter.ts";
import styles from "./search-form.module.css";

const contents: readonly Content[] = ["anything", "file", "link", "embed"];
const sorts: readonly Sort[] = ["Latest", "Oldest", "Relevance"];

/** What to search for. Words are searched for when Enter is pressed, a filter at once. */
export function SearchForm(props: {
  readonly channel: Channel;
  readonly isBusy: boolean;
  readonly onSearch: (filter: SearchFilter) => void;
  readonly onEmpty: () => void;
}) {
  const [filter, setFilter] = createSignal(emptyFilter);
  const [areFiltersShown, setFiltersShown] = createSignal(false);
  const [isAsked, setAsked] = createSignal(false);
  let form: HTMLFormElement | undefined;
  createEffect(on(usePanel().focusRequests, () => form?.querySelector("input")?.focus()));

  const problem = () => problemOf(filter());
  const submit = () => {
    setAsked(true);
    if (problem() === undefined) props.onSearch(filter());
  };
  const change = (changes: Partial<SearchFilter>) => {
    setFilter((before) => ({ ...before, ...changes }));
    setAsked(false);
    if (problem() === undefined) props.onSearch(filter());
    else props.onEmpty();
  };

  return (
    <form
      ref={form}
      class={styles.form}
      data-search=""
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <div class={styles.query}>
        <TextField
          label={t().search.words}
          value={filter().text}
          type="search"
          error={isAsked() && problem() ? t().search.problems[problem() ?? "empty"] : undefined}
          onChange={(text) => {
            setAsked(false);
            setFilter((before) => ({ ...before, text }));
          }}
          maxlength={longestText}
        />
        <IconButton
          icon={SlidersHorizontal}
          label={t().search.filters}
          pressed={areFiltersShown()}
          aria-expanded={areFiltersShown()}
          onClick={() => setFiltersShown((shown) => !shown)}
        />
      </div>
      {/* Hidden, not removed: closing the filters does not change them. */}
      <div class={styles.filters} hidden={!areFiltersShown()}>
        <p class={styles.hint}>{t().search.wordsHint}</p>
        <AuthorField channel={props.channel} onChange={(authorId) => change({ authorId })} />
        <TextField
          label={t().search.from}
          type="date"
          value={filter().from}
          onChange={(from) => change({ from })}
        />
        <TextField label={t().search.to} type="date" value={filter().to} onChange={(to) => change({ to })} />
        <Show when={problem() === "days"}>
          <p class={styles.problem} role="alert">
            {t().search.problems.days}
          </p>
        </Show>
        <Select
          label={t().search.content}
          choices={contents.map((value) => ({ value, label: t().search.contents[value] }))}
          value={filter().content}
          onChange={(content) => change({ content })}
        />
        <Select
          label={t().search.sort}
          choices={sorts.map((value) => ({ value, label: t().search.sorts[value] }))}
          value={filter().sort}
          onChange={(sort) => change({ sort })}
        />
        <Switch
          label={t().search.onlyPinned}
          value={filter().isPinned}
          onChange={(isPinned) => change({ isPinned })}
        />
      </div>
      <Button type="submit" variant="primary" busy={props.isBusy}>
        {t().search.search}
      </Button>
    </form>
  );
}
