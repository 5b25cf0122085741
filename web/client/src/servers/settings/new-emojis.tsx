import { Button } from "@ui/button.tsx";
import { IconButton } from "@ui/icon-button.tsx";
import { X } from "@ui/icons.ts";
import { TextField } from "@ui/text-field.tsx";
import { createSignal, For, onCleanup, Show } from "solid-js";
import { describeError, t } from "../../i18n/i18n.ts";
import type { Server } from "../../model/server.ts";
import { useClient } from "../../session/context.tsx";
import { upload } from "../../session/upload.ts";
import styles from "../../settings/page.module.css";
import { PauseNotice } from "../../settings/pause-notice.tsx";
import own from "./emoji-page.module.css";

/** An image that is chosen and not an emoji yet. */
function createDraft(file: File) {
  const [name, setName] = createSignal(nameFrom(file.name));
  const [progress, setProgress] = createSignal<number>();
  const [error, setError] = createSignal<string>();
  const isReady = () => /^[a-z0-9_]{1,32}$/.test(name());
  return {
    file,
    url: URL.createObjectURL(file),
    name,
    setName,
    progress,
    setProgress,
    error,
    setError,
    isReady,
  };
}

type Draft = ReturnType<typeof createDraft>;

/** Makes emoji of images, several at once. What fails stays, with the reason, and can be tried again. */
export function NewEmojis(props: { readonly server: Server }) {
  const client = useClient();
  const [drafts, setDrafts] = createSignal<readonly Draft[]>([]);
  const [isBusy, setBusy] = createSignal(false);
  let input: HTMLInputElement | undefined;
  const remove = (draft: Draft) => {
    URL.revokeObjectURL(draft.url);
    setDrafts((all) => all.filter((other) => other !== draft));
  };
  onCleanup(() => drafts().forEach(remove));

  async function add(draft: Draft): Promise<void> {
    draft.setError(undefined);
    draft.setProgress(0);
    try {
      const id = await upload(client, "emojis", draft.file, { onProgress: draft.setProgress });
      const parent = { type: "Server", id: props.server.id } as const;
      await client.api.put(`/custom/emoji/${id}`, { name: draft.name(), parent });
      remove(draft);
    } catch (thrown) {
      draft.setError(describeError(thrown));
    } finally {
      draft.setProgress(undefined);
    }
  }

  async function addAll(event: SubmitEvent): Promise<void> {
    event.preventDefault();
    setBusy(true);
    for (const draft of drafts()) if (draft.isReady()) await add(draft);
    setBusy(false);
  }

  return (
    <form class={styles.section} onSubmit={(event) => void addAll(event)}>
      <p class={styles.hint}>{t().emojiSettings.imageHint}</p>
      <input
        ref={input}
        class="visually-hidden"
        type="file"
        accept="image/*"
        multiple
        aria-label={t().emojiSettings.images}
        tabindex="-1"
        onChange={(event) => {
          const files = [...(event.currentTarget.files ?? [])];
          event.currentTarget.value = "";
          setDrafts((all) => [...all, ...files.map(createDraft)]);
        }}
      />
      <Show when={drafts().length > 0}>
        <ul class={styles.list} aria-label={t().emojiSettings.images}>
          <For each={drafts()}>
            {(draft) => (
              <li class={styles.row}>
                <img class={own.emoji} src={draft.url} alt="" width="32" height="32" />
                <div class={styles.grow}>
                  <TextField
                    label={t().emojiSettings.nameOf(draft.file.name)}
                    hint={t().emojiSettings.nameHint}
                    error={draft.error()}
                    value={draft.name()}
                    onChange={(name) => draft.setName(name.toLowerCase())}
                    maxlength={32}
                    pattern="[a-z0-9_]+"
                    required
                  />
                  <Show when={draft.progress() !== undefined}>
                    <progress
                      class={own.progress}
                      aria-label={t().emojiSettings.uploading(draft.file.name)}
                      value={draft.progress()}
                      max="1"
                    />
                  </Show>
                </div>
                <IconButton
                  icon={X}
                  label={t().emojiSettings.leaveOut(draft.file.name)}
                  disabled={isBusy()}
                  onClick={() => remove(draft)}
                />
              </li>
            )}
          </For>
        </ul>
      </Show>
      <div class={styles.actions}>
        <Show when={isBusy()}>
          <PauseNotice />
        </Show>
        <Button disabled={isBusy()} onClick={() => input?.click()}>
          {t().emojiSettings.choose}
        </Button>
        <Show when={drafts().length > 0}>
          <Button
            type="submit"
            variant="primary"
            busy={isBusy()}
            disabled={!drafts().every((draft) => draft.isReady())}
          >
            {t().emojiSettings.add(drafts().length)}
          </Button>
        </Show>
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
