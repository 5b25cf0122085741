import { A } from "@solidjs/router";
import { EntryPage } from "@ui/entry-page.tsx";
import { Form } from "@ui/form.tsx";
import { createForm } from "../components/create-form.ts";
import { t } from "../i18n/i18n.ts";
import { publicApi } from "../session/server.ts";

/** The address that was registered in this tab. */
export const registeredKey = "registered-address";

/** A login that a link began, and that the user might not expect. */
export interface LinkedLogin {
  /** Whose account it is; empty if it has no name yet. */
  readonly name: string;
  readonly goOn: () => Promise<void>;
}

export async function ownerOf(ticket: string): Promise<string> {
  return (await publicApi.post("/auth/session/owner", { mfa_ticket: ticket })).name;
}

/** Asks before a link logs in, because its sender could have chosen their own account to read what is written there. */
export function ConfirmLogin(props: LinkedLogin) {
  const form = createForm(() => props.goOn());
  return (
    <EntryPage title={props.name === "" ? t().auth.logInToNew : t().auth.logInAs(props.name)}>
      <p>{t().auth.logInAsHint}</p>
      <Form form={form} submitLabel={t().auth.logIn}>
        {undefined}
      </Form>
      <p>
        <A href="/">{t().common.cancel}</A>
      </p>
    </EntryPage>
  );
}
