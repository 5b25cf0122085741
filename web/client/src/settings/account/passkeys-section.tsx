import { Button } from "@ui/button.tsx";
import { IconButton } from "@ui/icon-button.tsx";
import { Fingerprint, Pencil, Trash } from "@ui/icons.ts";
import { notify } from "@ui/toasts.tsx";
import { For, Show } from "solid-js";
import type { Passkey, Passkeys } from "../../../../protocol/types.ts";
import { openDialog } from "../../components/dialogs.tsx";
import { t } from "../../i18n/i18n.ts";
import { useClient } from "../../session/context.tsx";
import { longDate } from "../../users/dates.ts";
import { Row } from "../list.tsx";
import styles from "../page.module.css";
import { CreatePasskeyDialog, RenamePasskeyDialog } from "./passkey-dialogs.tsx";
import { askForTicket, withTicket } from "./proof.tsx";

/** The passkeys of the account. `onChanged` gets the recovery codes that a change has made. */
export function PasskeysSection(props: {
  readonly found: Passkeys;
  readonly onChanged: (codes: readonly string[]) => void;
}) {
  const client = useClient();
  const changed = (codes: readonly string[] = []) => props.onChanged(codes);
  const add = ({ second_factor }: Passkeys) =>
    askForTicket({
      async perform(ticket) {
        const beginning = await client.api.post("/auth/passkeys/begin", undefined, withTicket(ticket));
        openDialog(CreatePasskeyDialog, { beginning, isRequired: second_factor, onCreated: changed });
      },
    });
  const remove = ({ _id, name }: Passkey, isLast: boolean) =>
    askForTicket({
      title: t().passkeys.removeNamed(name),
      description: isLast ? t().passkeys.removeLastHint : t().passkeys.removeHint,
      action: t().passkeys.remove,
      isDanger: true,
      async perform(ticket) {
        await client.api.delete(`/auth/passkeys/${_id}`, undefined, withTicket(ticket));
        notify(t().passkeys.removed(name));
        changed();
      },
    });
  const setRequired = (enabled: boolean) =>
    askForTicket({
      title: enabled ? t().passkeys.require : t().passkeys.stopRequiring,
      description: enabled ? t().passkeys.requireHint : t().secondFactor.turnOffHint,
      isDanger: !enabled,
      async perform(ticket) {
        const { recovery_codes } = await client.api.put(
          "/auth/passkeys/second_factor",
          { enabled },
          withTicket(ticket),
        );
        changed(recovery_codes);
      },
    });
  const detailOf = ({ created_at, last_used_at }: Passkey) =>
    last_used_at
      ? t().passkeys.used(longDate(new Date(last_used_at)))
      : t().passkeys.added(longDate(new Date(created_at)));
  return (
    <section class={`${styles.section} ${styles.card}`}>
      <h2 class={styles.heading}>{t().passkeys.heading}</h2>
      <p class={styles.hint}>{t().passkeys.hint}</p>
      <Show when={props.found.passkeys.length > 0}>
        <ul class={styles.list} aria-label={t().passkeys.heading}>
          <For each={props.found.passkeys}>
            {(passkey) => (
              <Row
                icon={<Fingerprint size={18} strokeWidth={1.75} aria-hidden="true" />}
                title={passkey.name}
                detail={detailOf(passkey)}
              >
                <IconButton
                  icon={Pencil}
                  label={t().passkeys.renameNamed(passkey.name)}
                  onClick={() => openDialog(RenamePasskeyDialog, { passkey, onRenamed: changed })}
                />
                <IconButton
                  icon={Trash}
                  label={t().passkeys.removeNamed(passkey.name)}
                  onClick={() =>
                    remove(passkey, props.found.passkeys.length === 1 && props.found.second_factor)
                  }
                />
              </Row>
            )}
          </For>
        </ul>
        <p class={styles.hint}>
          {props.found.second_factor ? t().passkeys.isRequired : t().passkeys.isOptional}
        </p>
      </Show>
      <div class={styles.actions}>
        <Button onClick={() => add(props.found)}>{t().passkeys.add}</Button>
        <Show when={props.found.passkeys.length > 0}>
          <Button onClick={() => setRequired(!props.found.second_factor)}>
            {props.found.second_factor ? t().passkeys.stopRequiring : t().passkeys.require}
          </Button>
        </Show>
      </div>
    </section>
  );
}
