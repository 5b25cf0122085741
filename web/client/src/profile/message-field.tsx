import { createField } from "@ui/create-field.ts";
import { IconButton } from "@ui/icon-button.tsx";
import { MessageSquare } from "@ui/icons.ts";
import { createBusy } from "../components/attempt.ts";
import { goTo } from "../components/navigation.ts";
import { outboxOf } from "../drafts/outbox.ts";
import { t } from "../i18n/i18n.ts";
import type { User } from "../model/user.ts";
import { useClient } from "../session/context.tsx";
import { conversationWith } from "../users/person-actions.ts";
import styles from "./profile.module.css";

/** Writes to a person from their card. The conversation opens, with the message on its way if there is one. */
export function MessageField(props: { readonly user: User; readonly onClose: () => void }) {
  const client = useClient();
  const text = createField("");
  const [isBusy, run] = createBusy();
  const send = () =>
    run(async () => {
      const channelId = await conversationWith(client, props.user);
      const content = text.value.trim();
      if (content) outboxOf(client).send({ channelId, content, replies: [], attachments: [] });
      props.onClose();
      goTo(client, `/channel/${channelId}`);
    });
  const label = () => t().people.messageTo(props.user.displayName);
  return (
    <form
      class={styles.messageField}
      onSubmit={(event) => {
        event.preventDefault();
        if (!isBusy()) void send();
      }}
    >
      <input
        class={styles.field}
        type="text"
        autocomplete="off"
        dir="auto"
        maxlength={2000}
        aria-label={label()}
        placeholder={label()}
        value={text.value}
        onInput={(event) => text.onChange(event.currentTarget.value)}
      />
      <IconButton icon={MessageSquare} label={t().people.message} onClick={() => isBusy() || void send()} />
    </form>
  );
}
