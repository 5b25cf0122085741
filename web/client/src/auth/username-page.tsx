import { Button } from "@ui/button.tsx";
import { createField } from "@ui/create-field.ts";
import { EntryPage } from "@ui/entry-page.tsx";
import { Form } from "@ui/form.tsx";
import { TextField } from "@ui/text-field.tsx";
import { createForm } from "../components/create-form.ts";
import { t } from "../i18n/i18n.ts";
import { accounts, type StoredAccount } from "../session/accounts.ts";
import { Api } from "../session/api.ts";
import { apiUrl } from "../session/server.ts";

/** The last step of a registration: without a username nobody can use the client. */
export function UsernamePage(props: { readonly account: StoredAccount }) {
  const username = createField("");
  const form = createForm(async () => {
    const { token, userId } = props.account;
    const api = new Api({ url: apiUrl, token });
    await api.post("/onboard/complete", { username: username.value });
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
      </Form>
      <Button variant="link" onClick={() => accounts.remove(props.account.userId)}>
        {t().common.cancel}
      </Button>
    </EntryPage>
  );
}
