import { useBeforeLeave } from "@solidjs/router";
import { Button } from "@ui/button.tsx";
import { returnFocusAfterwards } from "@ui/focus-return.ts";
import { notify } from "@ui/toasts.tsx";
import { Show } from "solid-js";
import { createForm } from "../components/create-form.ts";
import { t } from "../i18n/i18n.ts";
import { pausedUntil } from "../session/pauses.ts";
import type { Draft } from "./draft.ts";
import styles from "./save-bar.module.css";

/** Appears at the end of a page while it has changes that are not saved. */
export function SaveBar(props: {
  readonly draft: Pick<Draft<object>, "isChanged" | "reset">;
  /** Whether the changes can be saved as they are. */
  readonly isValid?: boolean;
  readonly onSave: () => Promise<unknown>;
}) {
  const form = createForm(async () => {
    await props.onSave();
    props.draft.reset();
  });

  useBeforeLeave((event) => {
    if (!props.draft.isChanged() || event.defaultPrevented) return;
    event.preventDefault();
    notify(t().settings.unsaved, {
      action: { label: t().settings.discard, onClick: () => event.retry(true) },
    });
  });

  return (
    <Show when={props.draft.isChanged()}>
      <Bar form={form} isValid={props.isValid} onReset={props.draft.reset} />
    </Show>
  );
}

function Bar(props: {
  readonly form: ReturnType<typeof createForm>;
  readonly isValid: boolean | undefined;
  readonly onReset: () => void;
}) {
  returnFocusAfterwards();
  return (
    <section class={styles.bar} aria-label={t().settings.unsaved}>
      <p
        class={styles.text}
        role={props.form.error() ? "alert" : "status"}
        data-error={props.form.error() ? "" : undefined}
      >
        {props.form.error() ??
          (props.form.isBusy() && pausedUntil() ? t().settings.pause : t().settings.unsaved)}
      </p>
      <Button
        disabled={props.form.isBusy()}
        onClick={() => {
          props.form.clearError();
          props.onReset();
        }}
      >
        {t().settings.reset}
      </Button>
      <Button
        variant="primary"
        busy={props.form.isBusy()}
        disabled={props.isValid === false}
        onClick={() => void props.form.submit()}
      >
        {t().common.save}
      </Button>
    </section>
  );
}
