import { A, useParams } from "@solidjs/router";
import { EntryPage } from "@ui/entry-page.tsx";
import { Form } from "@ui/form.tsx";
import { createSignal, Show } from "solid-js";
import { createForm } from "../components/create-form.ts";
import { t } from "../i18n/i18n.ts";
import { publicApi } from "../session/server.ts";

/** The link in a mail that confirms the deletion of an account. A button confirms it, because mail scanners open links. */
export default function DeletePage() {
  const params = useParams<{ code: string }>();
  const [isDone, setDone] = createSignal(false);
  const form = createForm(async () => {
    await publicApi.put("/auth/account/delete", { token: params.code });
    setDone(true);
  });
  return (
    <EntryPage title={t().auth.deleteAccount}>
      <Show when={!isDone()} fallback={<p>{t().auth.deletionScheduled}</p>}>
        <Form form={form} submitLabel={t().auth.deleteAccount} isDanger>
          <p>{t().auth.deleteHint}</p>
        </Form>
        <p>
          <A href="/">{t().common.cancel}</A>
        </p>
      </Show>
    </EntryPage>
  );
}
