import { IconButton } from "@ui/icon-button.tsx";
import { Pencil, Smile, Trash } from "@ui/icons.ts";
import { Show } from "solid-js";
import { openConfirm } from "../../components/dialogs.tsx";
import { openTextDialog } from "../../components/text-dialog.tsx";
import { t } from "../../i18n/i18n.ts";
import type { Emoji } from "../../model/emoji.ts";
import type { Server } from "../../model/server.ts";
import { useClient } from "../../session/context.tsx";
import { Row, RowList } from "../../settings/list.tsx";
import styles from "../../settings/page.module.css";
import own from "./emoji-page.module.css";
import { NewEmojis } from "./new-emojis.tsx";

/** The emoji of a server. */
export default function EmojiPage(props: { readonly server: Server }) {
  const client = useClient();
  const emojis = () => props.server.emojis.toSorted((a, b) => a.name.localeCompare(b.name));
  const rename = ({ id, name }: Emoji) =>
    openTextDialog({
      title: t().emojiSettings.rename(name),
      action: t().common.save,
      label: t().emojiSettings.name,
      hint: t().emojiSettings.nameHint,
      value: name,
      pattern: "[a-z0-9_]+",
      maxlength: 32,
      onSubmit: (newName) => client.api.patch(`/custom/emoji/${id}`, { name: newName }),
    });
  const remove = ({ id, name }: Emoji) =>
    openConfirm({
      title: t().emojiSettings.delete(name),
      description: t().emojiSettings.deleteHint,
      action: t().common.delete,
      onConfirm: () => client.api.delete(`/custom/emoji/${id}`),
    });
  return (
    <div class={styles.page}>
      <NewEmojis server={props.server} />
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
                icon={Pencil}
                label={t().emojiSettings.rename(emoji.name)}
                onClick={() => rename(emoji)}
              />
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
