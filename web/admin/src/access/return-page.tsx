import { Button } from "@ui/button.tsx";
import { EntryPage } from "@ui/entry-page.tsx";
import { createProviderReturn, signInStart, wordsFor } from "@ui/provider-return.ts";
import { Skeleton } from "@ui/state.tsx";
import { createSignal, Match, Switch } from "solid-js";
import { call } from "../api/call.ts";
import { obstacle, session } from "../api/session.ts";
import type { AdminConfirmation } from "../api/types.ts";
import { describeError } from "../i18n/describe-error.ts";
import { t } from "../i18n/i18n.ts";
import { destination } from "./destination.ts";
import { logIn, type SecondStep } from "./log-in.ts";
import { icon, SecondStepPage } from "./login-page.tsx";

export const isReturn = () => location.pathname === "/admin/sign-in";

/** Where the browser comes back to from a provider. What it brings is in the fragment, and works once. */
export function ReturnPage(props: { readonly onDone: () => void }) {
  const [step, setStep] = createSignal<SecondStep>();
  function leave(): void {
    history.replaceState(null, "", destination.take());
    props.onDone();
  }

  async function finish(end: URLSearchParams): Promise<string | undefined> {
    const [ticket, confirmation] = ["ticket", "confirmation"].map((name) => end.get(name));
    const isOwn = signInStart.take();
    if (ticket && isOwn) {
      const methods = end.get("methods")?.split(",");
      if (methods) setStep({ ticket, methods });
      else await logIn({ mfa_ticket: ticket }).then(leave);
    } else if (confirmation && session()) {
      const headers = { "x-mfa-ticket": confirmation };
      await call<AdminConfirmation>("POST", "/admin/confirm", { headers }).catch((error: unknown) => {
        // The page for it says what to do.
        if (!obstacle()) throw error;
      });
      leave();
    } else return wordsFor(t().access.returnProblems, end.get("error"));
    return undefined;
  }

  const problem = createProviderReturn(finish, describeError);

  return (
    <Switch
      fallback={
        <EntryPage icon={icon} title={t().access.logInTitle}>
          <Skeleton lines={2} label={t().common.loading} />
        </EntryPage>
      }
    >
      <Match when={problem()}>
        <EntryPage icon={icon} title={t().access.returnFailed}>
          <p role="alert">{problem()}</p>
          <Button onClick={leave}>{t().common.back}</Button>
        </EntryPage>
      </Match>
      <Match when={step()}>
        {(second) => <SecondStepPage step={second()} onDone={leave} onBack={leave} />}
      </Match>
    </Switch>
  );
}
