import { A, useParams } from "@solidjs/router";
import { Form } from "@ui/form.tsx";
import { createSignal, Show } from "solid-js";
import { createForm } from "../parts/create-form.ts";
import { publicApi } from "../session/server.ts";
import { t } from "../texts/texts.ts";
import { GettingInPage } from "./getting-in-page.tsx";

/** The link in a mail that confirms the deletion of an account. A button asks once more, as scanners open links. */
export default function DeletePage() {
  const params = useParams<{ code: string }>();
  const [isDone, setDone] = createSignal(false);
  const form = createForm(async () => {
    await publicApi.put("/auth/account/delete", { token: params.code });
    setDone(true);
  });
  return (
    <GettingInPage title={t().gettingIn.deleteAccount}>
      <Show when={!isDone()} fallback={<p>{t().gettingIn.deletionScheduled}</p>}>
        <Form form={form} submitLabel={t().gettingIn.deleteAccount} isDanger>
          <p>{t().gettingIn.deleteHint}</p>
        </Form>
        <p>
          <A href="/">{t().common.cancel}</A>
        </p>
      </Show>
    </GettingInPage>
  );
}
