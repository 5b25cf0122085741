import { Button } from "@ui/button.tsx";
import { TextField } from "@ui/text-field.tsx";
import { createSignal } from "solid-js";
import { copyText } from "../../components/copy-text.ts";
import { openConfirm } from "../../components/dialogs.tsx";
import { t } from "../../i18n/i18n.ts";
import { useClient } from "../../session/context.tsx";
import styles from "../page.module.css";
import type { OwnBot } from "./bots.ts";

/** The token with which a program acts as the bot: hidden until it is asked for. */
export function BotToken(props: { readonly bot: OwnBot; readonly onChanged: () => Promise<void> }) {
  const client = useClient();
  const [isShown, setShown] = createSignal(false);
  const reset = () =>
    openConfirm({
      title: t().bots.resetTitle(props.bot.name),
      description: t().bots.resetHint,
      action: t().bots.resetToken,
      onConfirm: async () => {
        await client.api.patch(`/bots/${props.bot.id}`, { remove: ["Token"] });
        await props.onChanged();
      },
    });
  return (
    <section class={styles.section}>
      <TextField
        label={t().bots.token}
        hint={t().bots.tokenHint}
        type={isShown() ? "text" : "password"}
        value={props.bot.token}
        readOnly
      />
      <div class={styles.actions}>
        <Button onClick={() => setShown(!isShown())}>
          {isShown() ? t().bots.hideToken : t().bots.showToken}
        </Button>
        <Button onClick={() => void copyText(props.bot.token)}>{t().bots.copyToken}</Button>
        <Button onClick={reset}>{t().bots.resetToken}</Button>
      </div>
    </section>
  );
}
