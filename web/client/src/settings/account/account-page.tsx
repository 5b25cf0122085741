import { useNavigate } from "@solidjs/router";
import { Button } from "@ui/button.tsx";
import { IconButton } from "@ui/icon-button.tsx";
import { Eye, EyeOff } from "@ui/icons.ts";
import { notify } from "@ui/toasts.tsx";
import { createSignal, Show } from "solid-js";
import { KnownAccounts } from "../../auth/known-accounts.tsx";
import { logOut } from "../../auth/log-in.ts";
import { hasPasswords } from "../../auth/providers.tsx";
import { attempt } from "../../components/attempt.ts";
import { openDialog } from "../../components/dialogs.tsx";
import { t } from "../../i18n/i18n.ts";
import { accounts } from "../../session/accounts.ts";
import { useClient } from "../../session/context.tsx";
import { configuration } from "../../session/server.ts";
import { DangerSection } from "../danger-section.tsx";
import { Loaded, Row } from "../list.tsx";
import styles from "../page.module.css";
import { type AccountSection, useAccountOverview } from "./account-overview.ts";
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
  const [overview, { refetch }] = useAccountOverview();
  const changed = () => void refetch();
  return (
    <div class={styles.page}>
      <LoginSection overview={overview} refetch={changed} />
      <IdentitiesSection overview={overview} refetch={changed} />
      <DeviceSection />
      <LeaveSection />
    </div>
  );
}

function LoginSection(props: AccountSection) {
  const client = useClient();
  const [isShown, setShown] = createSignal(false);
  return (
    <Loaded resource={props.overview} onRetry={props.refetch}>
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
            detail={<Address email={isShown() ? found().account.email : maskEmail(found().account.email)} />}
          >
            <IconButton
              icon={isShown() ? EyeOff : Eye}
              label={isShown() ? t().account.hideEmail : t().account.showEmail}
              onClick={() => setShown(!isShown())}
            />
            <Button
              aria-label={t().account.changeEmail}
              onClick={() =>
                openDialog(ChangeEmailDialog, {
                  hasPassword: found().mfa.has_password,
                  onChanged: props.refetch,
                })
              }
            >
              {t().account.change}
            </Button>
          </Row>
          <Show
            when={found().mfa.has_password}
            fallback={
              <Show when={hasPasswords()}>
                <Row isWrapping title={t().account.password} detail={t().account.noPassword}>
                  <Button
                    aria-label={t().account.setPassword}
                    onClick={() => openDialog(SetPasswordDialog, { onChanged: props.refetch })}
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
  const client = useClient();
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
