import { Avatar } from "@ui/avatar.tsx";
import { Button } from "@ui/button.tsx";
import { createField } from "@ui/create-field.ts";
import { TextField } from "@ui/text-field.tsx";
import { createSignal, Show } from "solid-js";
import type { DataEditChannel } from "../../../protocol/types.ts";
import { attempt, createBusy } from "../components/attempt.ts";
import { FormDialog } from "../components/form-dialog.tsx";
import { t } from "../i18n/i18n.ts";
import type { Channel } from "../model/channel.ts";
import { useClient } from "../session/context.tsx";
import { upload } from "../session/upload.ts";
import { peopleWith } from "../users/relations.ts";
import { ChoosePeople } from "./choose-people.tsx";
import { GroupMembers } from "./group-members.tsx";
import styles from "./group-settings.module.css";
import { openLeaveGroup } from "./open-dialogs.tsx";

/** Name, image, description and members of a group. */
export default function GroupSettingsDialog(props: {
  readonly channel: Channel;
  readonly onClose: () => void;
}) {
  const client = useClient();
  const name = createField(props.channel.name ?? "");
  const description = createField(props.channel.description ?? "");
  const [added, setAdded] = createSignal<ReadonlySet<string>>(new Set());
  const mayEdit = () => props.channel.havePermission("ManageChannel");
  const friendsOutside = () =>
    peopleWith(client, "Friend").filter(({ id }) => !props.channel.recipientIds.includes(id));

  const save = async () => {
    const wanted = { name: name.value.trim(), description: description.value.trim() };
    const isChanged =
      wanted.name !== props.channel.name || wanted.description !== (props.channel.description ?? "");
    if (mayEdit() && isChanged) {
      await client.api.patch(
        `/channels/${props.channel.id}`,
        wanted.description ? wanted : { name: wanted.name, remove: ["Description"] },
      );
    }
  };
  const add = async () => {
    await attempt(async () => {
      for (const id of added()) await client.api.put(`/channels/${props.channel.id}/recipients/${id}`);
    });
    setAdded(new Set<string>());
  };

  return (
    <FormDialog
      title={t().people.groupSettings}
      action={t().common.save}
      isReady={name.value.trim() !== ""}
      onClose={props.onClose}
      onSubmit={save}
    >
      <Show when={mayEdit()}>
        <GroupIcon channel={props.channel} />
        <TextField label={t().people.groupName} {...name} required maxlength={32} />
        <TextField label={t().people.groupDescription} {...description} multiline maxlength={1024} />
      </Show>
      <GroupMembers channel={props.channel} />
      <Show when={props.channel.havePermission("InviteOthers") && friendsOutside().length}>
        <ChoosePeople
          label={t().people.addPeople}
          people={friendsOutside()}
          chosen={added()}
          onChange={setAdded}
        />
        <Show when={added().size}>
          <Button onClick={() => void add()}>{t().people.add}</Button>
        </Show>
      </Show>
      <Button
        class={styles.leave}
        onClick={() => {
          props.onClose();
          openLeaveGroup(props.channel);
        }}
      >
        {t().people.leaveGroup}
      </Button>
    </FormDialog>
  );
}

/** The image of a group, changed as soon as another one is chosen. */
function GroupIcon(props: { readonly channel: Channel }) {
  const client = useClient();
  const [isBusy, run] = createBusy();
  const edit = (changes: DataEditChannel) => client.api.patch(`/channels/${props.channel.id}`, changes);
  let input: HTMLInputElement | undefined;
  const change = (file: File | undefined) =>
    file && run(async () => edit({ icon: await upload(client, "icons", file) }));
  return (
    <div class={styles.icon}>
      <Avatar name={props.channel.name ?? ""} url={props.channel.iconURL} size={48} />
      <input
        ref={input}
        type="file"
        accept="image/*"
        hidden
        aria-label={t().people.groupIcon}
        onChange={(event) => void change(event.currentTarget.files?.[0])}
      />
      <Button busy={isBusy()} onClick={() => input?.click()}>
        {t().people.changeIcon}
      </Button>
      <Show when={props.channel.icon}>
        <Button onClick={() => void attempt(() => edit({ remove: ["Icon"] }))}>
          {t().people.removeIcon}
        </Button>
      </Show>
    </div>
  );
}
