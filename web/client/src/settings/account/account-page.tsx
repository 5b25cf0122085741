import { useNavigate } from "@solidjs/router";
import { Button } from "@ui/button.tsx";
import { IconButton } from "@ui/icon-button.tsx";
import { Eye, EyeOff } from "@ui/icons.ts";
import { notify } from "@ui/toasts.tsx";
import { createResource, createSignal, Show } from "solid-js";
import { KnownAccounts } from "../../auth/known-accounts.tsx";
import { logOut } from "../../auth/log-in.ts";
import { hasPasswords } from "../../auth/providers.tsx";
import { attempt } from "../../components/attempt.ts";
import { openDialog } from "../../components/dialogs.tsx";
import { t } from "../../i18n/i18n.ts";
import { accounts } from "../../session/accounts.ts";
import { useConnection } from "../../session/context.tsx";
import { configuration } from "../../session/server.ts";
import { DangerSection } from "../danger-section.tsx";
import { Loaded, Row } from "../list.tsx";
import styles from "../page.module.css";
import {
  ChangeEmailDialog,
  ChangePasswordDialog,
  ChangeUsernameDialog,
  SetPasswordDialog,
} from "./change-dialogs.tsx";
import { IdentitiesSection } from "./identities-section.tsx";
import { maskEmail } from "./mask-email.ts";
import { askForTicket, withTicket } from "./proof.tsx";

/** With what the user logs in, on which accounts of this device, and the ways out. */
export default function AccountPage() {
  return (
    <div class={styles.page}>
      <LoginSection />
      <IdentitiesSection />
      <DeviceSection />
      <LeaveSection />
    </div>
  );
}

function LoginSection() {
  const { client, generation } = useConnection();
  const [account, { refetch }] = createResource(generation, () => client.api.get("/auth/account"));
  const [status, { refetch: refetchStatus }] = createResource(generation, () => client.api.get("/auth/mfa"));
  const [isShown, setShown] = createSignal(false);
  // Only its state is read before it is ready: nothing of the page waits for it. Other servers do not tell.
  const hasPassword = () => status.state !== "ready" || status().has_password !== false;
  return (
    <Loaded resource={account} onRetry={() => void refetch()}>
      {(found) => (
        <ul class={styles.list}>
          <Row
            isWrapping
            title={t().account.username}
            detail={`${client.user?.username}#${client.user?.discriminator}`}
          >
            <Button
              aria-label={t().account.changeUsername}
              onClick={() => openDialog(ChangeUsernameDialog, {})}
            >
              {t().account.change}
            </Button>
          </Row>
          <Row
            isWrapping
            title={t().account.email}
            detail={<Address email={isShown() ? found().email : maskEmail(found().email)} />}
          >
            <IconButton
              icon={isShown() ? EyeOff : Eye}
              label={isShown() ? t().account.hideEmail : t().account.showEmail}
              onClick={() => setShown(!isShown())}
            />
            <Button
              aria-label={t().account.changeEmail}
              onClick={() =>
                openDialog(ChangeEmailDialog, { hasPassword: hasPassword(), onChanged: () => void refetch() })
              }
            >
              {t().account.change}
            </Button>
          </Row>
          <Show
            when={hasPassword()}
            fallback={
              <Show when={hasPasswords()}>
                <Row isWrapping title={t().account.password} detail={t().account.noPassword}>
                  <Button
                    aria-label={t().account.setPassword}
                    onClick={() => openDialog(SetPasswordDialog, { onChanged: () => void refetchStatus() })}
                  >
                    {t().account.setPasswordShort}
                  </Button>
                </Row>
              </Show>
            }
          >
            <Row isWrapping title={t().account.password} detail={t().account.passwordHint}>
              <Button
                aria-label={t().account.changePassword}
                onClick={() => openDialog(ChangePasswordDialog, {})}
              >
                {t().account.change}
              </Button>
            </Row>
          </Show>
        </ul>
      )}
    </Loaded>
  );
}

/** An address that is too long for its line breaks before the host. */
function Address(props: { readonly email: string }) {
  return (
    <>
      {props.email.replace(/@.*/, "")}
      <wbr />
      {/@.*/.exec(props.email)?.[0]}
    </>
  );
}

function DeviceSection() {
  const navigate = useNavigate();
  async function leave(): Promise<void> {
    const account = accounts.active();
    if (account) await attempt(() => logOut(account));
  }
  return (
    <section class={styles.section}>
      <h2 class={styles.heading}>{t().auth.knownAccounts}</h2>
      <KnownAccounts onChosen={() => navigate("/")} />
      <div class={styles.actions}>
        <Button onClick={() => navigate("/login")}>{t().account.addAccount}</Button>
        <Button onClick={() => void leave()}>{t().account.logOut}</Button>
      </div>
    </section>
  );
}

function LeaveSection() {
  const { client } = useConnection();
  /** The server has ended all sessions: this device is no longer logged in. */
  function forget(): void {
    const userId = client.user?.id;
    if (userId) accounts.remove(userId);
  }
  const disable = () =>
    askForTicket({
      title: t().account.disable,
      description: t().account.disableHint,
      action: t().account.disable,
      isDanger: true,
      async perform(ticket) {
        await client.api.post("/auth/account/disable", undefined, withTicket(ticket));
        notify(t().account.disabled);
        forget();
      },
    });
  const remove = () =>
    askForTicket({
      title: t().account.delete,
      description: t().account.deleteHint,
      action: t().account.delete,
      isDanger: true,
      async perform(ticket) {
        await client.api.post("/auth/account/delete", undefined, withTicket(ticket));
        const isMailed = configuration()?.features.email;
        notify(isMailed ? t().account.deleteMailed : t().auth.deletionScheduled);
        if (!isMailed) forget();
      },
    });
  return (
    <>
      <DangerSection title={t().account.disable} hint={t().account.disableHint} isPlain onClick={disable} />
      <DangerSection title={t().account.delete} hint={t().account.deleteHint} onClick={remove} />
    </>
  );
}
