import { A, useNavigate } from "@solidjs/router";
import { Button } from "@ui/button.tsx";
import { Switch } from "@ui/switch.tsx";
import { TextField } from "@ui/text-field.tsx";
import { createSignal } from "solid-js";
import { copyText } from "../../components/attempt.ts";
import { openConfirm } from "../../components/dialogs.tsx";
import { t } from "../../i18n/i18n.ts";
import { useClient } from "../../session/context.tsx";
import { imageChanges } from "../change-image.ts";
import { DangerSection } from "../danger-section.tsx";
import { createDraft } from "../draft.ts";
import { type ImageChange, ImageField } from "../image-field.tsx";
import styles from "../page.module.css";
import { SaveBar } from "../save-bar.tsx";
import { BotInvite } from "./bot-invite.tsx";
import type { OwnBot } from "./bots.ts";

interface BotDraft {
  readonly name: string;
  readonly isPublic: boolean;
  readonly interactionsUrl: string;
  readonly avatar: ImageChange;
}

/** Everything about one bot. */
export function BotEditor(props: { readonly bot: OwnBot; readonly onChanged: () => Promise<void> }) {
  const client = useClient();
  const navigate = useNavigate();
  const path = () => `/bots/${props.bot.id}` as const;
  const draft = createDraft<BotDraft>(() => ({
    name: props.bot.name,
    isPublic: props.bot.isPublic,
    interactionsUrl: props.bot.interactionsUrl,
    avatar: undefined,
  }));

  async function save(): Promise<void> {
    const { avatar, name, isPublic, interactionsUrl } = draft.changes();
    const images = await imageChanges(client, [
      { change: avatar, tag: "avatars", field: "avatar", remove: "Avatar" },
    ]);
    if (avatar) await client.api.patch(`/users/${props.bot.id}`, { ...images.fields, remove: images.remove });
    if (name !== undefined || isPublic !== undefined || interactionsUrl !== undefined) {
      await client.api.patch(path(), {
        ...(name !== undefined && { name: name.trim() }),
        ...(isPublic !== undefined && { public: isPublic }),
        ...(interactionsUrl?.trim() && { interactions_url: interactionsUrl.trim() }),
        remove: interactionsUrl?.trim() === "" ? ["InteractionsURL"] : [],
      });
    }
    await props.onChanged();
  }

  const remove = () =>
    openConfirm({
      title: t().bots.deleteTitle(props.bot.name),
      description: t().bots.deleteHint,
      action: t().bots.delete,
      onConfirm: async () => {
        await client.api.delete(path());
        navigate("/settings/bots");
        await props.onChanged();
      },
    });

  return (
    <>
      <p>
        <A href="/settings/bots">{t().bots.all}</A>
      </p>
      <section class={styles.section}>
        <h2 class={styles.heading} dir="auto">
          {props.bot.name}
        </h2>
        <TextField
          label={t().bots.name}
          hint={t().bots.nameHint}
          {...draft.field("name")}
          required
          minlength={2}
          maxlength={32}
        />
        <ImageField
          label={t().bots.avatar}
          url={props.bot.avatarUrl}
          shape="square"
          {...draft.field("avatar")}
        />
        <TextField
          label={t().bots.interactions}
          type="url"
          {...draft.field("interactionsUrl")}
          maxlength={2048}
        />
        <Switch label={t().bots.public} hint={t().bots.publicHint} {...draft.field("isPublic")} />
      </section>
      <BotToken bot={props.bot} onChanged={props.onChanged} />
      <BotInvite bot={props.bot} />
      <DangerSection title={t().bots.delete} hint={t().bots.deleteHint} onClick={remove} />
      <SaveBar draft={draft} isValid={draft.get("name").trim().length >= 2} onSave={save} />
    </>
  );
}

/** The token with which a program acts as the bot: hidden until it is asked for. */
function BotToken(props: { readonly bot: OwnBot; readonly onChanged: () => Promise<void> }) {
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
