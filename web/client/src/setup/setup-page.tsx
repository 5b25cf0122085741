import { createField } from "@ui/create-field.ts";
import { EntryPage } from "@ui/entry-page.tsx";
import { Form } from "@ui/form.tsx";
import { Skeleton } from "@ui/state.tsx";
import { TextField } from "@ui/text-field.tsx";
import { createMemo, createResource, createSignal, Match, Switch } from "solid-js";
import type { SetupResult } from "../../../protocol/types.ts";
import { createForm } from "../components/create-form.ts";
import { LoadFailure } from "../components/failure.tsx";
import { t } from "../i18n/i18n.ts";
import { readApiError } from "../session/api-error.ts";
import { setupApi } from "./setup-api.ts";
import { SetupDone } from "./setup-done.tsx";
import { SetupForm } from "./setup-form.tsx";

/** The setup page, for the one-time link or the code in the log. The code stays in the fragment, so a reload keeps it. */
export default function SetupPage() {
  const [code, setCode] = createSignal(location.hash.slice(1));
  const api = createMemo(() => setupApi(code()));
  const [result, setResult] = createSignal<SetupResult>();
  const [begun, { refetch }] = createResource(
    () => code() || undefined,
    async () => {
      const state = await api().state();
      return { state, secret: (await api().secret()).secret };
    },
  );
  const enter = (entered: string) => {
    history.replaceState(null, "", `#${entered}`);
    setCode(entered);
  };
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
      <Match when={code() === ""}>
        <EntryPage title={t().setup.title}>
          <CodeForm onCode={enter} />
        </EntryPage>
      </Match>
      <Match when={begun.error}>
        <EntryPage title={t().setup.title}>
          {readApiError(begun.error).type === "NotFound" ? (
            <>
              <p role="alert">{t().setup.linkGone}</p>
              <CodeForm onCode={enter} />
            </>
          ) : (
            <LoadFailure error={begun.error} onRetry={() => void refetch()} />
          )}
        </EntryPage>
      </Match>
      <Match when={begun()}>
        {(found) => <SetupForm api={api()} state={found().state} secret={found().secret} onDone={finish} />}
      </Match>
    </Switch>
  );
}

function CodeForm(props: { readonly onCode: (code: string) => void }) {
  const code = createField("");
  const form = createForm(async () => props.onCode(code.value.trim().toLowerCase()));
  return (
    <Form form={form} submitLabel={t().auth.goOn}>
      <TextField
        label={t().setup.code}
        hint={t().setup.codeHint}
        {...code}
        required
        maxlength={128}
        autofocus
      />
    </Form>
  );
}
