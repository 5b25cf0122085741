import { useNavigate, useParams } from "@solidjs/router";
import { Avatar } from "@ui/avatar.tsx";
import { Button } from "@ui/button.tsx";
import { EntryPage } from "@ui/entry-page.tsx";
import { Form } from "@ui/form.tsx";
import { Skeleton } from "@ui/state.tsx";
import { createResource, Match, Show, Switch } from "solid-js";
import type { InviteResponse } from "../../../protocol/types.ts";
import { createForm } from "../components/create-form.ts";
import { LoadFailure } from "../components/failure.tsx";
import { t } from "../i18n/i18n.ts";
import { fileUrl } from "../model/files.ts";
import { accounts } from "../session/accounts.ts";
import { Api } from "../session/api.ts";
import { readApiError } from "../session/api-error.ts";
import { addresses, apiUrl, publicApi } from "../session/server.ts";
import { destination } from "./destination.ts";
import styles from "./invite-page.module.css";
import { UsernamePage } from "./username-page.tsx";

/** Where an invite link leads, also without an account yet. */
export default function InvitePage() {
  const newcomer = () => (accounts.active()?.needsUsername ? accounts.active() : undefined);
  return (
    <Show when={newcomer()} fallback={<InviteCard />}>
      {(account) => <UsernamePage account={account()} />}
    </Show>
  );
}

/** What it is an invite to, and joining it. */
function InviteCard() {
  const params = useParams<{ code: string }>();
  const navigate = useNavigate();
  const path = () => `/invites/${encodeURIComponent(params.code)}` as const;
  const [invite, { refetch }] = createResource(() => publicApi.get(path()));
  const isGone = () => Boolean(invite.error) && readApiError(invite.error).type === "NotFound";
  const form = createForm(async () => {
    const account = accounts.active();
    const target = invite();
    if (!account || !target) return;
    const api = new Api({ url: apiUrl, token: account.token });
    const place =
      target.type === "Server"
        ? `/server/${target.server_id}/channel/${target.channel_id}`
        : `/channel/${target.channel_id}`;
    try {
      await api.post(path());
    } catch (thrown) {
      if (!/^AlreadyIn/.test(readApiError(thrown).type)) throw thrown;
    }
    navigate(place, { replace: true });
  });
  /** Comes back here after the login or the registration. */
  const leaveFor = (page: string) => {
    destination.remember(`/invite/${params.code}`);
    navigate(page);
  };

  return (
    <EntryPage title={isGone() ? t().common.notFound : t().auth.invited}>
      <Switch
        fallback={
          <div class={styles.loading}>
            <Skeleton lines={3} label={t().common.loading} />
          </div>
        }
      >
        <Match when={invite.error}>
          <Show
            when={isGone()}
            fallback={<LoadFailure error={invite.error} onRetry={() => void refetch()} />}
          >
            <p>{t().auth.inviteGone}</p>
            <Button onClick={() => navigate("/")}>{t().frame.home}</Button>
          </Show>
        </Match>
        <Match when={invite()}>
          {(found) => (
            <>
              <Show when={bannerUrl(found())}>
                {(url) => <img class={styles.banner} src={url()} alt="" />}
              </Show>
              <div class={styles.target}>
                <Avatar name={targetName(found())} url={iconUrl(found())} size={80} square />
                <h2 class={styles.name} dir="auto">
                  {targetName(found())}
                </h2>
                <p class={styles.detail}>{describeInvite(found())}</p>
                <Show when={descriptionOf(found())}>
                  {(description) => (
                    <p class={styles.description} dir="auto">
                      {description()}
                    </p>
                  )}
                </Show>
              </div>
              <Show
                when={accounts.active()}
                fallback={
                  <>
                    <Button variant="primary" onClick={() => leaveFor("/register")}>
                      {t().auth.register}
                    </Button>
                    <Button onClick={() => leaveFor("/login")}>{t().auth.logIn}</Button>
                  </>
                }
              >
                <Form form={form} submitLabel={t().auth.join}>
                  {undefined}
                </Form>
              </Show>
            </>
          )}
        </Match>
      </Switch>
    </EntryPage>
  );
}

function targetName(invite: InviteResponse): string {
  return invite.type === "Server" ? invite.server_name : invite.channel_name;
}

function iconUrl(invite: InviteResponse): string | undefined {
  const icon = invite.type === "Server" ? invite.server_icon : undefined;
  return icon && fileUrl(addresses, icon);
}

function bannerUrl(invite: InviteResponse): string | undefined {
  const banner = invite.type === "Server" ? invite.server_banner : undefined;
  return banner && fileUrl(addresses, banner);
}

function descriptionOf(invite: InviteResponse): string | undefined {
  return invite.type === "Server" ? invite.server_description : undefined;
}

function describeInvite(invite: InviteResponse): string {
  const by = t().auth.invitedBy(invite.user_name);
  return invite.type === "Server" ? `${by} · ${t().auth.memberCount(invite.member_count)}` : by;
}
