import { Button } from "@ui/button.tsx";
import { Dialog } from "@ui/dialog.tsx";
import { createSignal, For, Show } from "solid-js";
import { createBusy } from "../components/attempt.ts";
import { t } from "../i18n/i18n.ts";
import { webAddress } from "../media/addresses.ts";
import { useClient } from "../session/context.tsx";
import { dayOf } from "../users/dates.ts";
import styles from "./policy-changes.module.css";

/** The changes of the host's terms that the user has not acknowledged. They come again until that is done. */
export default function PolicyChanges() {
  const client = useClient();
  const [isLater, setLater] = createSignal(false);
  const [isBusy, run] = createBusy();
  const acknowledge = () =>
    run(async () => {
      await client.api.post("/policy/acknowledge");
      client.change((state) => {
        state.policies = [];
      });
    });
  const effective = (time: string) => {
    const day = dayOf(new Date(time));
    return Date.parse(time) > Date.now() ? t().policies.from(day) : t().policies.since(day);
  };
  return (
    <Show when={!isLater()}>
      <Dialog
        title={t().policies.title}
        description={t().policies.hint}
        closeLabel={t().common.close}
        onClose={() => setLater(true)}
        actions={
          <>
            <Button onClick={() => setLater(true)}>{t().policies.later}</Button>
            <Button variant="primary" data-autofocus="" busy={isBusy()} onClick={() => void acknowledge()}>
              {t().policies.acknowledge}
            </Button>
          </>
        }
      >
        <ul class={styles.changes}>
          <For each={client.state.policies}>
            {(change) => (
              <li class={styles.change}>
                <p dir="auto">{change.description}</p>
                <p class={styles.detail}>
                  {effective(change.effective_time)}
                  <Show when={webAddress(change.url)}>
                    {(url) => (
                      <>
                        {" · "}
                        <a href={url()} target="_blank" rel="noopener noreferrer">
                          {t().policies.read}
                        </a>
                      </>
                    )}
                  </Show>
                </p>
              </li>
            )}
          </For>
        </ul>
      </Dialog>
    </Show>
  );
}
