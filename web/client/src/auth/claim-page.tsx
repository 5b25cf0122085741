import { useNavigate } from "@solidjs/router";
import { Avatar } from "@ui/avatar.tsx";
import { Button } from "@ui/button.tsx";
import { EntryPage } from "@ui/entry-page.tsx";
import { Form } from "@ui/form.tsx";
import { Skeleton } from "@ui/state.tsx";
import { createResource, createSignal, Match, Show, Switch } from "solid-js";
import type { ImportedHistory } from "../../../protocol/types.ts";
import { createForm } from "../components/create-form.ts";
import { LoadFailure } from "../components/failure.tsx";
import { describeError, t } from "../i18n/i18n.ts";
import { fileUrl } from "../model/files.ts";
import { accounts } from "../session/accounts.ts";
import { Api } from "../session/api.ts";
import { readApiError } from "../session/api-error.ts";
import { addresses, apiUrl } from "../session/server.ts";
import { destination } from "./destination.ts";
import styles from "./invite-page.module.css";
import { UsernamePage } from "./username-page.tsx";

/** What the services are called that people were imported from. */
const services: Readonly<Record<string, string>> = { discord: "Discord" };
const refusals = new Set(["InvalidToken", "LinkExpired", "LinkUsed", "AlreadyClaimed"]);

/** Where a claim link of the operator leads. Its token is in the fragment, which reaches no server. */
export default function ClaimPage() {
  const account = () => accounts.active();
  return (
    <Switch fallback={<ClaimCard />}>
      <Match when={!account()}>
        <WithoutAccount />
      </Match>
      <Match when={account()?.needsUsername && account()}>
        {(newcomer) => <UsernamePage account={newcomer()} />}
      </Match>
    </Switch>
  );
}

/** Leads to another page, and comes back here after the login or the registration. */
function useLeaving(): (page: string) => void {
  const navigate = useNavigate();
  return (page) => {
    destination.remember(`/claim${location.hash}`);
    navigate(page);
  };
}

function WithoutAccount() {
  const leaveFor = useLeaving();
  return (
    <EntryPage title={t().auth.claimTitle}>
      <p>{t().auth.claimLogIn}</p>
      <Button variant="primary" onClick={() => leaveFor("/login")}>
        {t().auth.logIn}
      </Button>
      <Button onClick={() => leaveFor("/register")}>{t().auth.register}</Button>
    </EntryPage>
  );
}

/** Whose history it is, how long it is, which account gets it, and the button that claims it. */
function ClaimCard() {
  const navigate = useNavigate();
  const leaveFor = useLeaving();
  const token = location.hash.slice(1);
  const api = () => new Api({ url: apiUrl, token: accounts.active()?.token ?? "" });
  const [isDone, setDone] = createSignal(false);
  const [history, { refetch }] = createResource(async () => {
    const [found, me] = await Promise.all([api().post("/claims/view", { token }), api().get("/users/@me")]);
    return { ...found, account: `${me.username}#${me.discriminator}` };
  });
  const form = createForm(async () => {
    await api().post("/claims", { token });
    setDone(true);
  });
  const isRefused = () => refusals.has(readApiError(history.error).type);
  return (
    <EntryPage title={t().auth.claimTitle}>
      <Switch fallback={<Skeleton lines={3} label={t().common.loading} />}>
        <Match when={isDone()}>
          <p role="status">{t().auth.claimed}</p>
          <Button variant="primary" onClick={() => navigate("/", { replace: true })}>
            {t().frame.home}
          </Button>
        </Match>
        <Match when={history.error}>
          <Show
            when={isRefused()}
            fallback={<LoadFailure error={history.error} onRetry={() => void refetch()} />}
          >
            <p role="alert">{describeError(history.error)}</p>
            <Button onClick={() => navigate("/")}>{t().frame.home}</Button>
          </Show>
        </Match>
        <Match when={history()}>
          {(found) => (
            <>
              <div class={styles.target}>
                <Avatar name={found().name} url={avatarUrl(found())} size={80} />
                <h2 class={styles.name} dir="auto">
                  {found().name}
                </h2>
                <p class={styles.detail}>
                  {t().auth.claimCount({
                    count: found().messages,
                    source: services[found().source] ?? found().source,
                  })}
                </p>
              </div>
              <Form form={form} submitLabel={t().auth.claim}>
                <p>{t().auth.claimHint}</p>
                <p>{t().auth.claimFor(found().account)}</p>
              </Form>
              <Button onClick={() => leaveFor("/login")}>{t().auth.claimOther}</Button>
            </>
          )}
        </Match>
      </Switch>
    </EntryPage>
  );
}

function avatarUrl({ avatar }: ImportedHistory): string | undefined {
  return avatar && fileUrl(addresses, avatar);
}
