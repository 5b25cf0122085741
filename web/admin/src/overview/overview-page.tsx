import { Button } from "@ui/button.tsx";
import { createSignal, onCleanup, Show } from "solid-js";
import { call } from "../api/call.ts";
import { ApiFailure } from "../api/failure.ts";
import type { AdminOverview } from "../api/types.ts";
import { createLoad, Loaded } from "../components/loaded.tsx";
import { Page } from "../components/page.tsx";
import { t } from "../i18n/i18n.ts";
import { Amounts } from "./amounts.tsx";
import { Attention } from "./attention.tsx";
import { LoadPlots } from "./load-plots.tsx";
import styles from "./overview.module.css";

const path = "/admin/overview";
/** The server takes a sample as often, in milliseconds. */
const interval = 10_000;

/** The state of the server at a glance. */
export default function OverviewPage() {
  const load = createLoad<AdminOverview>(() => path);
  const [isPaused, setPaused] = createSignal(false);

  async function refresh(): Promise<void> {
    if (document.visibilityState !== "visible" || load.resource.state !== "ready" || isPaused()) return;
    try {
      load.replace(await call<AdminOverview>("GET", path, { isQuiet: true }));
    } catch (thrown) {
      // The next attempt may reach the server again; nobody is asked for a code while they look at figures.
      setPaused(thrown instanceof ApiFailure && thrown.type === "ConfirmationRequired");
    }
  }
  const timer = setInterval(() => void refresh(), interval);
  const onVisible = () => void refresh();
  document.addEventListener("visibilitychange", onVisible);
  onCleanup(() => {
    clearInterval(timer);
    document.removeEventListener("visibilitychange", onVisible);
  });
  const resume = () => {
    setPaused(false);
    load.reload();
  };

  return (
    <Page title={t().overview.title}>
      <Show when={isPaused()}>
        <div class={styles.paused} role="status">
          <span>{t().overview.paused}</span>
          <Button onClick={resume}>{t().overview.resume}</Button>
        </div>
      </Show>
      <Loaded resource={load.resource} onRetry={load.reload}>
        {(overview) => (
          <>
            <Attention overview={overview()} />
            <LoadPlots overview={overview()} />
            <Amounts overview={overview()} />
          </>
        )}
      </Loaded>
    </Page>
  );
}
