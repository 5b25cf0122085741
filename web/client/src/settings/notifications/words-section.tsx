import { Button } from "@ui/button.tsx";
import { createField } from "@ui/create-field.ts";
import { IconButton } from "@ui/icon-button.tsx";
import { Trash } from "@ui/icons.ts";
import { TextField } from "@ui/text-field.tsx";
import { For, Show } from "solid-js";
import { attempt } from "../../components/attempt.ts";
import { createForm } from "../../components/create-form.ts";
import { t } from "../../i18n/i18n.ts";
import { longestWord, mostWords } from "../../preferences/alerts.ts";
import { alertsIn } from "../../preferences/preferences.ts";
import { useConnection } from "../../session/context.tsx";
import { Row } from "../list.tsx";
import styles from "../page.module.css";

/** The user's own words that alert. */
export function WordsSection() {
  const texts = () => t().notificationSettings;
  const [alerts, setAlerts] = alertsIn(useConnection().settings);
  const word = createField("");
  const words = () => alerts().words;
  const form = createForm(async () => {
    const added = word.value.trim();
    if (added === "") return;
    await setAlerts({ words: [...words().filter((known) => known !== added), added] });
    word.onChange("");
  });
  const remove = (removed: string) =>
    void attempt(() => setAlerts({ words: words().filter((known) => known !== removed) }));
  return (
    <section class={styles.section}>
      <h2 class={styles.heading}>{texts().words}</h2>
      <p class={styles.hint}>{texts().wordsHint}</p>
      <Show
        when={words().length < mostWords}
        fallback={<p class={styles.hint}>{texts().wordsFull(mostWords)}</p>}
      >
        <form class={styles.actions} onSubmit={form.onSubmit}>
          <TextField label={texts().word} {...word} maxlength={longestWord} error={form.error()} />
          <Button type="submit" busy={form.isBusy()}>
            {texts().addWord}
          </Button>
        </form>
      </Show>
      <Show when={words().length > 0}>
        <ul class={styles.list}>
          <For each={words()}>
            {(known) => (
              <Row title={known}>
                <IconButton icon={Trash} label={texts().removeWord(known)} onClick={() => remove(known)} />
              </Row>
            )}
          </For>
        </ul>
      </Show>
    </section>
  );
}
