import { Button } from "@ui/button.tsx";
import { IconButton } from "@ui/icon-button.tsx";
import { Smile, Trash } from "@ui/icons.ts";
import { EmptyState } from "@ui/state.tsx";
import { TextField } from "@ui/text-field.tsx";
import { createSignal, For, Show } from "solid-js";
import { openDialog } from "../../components/dialogs.tsx";
import { ConfirmDialog } from "../../components/form-dialog.tsx";
import { describeError } from "../../i18n/describe-error.ts";
import { t } from "../../i18n/i18n.ts";
import type { Server } from "../../model/server.ts";
import { useClient } from "../../session/context.tsx";
import { upload } from "../../session/upload.ts";
import { ImageField } from "../../settings/image-field.tsx";
import styles from "../../settings/page.module.css";
import own from "./emoji-page.module.css";

/** The emoji of a server. */
export default function EmojiPage(props: { readonly server: Server }) {
  const client = useClient();
  const emojis = () => props.server.emojis.toSorted((a, b) => a.name.localeCompare(b.name));
  return (
    <div class={styles.page}>
      <NewEmoji server={props.server} />
      <section class={styles.section}>
        <Show
          when={emojis().length > 0}
          fallback={
            <EmptyState icon={Smile} title={t().emojiSettings.none}>
              {t().emojiSettings.noneHint}
            </EmptyState>
          }
        >
          <h2 class={styles.heading}>{t().emojiSettings.count(emojis().length)}</h2>
          <ul class={styles.list}>
            <For each={emojis()}>
              {(emoji) => (
                <li class={styles.row}>
                  <img class={own.emoji} src={emoji.url} alt="" loading="lazy" width="32" height="32" />
                  <div class={styles.rowText}>
                    <span class={`${styles.rowTitle} ${styles.code}`}>:{emoji.name}:</span>
                    <span class={styles.rowDetail} dir="auto">
                      {t().emojiSettings.by(emoji.creator?.displayName ?? t().servers.somebody)}
                    </span>
                  </div>
                  <IconButton
                    icon={Trash}
                    label={t().emojiSettings.delete(emoji.name)}
                    onClick={() =>
                      openDialog((close) => (
                        <ConfirmDialog
                          title={t().emojiSettings.delete(emoji.name)}
                          description={t().emojiSettings.deleteHint}
                          action={t().common.delete}
                          onConfirm={async () => {
                            await client.api.delete(`/custom/emoji/${emoji.id}`);
                          }}
                          onClose={close}
                        />
                      ))
                    }
                  />
                </li>
              )}
            </For>
          </ul>
        </Show>
      </section>
    </div>
  );
}

function NewEmoji(props: { readonly server: Server }) {
  const client = useClient();
  const [file, setFile] = createSignal<File>();
  const [name, setName] = createSignal("");
  const [progress, setProgress] = createSignal<number>();
  const [error, setError] = createSignal<string>();
  const isReady = () => file() !== undefined && /^[a-z0-9_]{1,32}$/.test(name());

  async function add(event: SubmitEvent): Promise<void> {
    event.preventDefault();
    const chosen = file();
    if (!chosen || !isReady()) return;
    setError(undefined);
    setProgress(0);
    try {
      const id = await upload(client, "emojis", chosen, { onProgress: setProgress });
      const parent = { type: "Server", id: props.server.id } as const;
      await client.api.put(`/custom/emoji/${id}`, { name: name(), parent });
      setFile(undefined);
      setName("");
    } catch (thrown) {
      setError(describeError(thrown));
    } finally {
      setProgress(undefined);
    }
  }

  return (
    <form class={styles.section} onSubmit={(event) => void add(event)}>
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
      <Show when={error()}>
        <p role="alert" class={styles.error}>
          {error()}
        </p>
      </Show>
      <div class={styles.actions}>
        <Button type="submit" variant="primary" busy={progress() !== undefined} disabled={!isReady()}>
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
