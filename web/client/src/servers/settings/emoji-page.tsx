import { Button } from "@ui/button.tsx";
import { FormError } from "@ui/form-error.tsx";
import { IconButton } from "@ui/icon-button.tsx";
import { Smile, Trash } from "@ui/icons.ts";
import { TextField } from "@ui/text-field.tsx";
import { createSignal, Show } from "solid-js";
import { createForm } from "../../components/create-form.ts";
import { openConfirm } from "../../components/dialogs.tsx";
import { t } from "../../i18n/i18n.ts";
import type { Emoji } from "../../model/emoji.ts";
import type { Server } from "../../model/server.ts";
import { useClient } from "../../session/context.tsx";
import { upload } from "../../session/upload.ts";
import { ImageField } from "../../settings/image-field.tsx";
import { Row, RowList } from "../../settings/list.tsx";
import styles from "../../settings/page.module.css";
import own from "./emoji-page.module.css";

/** The emoji of a server. */
export default function EmojiPage(props: { readonly server: Server }) {
  const client = useClient();
  const emojis = () => props.server.emojis.toSorted((a, b) => a.name.localeCompare(b.name));
  const remove = ({ id, name }: Emoji) =>
    openConfirm({
      title: t().emojiSettings.delete(name),
      description: t().emojiSettings.deleteHint,
      action: t().common.delete,
      onConfirm: () => client.api.delete(`/custom/emoji/${id}`),
    });
  return (
    <div class={styles.page}>
      <NewEmoji server={props.server} />
      <section class={styles.section}>
        <Show when={emojis().length > 0}>
          <h2 class={styles.heading}>{t().emojiSettings.count(emojis().length)}</h2>
        </Show>
        <RowList
          each={emojis()}
          icon={Smile}
          none={t().emojiSettings.none}
          noneHint={t().emojiSettings.noneHint}
        >
          {(emoji) => (
            <Row
              icon={<img class={own.emoji} src={emoji.url} alt="" loading="lazy" width="32" height="32" />}
              title={`:${emoji.name}:`}
              isCode
              detail={t().emojiSettings.by(emoji.creator?.displayName ?? t().servers.somebody)}
            >
              <IconButton
                icon={Trash}
                label={t().emojiSettings.delete(emoji.name)}
                onClick={() => remove(emoji)}
              />
            </Row>
          )}
        </RowList>
      </section>
    </div>
  );
}

function NewEmoji(props: { readonly server: Server }) {
  const client = useClient();
  const [file, setFile] = createSignal<File>();
  const [name, setName] = createSignal("");
  const [progress, setProgress] = createSignal<number>();
  const isReady = () => file() !== undefined && /^[a-z0-9_]{1,32}$/.test(name());
  const form = createForm(async () => {
    const chosen = file();
    if (!chosen || !isReady()) return;
    try {
      const id = await upload(client, "emojis", chosen, { onProgress: setProgress });
      const parent = { type: "Server", id: props.server.id } as const;
      await client.api.put(`/custom/emoji/${id}`, { name: name(), parent });
      setFile(undefined);
      setName("");
    } finally {
      setProgress(undefined);
    }
  });

  return (
    <form class={styles.section} onSubmit={form.onSubmit}>
      <ImageField
        label={t().emojiSettings.image}
        hint={t().emojiSettings.imageHint}
        url={undefined}
        value={file()}
        shape="square"
        onChange={(change) => {
          if (!(change instanceof File)) return setFile(undefined);
          setFile(change);
          if (name() === "") setName(nameFrom(change.name));
        }}
      />
      <div class={styles.actions}>
        <div class={styles.grow}>
          <TextField
            label={t().emojiSettings.name}
            hint={t().emojiSettings.nameHint}
            value={name()}
            onChange={(value) => setName(value.toLowerCase())}
            maxlength={32}
            pattern="[a-z0-9_]+"
          />
        </div>
      </div>
      <Show when={progress() !== undefined}>
        <progress aria-label={t().emojiSettings.uploading} value={progress()} max="1" />
      </Show>
      <FormError error={form.error()} class={styles.error} />
      <div class={styles.actions}>
        <Button type="submit" variant="primary" busy={form.isBusy()} disabled={!isReady()}>
          {t().emojiSettings.add}
        </Button>
      </div>
    </form>
  );
}

/** What of a file's name can be the name of an emoji. */
function nameFrom(fileName: string): string {
  return fileName
    .replace(/\.[^.]*$/, "")
    .toLowerCase()
    .replace(/[^a-z0-9_]+/g, "_")
    .replace(/^_+|_+$/g, "")
    .slice(0, 32);
}
