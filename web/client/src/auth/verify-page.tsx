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
  const [result, { refetch }] = createResource(async (): Promise<LinkedLogin | undefined> => {
    const reply = await publicApi.post(`/auth/account/verify/${encodeURIComponent(params.code)}`);
    notify(t().auth.addressConfirmed);
    const goOn = async () => {
      if (reply?.ticket) await logIn({ mfa_ticket: reply.ticket.token }, "");
      navigate(destination.take(), { replace: true });
    };
    // A new address of an account that exists is confirmed without a ticket.
    const name = reply?.ticket && (await ownerOf(reply.ticket.token));
    const registered = sessionStorage.getItem(registeredKey);
    sessionStorage.removeItem(registeredKey);
    if (name !== undefined && name !== registered) return { name, goOn };
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
