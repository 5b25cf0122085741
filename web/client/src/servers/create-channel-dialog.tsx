import { useNavigate } from "@solidjs/router";
import { createField } from "@ui/create-field.ts";
import { Select } from "@ui/select.tsx";
import { Switch } from "@ui/switch.tsx";
import { TextField } from "@ui/text-field.tsx";
import { createSignal, Show } from "solid-js";
import { FormDialog } from "../components/form-dialog.tsx";
import { t } from "../i18n/i18n.ts";
import type { Server } from "../model/server.ts";
import { useClient } from "../session/context.tsx";
import { moveChannel, ungrouped } from "./channel-layout.ts";
import styles from "./dialogs.module.css";
import { keepsAccess, privacySteps, RoleChoice } from "./private-channel.tsx";
import { saveLayout, serverLayout } from "./server-layout.ts";

export function CreateChannelDialog(props: {
  readonly server: Server;
  readonly categoryId?: string;
  readonly onClose: () => void;
}) {
  const client = useClient();
  const navigate = useNavigate();
  const name = createField("");
  const type = createField<"Text" | "Voice">("Text");
  const categoryId = createField(props.categoryId ?? ungrouped);
  const isPrivate = createField(false);
  const roleIds = createField<readonly string[]>([]);
  /** What a channel that was made still lacks. */
  const [lack, setLack] = createSignal<"privacy" | "category">();
  let madeId: string | undefined;
  /** What is left to do with the channel that was made. */
  const steps: (() => Promise<unknown>)[] = [];
  const mayHide = () => props.server.havePermission("ManagePermissions");
  const isLockedOut = () => isPrivate.value && !keepsAccess(client, props.server, roleIds.value);
  const categories = () => props.server.categories.filter(({ id }) => id !== ungrouped);

  async function make(): Promise<string> {
    const draft = { name: name.value.trim(), type: type.value };
    const channel = await client.api.post(`/servers/${props.server.id}/channels`, draft);
    client.change((state) => {
      state.channels[channel._id] ??= channel;
    });
    if (isPrivate.value)
      steps.push(...privacySteps(client, props.server, { channelId: channel._id, roleIds: roleIds.value }));
    if (categoryId.value !== ungrouped)
      steps.push(() => {
        const layout = moveChannel(serverLayout(props.server), channel._id, { groupId: categoryId.value });
        return saveLayout(client, props.server, layout);
      });
    return channel._id;
  }

  /** A second attempt continues with what the first one has left. */
  async function create(): Promise<void> {
    madeId ??= await make();
    try {
      for (let step = steps[0]; step; step = steps[0]) {
        await step();
        steps.shift();
      }
    } catch (thrown) {
      setLack(steps.length > (categoryId.value === ungrouped ? 0 : 1) ? "privacy" : "category");
      throw thrown;
    }
    navigate(`/server/${props.server.id}/channel/${madeId}`);
  }

  return (
    <FormDialog
      title={t().servers.createChannel}
      action={lack() ? t().common.retry : t().servers.createChannel}
      isReady={name.value.trim() !== "" && !isLockedOut()}
      onSubmit={create}
      onClose={props.onClose}
    >
      <Show when={lack()}>{(what) => <p role="alert">{t().servers.notYet[what()]}</p>}</Show>
      <Show when={!lack()}>
        <TextField label={t().servers.channelName} {...name} required maxlength={32} />
        <Select
          label={t().servers.channelType}
          choices={[
            { value: "Text", label: t().servers.textChannel },
            { value: "Voice", label: t().servers.voiceChannel },
          ]}
          {...type}
        />
        <Select
          label={t().servers.category}
          choices={[
            { value: ungrouped, label: t().servers.noCategory },
            ...categories().map(({ id, title }) => ({ value: id, label: title })),
          ]}
          {...categoryId}
        />
        <Show when={mayHide()}>
          <Switch label={t().servers.private} hint={t().servers.privateHint} {...isPrivate} />
          <Show when={isPrivate.value}>
            <RoleChoice server={props.server} {...roleIds} />
          </Show>
          <Show when={isLockedOut()}>
            <p class={styles.hint}>{t().servers.needsOwnRole}</p>
          </Show>
        </Show>
      </Show>
    </FormDialog>
  );
}
