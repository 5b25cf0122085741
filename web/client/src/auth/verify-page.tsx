import { useNavigate, useParams } from "@solidjs/router";
import { EntryPage } from "@ui/entry-page.tsx";
import { Skeleton } from "@ui/state.tsx";
import { notify } from "@ui/toasts.tsx";
import { createResource, Match, Switch } from "solid-js";
import { LoadFailure } from "../components/failure.tsx";
import { t } from "../i18n/i18n.ts";
import { publicApi } from "../session/server.ts";
import { ConfirmLogin, type LinkedLogin, ownerOf, registeredKey } from "./confirm-login.tsx";
import { destination } from "./destination.ts";
import { logIn } from "./log-in.ts";

/**
 * The page of the link in a mail that confirms an address. It logs in and continues where the visitor wanted to go, but
 * asks first unless the address was registered in this tab.
 */
export default function VerifyPage() {
  const params = useParams<{ code: string }>();
  const navigate = useNavigate();
  // The code works once, so what comes after it is tried again without it.
  let ticket: string | undefined;
  const [result, { refetch }] = createResource(async (): Promise<LinkedLogin | undefined> => {
    if (ticket === undefined) {
      const reply = await publicApi.post(`/auth/account/verify/${encodeURIComponent(params.code)}`);
      ticket = reply?.ticket.token;
      notify(t().auth.addressConfirmed);
    }
    const goOn = async () => {
      if (ticket) await logIn({ mfa_ticket: ticket }, "");
      sessionStorage.removeItem(registeredKey);
      navigate(destination.take(), { replace: true });
    };
    // A new address of an account that exists is confirmed without a ticket.
    const name = ticket && (await ownerOf(ticket));
    if (name !== undefined && name !== sessionStorage.getItem(registeredKey)) return { name, goOn };
    await goOn();
    return undefined;
  });
  return (
    <Switch
      fallback={
        <EntryPage title={t().auth.confirmAddress}>
          <Skeleton lines={2} label={t().common.loading} />
        </EntryPage>
      }
    >
      <Match when={result.error}>
        <EntryPage title={t().auth.confirmAddress}>
          <LoadFailure error={result.error} onRetry={() => void refetch()} />
        </EntryPage>
      </Match>
      <Match when={result()}>{(login) => <ConfirmLogin {...login()} />}</Match>
    </Switch>
  );
}
