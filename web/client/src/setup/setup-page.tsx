import { EntryPage } from "@ui/entry-page.tsx";
import { Skeleton } from "@ui/state.tsx";
import { createResource, createSignal, Match, Switch } from "solid-js";
import type { SetupResult } from "../../../protocol/types.ts";
import { LoadFailure } from "../components/failure.tsx";
import { t } from "../i18n/i18n.ts";
import { readApiError } from "../session/api-error.ts";
import { setupApi } from "./setup-api.ts";
import { SetupDone } from "./setup-done.tsx";
import { SetupForm } from "./setup-form.tsx";

/** Where the one-time link in the terminal leads. Its token is in the fragment, so that a reload keeps it. */
export default function SetupPage() {
  const api = setupApi(location.hash.slice(1));
  const [result, setResult] = createSignal<SetupResult>();
  const [begun, { refetch }] = createResource(async () => {
    const state = await api.state();
    return { state, secret: (await api.secret()).secret };
  });
  const finish = (made: SetupResult) => {
    history.replaceState(null, "", location.pathname);
    setResult(made);
  };
  return (
    <Switch
      fallback={
        <EntryPage title={t().setup.title}>
          <Skeleton lines={4} label={t().common.loading} />
        </EntryPage>
      }
    >
      <Match when={result()}>{(made) => <SetupDone result={made()} />}</Match>
      <Match when={begun.error}>
        <EntryPage title={t().setup.title}>
          {readApiError(begun.error).type === "NotFound" ? (
            <p role="alert">{t().setup.linkGone}</p>
          ) : (
            <LoadFailure error={begun.error} onRetry={() => void refetch()} />
          )}
        </EntryPage>
      </Match>
      <Match when={begun()}>
        {(found) => <SetupForm api={api} state={found().state} secret={found().secret} onDone={finish} />}
      </Match>
    </Switch>
  );
}
