import { useBeforeLeave } from "@solidjs/router";
import { Button } from "@ui/button.tsx";
import { notify } from "@ui/toasts.tsx";
import { createSignal, Show } from "solid-js";
import { describeError } from "../i18n/describe-error.ts";
import { t } from "../i18n/i18n.ts";
import styles from "./save-bar.module.css";

/** Appears at the end of a page while it has changes that are not saved. */
export function SaveBar(props: {
  readonly isChanged: boolean;
  /** Whether the changes can be saved as they are. */
  readonly isValid?: boolean;
  readonly onSave: () => Promise<void>;
  readonly onReset: () => void;
}) {
  const [error, setError] = createSignal<string>();
  const [isBusy, setBusy] = createSignal(false);

  async function save(): Promise<void> {
    setBusy(true);
    setError(undefined);
    try {
      await props.onSave();
    } catch (thrown) {
      setError(describeError(thrown));
    } finally {
      setBusy(false);
    }
  }

  useBeforeLeave((event) => {
    if (!props.isChanged || event.defaultPrevented) return;
    event.preventDefault();
    notify(t().settings.unsaved, {
      action: { label: t().settings.discard, onClick: () => event.retry(true) },
    });
  });

  return (
    <Show when={props.isChanged}>
      <section class={styles.bar} aria-label={t().settings.unsaved}>
        <p class={styles.text} role={error() ? "alert" : "status"} data-error={error() ? "" : undefined}>
          {error() ?? t().settings.unsaved}
        </p>
        <Button
          disabled={isBusy()}
          onClick={() => {
            setError(undefined);
            props.onReset();
          }}
        >
          {t().settings.reset}
        </Button>
        <Button
          variant="primary"
          busy={isBusy()}
          disabled={props.isValid === false}
          onClick={() => void save()}
        >
          {t().common.save}
        </Button>
      </section>
    </Show>
  );
}
