import { createField } from "@ui/create-field.ts";
import { TextField } from "@ui/text-field.tsx";
import { notify } from "@ui/toasts.tsx";
import { createSignal, Show } from "solid-js";
import { monotonicFactory } from "ulid";
import { channelName } from "../../components/channels.tsx";
import { ChooseList } from "../../components/choose-list.tsx";
import { FormDialog } from "../../components/form-dialog.tsx";
import { goTo } from "../../components/navigation.ts";
import { messageLimits } from "../../composer/limits.ts";
import { t } from "../../i18n/i18n.ts";
import { messagePreview } from "../../markdown/message-preview.ts";
import { nameOf as nameOfFile } from "../../media/stored-file.ts";
import type { Channel } from "../../model/channel.ts";
import { originalUrl } from "../../model/files.ts";
import type { Message } from "../../model/message.ts";
import { readApiError } from "../../session/api-error.ts";
import type { Client } from "../../session/client.ts";
import { useClient } from "../../session/context.tsx";
import { addresses } from "../../session/server.ts";
import { authorOf, nameOrFetch } from "../author.ts";
import styles from "./forward-dialog.module.css";
import { forwardTargets, type Target } from "./forward-targets.tsx";
import { forwardText } from "./forward-text.ts";

/** To how many places a message goes at a time. */
const mostTargets = 5;
const longestComment = 500;
const newNonce = monotonicFactory();

/** Sends a copy of a message to other channels and people. */
export default function ForwardDialog(props: {
  readonly message: Message;
  readonly channel: Channel;
  readonly onClose: () => void;
}) {
  const client = useClient();
  const comment = createField("");
  const [chosen, setChosen] = createSignal<ReadonlySet<string>>(new Set());
  const targets = forwardTargets(client, props.channel);
  // The same for each attempt, so that nothing is sent twice where an answer is lost.
  const nonces = new Map(targets.map(({ id }) => [id, newNonce()]));
  const text = (said: string) => textOf(client, props.message, props.channel, said);

  /** Sends to one place, which is not chosen any more then: if another one fails, this one is done. */
  const sendTo = async (target: Target): Promise<string> => {
    const channelId = await target.channelId();
    await send(client, channelId, text(comment.value.trim()), nonces.get(target.id) ?? "");
    setChosen((all) => new Set([...all].filter((id) => id !== target.id)));
    return channelId;
  };
  const forward = async () => {
    const wanted = targets.filter(({ id }) => chosen().has(id));
    const channelIds: string[] = [];
    for (const target of wanted) channelIds.push(await sendTo(target));
    const path = client.channels.get(channelIds[0] ?? "")?.path;
    notify(t().reading.forwarded(channelIds.length), {
      action:
        path && channelIds.length === 1
          ? { label: t().reading.forwardOpen, onClick: () => goTo(client, path) }
          : undefined,
    });
  };
  return (
    <FormDialog
      title={t().reading.forwardTitle}
      action={t().reading.forwardAction}
      isReady={chosen().size > 0}
      onSubmit={forward}
      onClose={props.onClose}
    >
      <blockquote class={styles.quote} dir="auto">
        {messagePreview(client, props.message) || t().messages.replyAttachment}
      </blockquote>
      <ChooseList
        label={t().reading.forwardTo}
        searchLabel={t().reading.forwardSearch}
        none={t().reading.forwardNowhere}
        choices={targets}
        most={mostTargets}
        chosen={chosen()}
        onChange={setChosen}
      />
      <TextField label={t().reading.forwardComment} {...comment} maxlength={longestComment} />
      <p class={styles.hint}>{t().reading.forwardHint(channelName(props.channel))}</p>
      <Show when={props.channel.mature}>
        <p class={styles.hint}>{t().reading.forwardAdults}</p>
      </Show>
    </FormDialog>
  );
}

async function send(client: Client, channelId: string, content: string, nonce: string): Promise<void> {
  const options = { headers: { "idempotency-key": nonce } };
  try {
    client.receiveSent(await client.api.post(`/channels/${channelId}/messages`, { content }, options));
  } catch (thrown) {
    // An earlier attempt has got through although its answer was lost.
    if (readApiError(thrown).type !== "DuplicateNonce") throw thrown;
  }
}

function textOf(client: Client, message: Message, channel: Channel, comment: string): string {
  const cards = message.embeds.flatMap((embed) =>
    embed.type === "Text" ? [embed.title, embed.description].filter(Boolean) : [],
  );
  const forwarded = {
    content: message.content || cards.join("\n"),
    author: authorOf(message).name,
    link: `${location.origin}${message.path}`,
    files: message.attachments.map((file) => ({
      name: nameOfFile(file),
      url: originalUrl(addresses, file),
    })),
  };
  const names = {
    user: (id: string) => nameOrFetch(client, channel, id),
    role: (id: string) => message.server?.roles.get(id)?.name ?? t().markdown.unknownRole,
  };
  return forwardText(forwarded, comment, names, messageLimits(client).bytes);
}
