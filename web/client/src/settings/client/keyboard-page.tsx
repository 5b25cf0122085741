import { Button } from "@ui/button.tsx";
import { IconButton } from "@ui/icon-button.tsx";
import { RotateCcw } from "@ui/icons.ts";
import { createSignal, For, Show } from "solid-js";
import { KeyButton } from "../../components/key-button.tsx";
import { keysPressed } from "../../components/key-names.ts";
import { keysOf, type Shortcut, shortcuts, usualKeys } from "../../components/shortcuts.ts";
import { t } from "../../i18n/i18n.ts";
import styles from "../page.module.css";
import { changeKeys, isChanged, type KeyProblem, problemOf, resetKeys } from "./own-keys.ts";

/** The keys of all shortcuts, each of which can be another one. */
export default function KeyboardPage() {
  return (
    <div class={styles.page}>
      <p class={styles.hint}>{t().keyboard.hint}</p>
      <ul class={styles.list}>
        <For each={shortcuts}>{(name) => <ShortcutRow name={name} />}</For>
      </ul>
      <div class={styles.actions}>
        <Button disabled={!shortcuts.some(isChanged)} onClick={resetKeys}>
          {t().keyboard.resetAll}
        </Button>
      </div>
    </div>
  );
}

function ShortcutRow(props: { readonly name: Shortcut }) {
  const [problem, setProblem] = createSignal<string>();
  let row: HTMLLIElement | undefined;
  const label = () => t().keyboard.shortcuts[props.name];

  function take(keys: string): boolean {
    const found = problemOf(props.name, keys);
    setProblem(found && describe(found, keys));
    if (!found) changeKeys(props.name, keys);
    return !found;
  }
  function onPress(event: KeyboardEvent): boolean {
    const keys = keysPressed(event);
    return keys !== undefined && take(keys);
  }

  return (
    <li ref={row} class={`${styles.row} ${styles.wrapping}`}>
      <div class={styles.rowText}>
        <span>{label()}</span>
        <Show when={problem()}>
          {(text) => (
            <span class={styles.error} role="alert">
              {text()}
            </span>
          )}
        </Show>
      </div>
      <Show when={isChanged(props.name)}>
        <IconButton
          icon={RotateCcw}
          label={t().keyboard.reset(label())}
          onClick={() => {
            take(usualKeys[props.name]);
            // The button with the focus is gone.
            row?.querySelector("button")?.focus();
          }}
        />
      </Show>
      <KeyButton
        label={label()}
        keys={keysOf(props.name)}
        onPress={onPress}
        onEnd={() => setProblem(undefined)}
      />
    </li>
  );
}

function describe(problem: KeyProblem, keys: string): string {
  const { problems, shortcuts: names } = t().keyboard;
  return problem.kind === "taken"
    ? problems.taken({ keys, name: names[problem.by] })
    : problems[problem.kind](keys);
}
