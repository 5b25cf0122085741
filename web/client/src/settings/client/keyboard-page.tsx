import { Button } from "@ui/button.tsx";
import { IconButton } from "@ui/icon-button.tsx";
import { RotateCcw } from "@ui/icons.ts";
import { createSignal, For, Show } from "solid-js";
import { keysPressed } from "../../components/key-names.ts";
import { Keys } from "../../components/keyboard-page.tsx";
import { keysOf, type Shortcut, shortcuts, usualKeys } from "../../components/shortcuts.ts";
import { t } from "../../i18n/i18n.ts";
import styles from "../page.module.css";
import own from "./keyboard-page.module.css";
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
  const [isListening, setListening] = createSignal(false);
  const [problem, setProblem] = createSignal<string>();
  const label = () => t().keyboard.shortcuts[props.name];

  function take(keys: string): void {
    const found = problemOf(props.name, keys);
    setProblem(found && describe(found, keys));
    if (found) return;
    changeKeys(props.name, keys);
    setListening(false);
  }
  const stop = () => {
    setListening(false);
    setProblem(undefined);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (!isListening() || event.key === "Tab") return;
    // Nothing else may act on what is pressed here.
    event.preventDefault();
    event.stopPropagation();
    const keys = keysPressed(event);
    if (keys === "Esc") stop();
    else if (keys !== undefined) take(keys);
  };

  return (
    <li class={`${styles.row} ${styles.wrapping}`}>
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
          onClick={() => take(usualKeys[props.name])}
        />
      </Show>
      <button
        type="button"
        class={own.keys}
        aria-label={
          isListening()
            ? t().keyboard.listening
            : t().keyboard.changeOf({ name: label(), keys: keysOf(props.name) })
        }
        aria-pressed={isListening()}
        onClick={() => (isListening() ? stop() : setListening(true))}
        onKeyDown={onKeyDown}
        onBlur={stop}
      >
        <Show when={!isListening()} fallback={t().keyboard.listening}>
          <Keys keys={keysOf(props.name)} />
        </Show>
      </button>
    </li>
  );
}

function describe(problem: KeyProblem, keys: string): string {
  const { problems, shortcuts: names } = t().keyboard;
  return problem.kind === "taken"
    ? problems.taken({ keys, name: names[problem.by] })
    : problems[problem.kind](keys);
}
