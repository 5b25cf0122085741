import { useNavigate } from "@solidjs/router";
import { Button } from "@ui/button.tsx";
import { IconButton } from "@ui/icon-button.tsx";
import { Eye, EyeOff } from "@ui/icons.ts";
import { notify } from "@ui/toasts.tsx";
import { createResource, createSignal } from "solid-js";
import { KnownAccounts } from "../../auth/known-accounts.tsx";
import { logOut } from "../../auth/log-in.ts";
import { attempt } from "../../components/attempt.ts";
import { openDialog } from "../../components/dialogs.tsx";
import { t } from "../../i18n/i18n.ts";
import { accounts } from "../../session/accounts.ts";
import { useConnection } from "../../session/context.tsx";
import { configuration } from "../../session/server.ts";
import { DangerSection } from "../danger-section.tsx";
import { Loaded, Row } from "../list.tsx";
import styles from "../page.module.css";
import { ChangeEmailDialog, ChangePasswordDialog, ChangeUsernameDialog } from "./change-dialogs.tsx";
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
  const [isShown, setShown] = createSignal(false);
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
            detail={isShown() ? found().email : maskEmail(found().email)}
          >
            <IconButton
              icon={isShown() ? EyeOff : Eye}
              label={isShown() ? t().account.hideEmail : t().account.showEmail}
              onClick={() => setShown(!isShown())}
            />
            <Button
              aria-label={t().account.changeEmail}
              onClick={() => openDialog(ChangeEmailDialog, { onChanged: () => void refetch() })}
            >
              {t().account.change}
            </Button>
          </Row>
          <Row isWrapping title={t().account.password} detail={t().account.passwordHint}>
            <Button
              aria-label={t().account.changePassword}
              onClick={() => openDialog(ChangePasswordDialog, {})}
            >
              {t().account.change}
            </Button>
          </Row>
        </ul>
      )}
    </Loaded>
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
