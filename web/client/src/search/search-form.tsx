import { Button } from "@ui/button.tsx";
import { today } from "@ui/calendar-days.ts";
import { IconButton } from "@ui/icon-button.tsx";
import { SlidersHorizontal } from "@ui/icons.ts";
import { Select } from "@ui/select.tsx";
import { Switch } from "@ui/switch.tsx";
import { TextField } from "@ui/text-field.tsx";
import { createEffect, createSignal, Show } from "solid-js";
import { DateField } from "../components/date-field.tsx";
import { usePanel } from "../components/panel-state.ts";
import { t } from "../i18n/i18n.ts";
import { useClient } from "../session/context.tsx";
import { ChoiceGroup } from "../settings/choice-group.tsx";
import { AuthorField } from "./author-field.tsx";
import { searchOf } from "./create-search.ts";
import { scopes } from "./fetch-found.ts";
import { type Content, longestText, problemOf, type SearchFilter, type Sort } from "./search-filter.ts";
import styles from "./search-form.module.css";

const contents: readonly Content[] = ["anything", "file", "link", "embed"];
const sorts: readonly Sort[] = ["Latest", "Oldest", "Relevance"];

/** What to search for, and where. Words are searched for when Enter is pressed, a filter at once. */
export function SearchForm() {
  const search = searchOf(useClient());
  const { filter, target } = search;
  const [isAsked, setAsked] = createSignal(false);
  const panel = usePanel();
  let form: HTMLFormElement | undefined;
  createEffect(() => {
    if (!panel.isFocusWanted()) return;
    const words = form?.querySelector<HTMLInputElement>("input[type=search]");
    words?.focus();
    words?.select();
    panel.setFocusWanted(false);
  });

  const problem = () => problemOf(filter());
  const submit = () => {
    setAsked(true);
    if (problem() === undefined) search.start();
  };
  const change = (changes: Partial<SearchFilter>) => {
    search.change(changes);
    setAsked(false);
    search.start();
  };
  const names = () => ({
    ...t().search.scopes,
    channel: target().channel?.serverId ? t().search.scopes.channel : t().search.conversation,
  });

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
            search.change({ text });
          }}
          maxlength={longestText}
        />
        <IconButton
          icon={SlidersHorizontal}
          label={t().search.filters}
          pressed={search.areFiltersShown()}
          aria-expanded={search.areFiltersShown()}
          onClick={() => search.setFiltersShown((shown) => !shown)}
        />
      </div>
      <Show when={target().channel}>
        {(channel) => (
          <ChoiceGroup
            label={t().search.where}
            values={scopes.filter((scope) => scope !== "server" || channel().serverId)}
            names={names()}
            value={target().scope}
            onChange={search.setScope}
          />
        )}
      </Show>
      {/* Hidden, not removed: closing the filters does not change them. */}
      <div class={styles.filters} hidden={!search.areFiltersShown()}>
        <p class={styles.hint}>{t().search.wordsHint}</p>
        <AuthorField
          target={target()}
          value={filter().authorId}
          onChange={(authorId) => change({ authorId })}
        />
        <DateField
          label={t().search.from}
          value={filter().from}
          max={today()}
          onChange={(from) => change({ from })}
        />
        <DateField label={t().search.to} value={filter().to} onChange={(to) => change({ to })} />
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
      <Button type="submit" variant="primary" busy={search.isBusy()}>
        {t().search.search}
      </Button>
    </form>
  );
}
