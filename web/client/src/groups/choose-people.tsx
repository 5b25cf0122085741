import { Checkbox } from "@kobalte/core/checkbox";
import { Avatar } from "@ui/avatar.tsx";
import { createField } from "@ui/create-field.ts";
import { Check } from "@ui/icons.ts";
import { SearchField } from "@ui/search-field.tsx";
import { For, Show } from "solid-js";
import { t } from "../i18n/i18n.ts";
import type { User } from "../model/user.ts";
import styles from "./choose-people.module.css";

/** Chooses some of a list of people. */
export function ChoosePeople(props: {
  readonly label: string;
  readonly people: readonly User[];
  readonly chosen: ReadonlySet<string>;
  readonly onChange: (chosen: ReadonlySet<string>) => void;
}) {
  const search = createField("");
  const shown = () =>
    props.people.filter(({ displayName }) => displayName.toLowerCase().includes(search.value.toLowerCase()));
  const choose = (id: string, isChosen: boolean) => {
    const next = new Set(props.chosen);
    if (isChosen) next.add(id);
    else next.delete(id);
    props.onChange(next);
  };
  return (
    <fieldset class={styles.choose}>
      <legend class={styles.label}>{props.label}</legend>
      <Show when={props.people.length} fallback={<p class={styles.none}>{t().people.noFriendsToAdd}</p>}>
        <SearchField label={t().people.search} {...search} />
        <div class={styles.people}>
          <For each={shown()}>
            {(user) => (
              <Checkbox
                class={styles.person}
                checked={props.chosen.has(user.id)}
                onChange={(isChosen) => choose(user.id, isChosen)}
              >
                <Checkbox.Input class={styles.input} />
                <Checkbox.Label class={styles.name}>
                  <Avatar name={user.displayName} url={user.avatarURL} size={32} />
                  <bdi class={styles.text}>{user.displayName}</bdi>
                </Checkbox.Label>
                <Checkbox.Control class={styles.box}>
                  <Checkbox.Indicator>
                    <Check size={16} strokeWidth={2} aria-hidden="true" />
                  </Checkbox.Indicator>
                </Checkbox.Control>
              </Checkbox>
            )}
          </For>
        </div>
      </Show>
    </fieldset>
  );
}
