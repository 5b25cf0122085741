import { A, useNavigate } from "@solidjs/router";
import { EntryPage } from "@ui/entry-page.tsx";
import { Skeleton } from "@ui/state.tsx";
import { notify } from "@ui/toasts.tsx";
import { createSignal, Match, onMount, Switch } from "solid-js";
import { describeError, t } from "../i18n/i18n.ts";
import { accounts } from "../session/accounts.ts";
import { Api } from "../session/api.ts";
import { apiUrl } from "../session/server.ts";
import { confirmation } from "./confirmation.ts";
import { destination } from "./destination.ts";
import { logIn, type SecondFactor } from "./log-in.ts";
import { SecondFactorForm } from "./second-factor-form.tsx";

/** Where the browser comes back to from a provider. What it brings is in the fragment, and works once. */
export default function SignInPage() {
  const navigate = useNavigate();
  const [problem, setProblem] = createSignal<string>();
  const [secondFactor, setSecondFactor] = createSignal<SecondFactor>();
  const goOn = () => navigate(destination.take(), { replace: true });

  async function finish(end: URLSearchParams): Promise<void> {
    const [ticket, link, confirmed] = ["ticket", "link", "confirmation"].map((name) => end.get(name));
    if (ticket) {
      const methods = end.get("methods")?.split(",");
      if (methods) setSecondFactor({ ticket, methods });
      else await logIn({ mfa_ticket: ticket }, "").then(goOn);
    } else if (link) {
      const api = new Api({ url: apiUrl, token: accounts.active()?.token });
      await api.post("/auth/oidc/identities", { token: link });
      notify(t().auth.linked);
      goOn();
    } else if (confirmed) {
      confirmation.keep(confirmed);
      notify(t().proof.confirmed);
      goOn();
    } else setProblem(wordsFor(end.get("error")));
  }

  onMount(() => {
    const end = new URLSearchParams(location.hash.slice(1));
    history.replaceState(null, "", location.pathname);
    finish(end).catch((error: unknown) => setProblem(describeError(error)));
  });

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
      <Match when={secondFactor()}>
        {(factor) => (
          <SecondFactorForm
            methods={factor().methods}
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

function wordsFor(problem: string | null): string {
  const texts = t().auth.signInProblems;
  const isKnown = (name: string): name is keyof typeof texts => Object.hasOwn(texts, name);
  return texts[problem !== null && isKnown(problem) ? problem : "expired"];
}
