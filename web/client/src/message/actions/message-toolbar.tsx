import iconButton from "@ui/icon-button.module.css";
import { IconButton } from "@ui/icon-button.tsx";
import { Pencil, Reply, SmilePlus, Trash } from "@ui/icons.ts";
import { DropdownMenu, MoreMenu } from "@ui/menu.tsx";
import { createMemo, Show } from "solid-js";
import { EmojiPopover } from "../../emoji/emoji-popover.tsx";
import { t } from "../../i18n/i18n.ts";
import type { Message } from "../../model/message.ts";
import { useMessageList } from "../list-context.ts";
import { actionsOf } from "./message-actions.ts";
import { messageMenu, reactionEntries } from "./message-menu.tsx";
import styles from "./message-toolbar.module.css";

/** The actions at the edge of the row under the pointer. */
export function MessageToolbar(props: { readonly message: Message }) {
  const list = useMessageList();
  const actions = createMemo(() => actionsOf(list, props.message));
  return (
    <div class={styles.toolbar} role="toolbar" aria-label={t().messages.actions}>
      <Show when={actions().react}>
        {(react) => (
          <Show
            when={actions().allowedReactions}
            fallback={
              <EmojiPopover
                class={iconButton.button}
                label={t().messages.react}
                onPick={(emoji) => react()(emoji)}
                onOpenChange={list.keepActing}
              >
                <SmilePlus size={18} strokeWidth={1.75} aria-hidden="true" />
              </EmojiPopover>
            }
          >
            <DropdownMenu
              class={iconButton.button}
              label={t().messages.react}
              entries={() => reactionEntries(list, actions())}
              onOpenChange={list.keepActing}
            >
              <SmilePlus size={18} strokeWidth={1.75} aria-hidden="true" />
            </DropdownMenu>
          </Show>
        )}
      </Show>
      <Show when={actions().reply}>
        {(reply) => (
          <IconButton
            icon={Reply}
            label={t().messages.reply}
            keys="R"
            onClick={(event) => reply()(!event.shiftKey)}
          />
        )}
      </Show>
      <Show when={actions().edit}>
        {(edit) => <IconButton icon={Pencil} label={t().messages.edit} keys="E" onClick={() => edit()()} />}
      </Show>
      <Show when={actions().remove}>
        {(remove) => (
          <IconButton
            icon={Trash}
            label={t().common.delete}
            keys="Del"
            onClick={(event) => remove()(event.shiftKey)}
          />
        )}
      </Show>
      <MoreMenu
        label={t().messages.more}
        entries={() => messageMenu(list, props.message)}
        onOpenChange={list.keepActing}
      />
    </div>
  );
}
