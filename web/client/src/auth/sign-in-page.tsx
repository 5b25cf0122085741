import { A, useNavigate } from "@solidjs/router";
import { EntryPage } from "@ui/entry-page.tsx";
import { createProviderReturn, signInStart, wordsFor } from "@ui/provider-return.ts";
import { Skeleton } from "@ui/state.tsx";
import { notify } from "@ui/toasts.tsx";
import { createSignal, Match, Switch } from "solid-js";
import { describeError, t } from "../i18n/i18n.ts";
import { accounts } from "../session/accounts.ts";
import { Api } from "../session/api.ts";
import { apiUrl } from "../session/server.ts";
import { ConfirmLogin, type LinkedLogin, ownerOf } from "./confirm-login.tsx";
import { confirmation } from "./confirmation.ts";
import { destination } from "./destination.ts";
import { logIn, type SecondFactor } from "./log-in.ts";
import { SecondFactorForm } from "./second-factor-form.tsx";

/** Where the browser comes back to from a provider. What it brings is in the fragment, and works once. */
export default function SignInPage() {
  const navigate = useNavigate();
  const [secondFactor, setSecondFactor] = createSignal<SecondFactor>();
  const [linked, setLinked] = createSignal<LinkedLogin>();
  const goOn = () => navigate(destination.take(), { replace: true });

  async function finish(end: URLSearchParams): Promise<string | undefined> {
    // The name at the provider, for somebody who chooses theirs here next.
    const name = end.get("name") ?? "";
    const [ticket, link, confirmed] = ["ticket", "link", "confirmation"].map((name) => end.get(name));
    if (ticket) {
      const methods = end.get("methods")?.split(",");
      const proceed = async () => {
        setLinked(undefined);
        if (methods) setSecondFactor({ ticket, methods });
        else await logIn({ mfa_ticket: ticket }, name).then(goOn);
      };
      if (signInStart.take()) await proceed();
      else setLinked({ name: await ownerOf(ticket), goOn: proceed });
    } else if (link) {
      const api = new Api({ url: apiUrl, token: accounts.active()?.token });
      await api.post("/auth/oidc/identities", { token: link });
      notify(t().auth.linked);
      goOn();
    } else if (confirmed) {
      confirmation.keep(confirmed);
      notify(t().proof.confirmed);
      goOn();
    } else return wordsFor(t().auth.signInProblems, end.get("error"));
    return undefined;
  }

  const problem = createProviderReturn(finish, describeError);

  return (
    <Switch
      fallback={
        <EntryPage title={t().auth.signingIn}>
          <Skeleton lines={2} label={t().common.loading} />
        </EntryPage>
      }
    >
      <Match when={problem()}>
        <EntryPage title={t().auth.signInFailed}>
          <p role="alert">{problem()}</p>
          <p>
            <A href={accounts.active() ? "/" : "/login"}>{t().common.back}</A>
          </p>
        </EntryPage>
      </Match>
      <Match when={linked()}>{(login) => <ConfirmLogin {...login()} />}</Match>
      <Match when={secondFactor()}>
        {(factor) => (
          <SecondFactorForm
            {...factor()}
            send={async (answer) => {
              await logIn({ mfa_ticket: factor().ticket, mfa_response: answer }, "");
              goOn();
            }}
            onBack={() => navigate("/login", { replace: true })}
          />
        )}
      </Match>
    </Switch>
  );
}
