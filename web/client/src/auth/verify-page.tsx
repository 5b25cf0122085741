import { useNavigate, useParams } from "@solidjs/router";
import { EntryPage } from "@ui/entry-page.tsx";
import { Skeleton } from "@ui/state.tsx";
import { notify } from "@ui/toasts.tsx";
import { createResource, Match, Switch } from "solid-js";
import { LoadFailure } from "../components/failure.tsx";
import { t } from "../i18n/i18n.ts";
import { publicApi } from "../session/server.ts";
import { destination } from "./destination.ts";
import { logIn } from "./log-in.ts";

/** The link in a mail that confirms an address. It logs in, and continues where the visitor wanted to go. */
export default function VerifyPage() {
  const params = useParams<{ code: string }>();
  const navigate = useNavigate();
  const [result, { refetch }] = createResource(async () => {
    const reply = await publicApi.post(`/auth/account/verify/${encodeURIComponent(params.code)}`);
    // A new address of an account that exists is confirmed without a ticket.
    if (reply?.ticket) await logIn({ mfa_ticket: reply.ticket.token }, "");
    notify(t().auth.addressConfirmed);
    navigate(destination.take(), { replace: true });
    return true;
  });
  return (
    <EntryPage title={t().auth.confirmAddress}>
      <Switch fallback={<Skeleton lines={2} label={t().common.loading} />}>
        <Match when={result.error}>
          <LoadFailure error={result.error} onRetry={() => void refetch()} />
        </Match>
      </Switch>
    </EntryPage>
  );
}
