import { Button } from "@ui/button.tsx";
import { createField } from "@ui/create-field.ts";
import { EntryPage } from "@ui/entry-page.tsx";
import { Form } from "@ui/form.tsx";
import { TextField } from "@ui/text-field.tsx";
import { For, Show } from "solid-js";
import { createForm } from "../components/create-form.ts";
import { t } from "../i18n/i18n.ts";
import { accounts, type StoredAccount } from "../session/accounts.ts";
import { Api } from "../session/api.ts";
import { apiUrl, community } from "../session/server.ts";

/** The last step of a registration: without a username nobody can use the client. */
export function UsernamePage(props: { readonly account: StoredAccount }) {
  // Of somebody who comes from a provider it is their name there, else the address.
  const known = props.account.name;
  const username = createField(known.includes("@") ? "" : known);
  const questions = community()?.questions ?? [];
  const asked = questions.map((question) => ({ question, answer: createField("") }));
  const form = createForm(async () => {
    const { token, userId } = props.account;
    const api = new Api({ url: apiUrl, token });
    await api.post("/onboard/complete", {
      username: username.value,
      ...(questions.length > 0 && { answers: asked.map(({ answer }) => answer.value.trim()) }),
    });
    accounts.update(userId, { name: username.value, needsUsername: false });
  });
  return (
    <EntryPage title={t().auth.chooseUsername}>
      <Form form={form} submitLabel={t().auth.goOn}>
        <TextField
          label={t().auth.username}
          hint={t().auth.usernameHint}
          {...username}
          required
          autofocus
          minlength={2}
          maxlength={32}
        />
        <For each={asked}>
          {({ question, answer }) => (
            <TextField
              label={question.text}
              hint={question.required ? undefined : t().community.optional}
              {...answer}
              multiline
              required={question.required}
              maxlength={500}
            />
          )}
        </For>
        <Show when={questions.length > 0}>
          <p>{t().community.whoReads(community()?.name ?? "")}</p>
        </Show>
      </Form>
      <Button variant="link" onClick={() => accounts.remove(props.account.userId)}>
        {t().common.cancel}
      </Button>
    </EntryPage>
  );
}
