import { Checkbox } from "@kobalte/core/checkbox";
import { createField } from "@ui/create-field.ts";
import { Check } from "@ui/icons.ts";
import { SearchField } from "@ui/search-field.tsx";
import { For, type JSX, Show } from "solid-js";
import styles from "./choose-list.module.css";
import { fold } from "./fold-text.ts";

/** Something that can be chosen by its name. */
export interface Choice {
  readonly id: string;
  readonly name: string;
  /** Where it belongs, if several have the same name. */
  readonly detail?: string;
  readonly image: () => JSX.Element;
}

/** How many are shown; the others are found by their names. */
const mostShown = 50;

/** Chooses some of a list. */
export function ChooseList(props: {
  readonly label: string;
  readonly searchLabel: string;
  /** The text shown if there is nothing to choose. */
  readonly none: string;
  readonly choices: readonly Choice[];
  /** How many can be chosen. */
  readonly most?: number;
  readonly chosen: ReadonlySet<string>;
  readonly onChange: (chosen: ReadonlySet<string>) => void;
}) {
  const search = createField("");
  const shown = () => {
    const wanted = fold(search.value.trim());
    const found = props.choices.filter(({ name, detail }) =>
      fold(`${name} ${detail ?? ""}`).includes(wanted),
    );
    return found.slice(0, mostShown);
  };
  const isFull = () => props.chosen.size >= (props.most ?? Number.POSITIVE_INFINITY);
  const choose = (id: string, isChosen: boolean) => {
    const next = new Set(props.chosen);
    if (isChosen) next.add(id);
    else next.delete(id);
    props.onChange(next);
  };
  return (
    <fieldset class={styles.choose}>
      <legend class={styles.label}>{props.label}</legend>
      <Show when={props.choices.length} fallback={<p class={styles.none}>{props.none}</p>}>
        <SearchField label={props.searchLabel} {...search} />
        <div class={styles.choices}>
          <For each={shown()}>
            {(choice) => (
              <Checkbox
                class={styles.choice}
                checked={props.chosen.has(choice.id)}
                disabled={isFull() && !props.chosen.has(choice.id)}
                onChange={(isChosen) => choose(choice.id, isChosen)}
              >
                <Checkbox.Input class={styles.input} />
                <Checkbox.Label class={styles.name}>
                  {choice.image()}
                  <bdi class={styles.text}>{choice.name}</bdi>
                  <Show when={choice.detail}>
                    <bdi class={styles.detail}>{choice.detail}</bdi>
                  </Show>
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
