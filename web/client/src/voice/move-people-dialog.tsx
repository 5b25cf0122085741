import { Avatar } from "@ui/avatar.tsx";
import { createField } from "@ui/create-field.ts";
import { Select } from "@ui/select.tsx";
import { notify } from "@ui/toasts.tsx";
import { createSignal } from "solid-js";
import { channelName } from "../components/channels.tsx";
import { ChooseList } from "../components/choose-list.tsx";
import { FormDialog } from "../components/form-dialog.tsx";
import { describeError, language, t } from "../i18n/i18n.ts";
import type { Channel } from "../model/channel.ts";
import type { Server } from "../model/server.ts";
import { moveTargets } from "../moderation/membership.ts";
import { useClient } from "../session/context.tsx";

/** Moves several people of a call to another voice channel. Whoever cannot be moved is named. */
export default function MovePeopleDialog(props: {
  readonly server: Server;
  readonly channel: Channel;
  readonly onClose: () => void;
}) {
  const client = useClient();
  const ids = () => [...props.channel.voiceParticipants.keys()];
  const nameOf = (id: string) =>
    props.server.getMember(id)?.displayName ?? client.users.get(id)?.displayName ?? t().servers.somebody;
  const [chosen, setChosen] = createSignal<ReadonlySet<string>>(new Set(ids()));
  const targets = () =>
    moveTargets(props.server, props.channel).map(({ id, name }) => ({ value: id, label: name ?? "" }));
  const target = createField(targets()[0]?.value ?? "");
  // Whoever has left in the meantime need not be moved.
  const wanted = () => ids().filter((id) => chosen().has(id));

  async function move(): Promise<void> {
    const failures: { readonly id: string; readonly thrown: unknown }[] = [];
    const people = wanted();
    // One after the other: the server limits how often one may ask, and the client waits.
    for (const id of people) {
      try {
        const changes = { voice_channel: target.value };
        await client.api.patch(`/servers/${props.server.id}/members/${id}`, changes);
      } catch (thrown) {
        failures.push({ id, thrown });
      }
    }
    const names = new Intl.ListFormat(language(), { type: "conjunction" });
    for (const [reason, failed] of Map.groupBy(failures, ({ thrown }) => describeError(thrown)))
      notify(t().voice.notMoved({ names: names.format(failed.map(({ id }) => nameOf(id))), reason }), {
        isError: true,
      });
  }

  return (
    <FormDialog
      title={t().voice.movePeopleTitle(channelName(props.channel))}
      action={t().voice.movePeopleAction}
      isReady={target.value !== "" && wanted().length > 0}
      onClose={props.onClose}
      onSubmit={move}
    >
      <ChooseList
        label={t().voice.peopleToMove}
        searchLabel={t().people.search}
        none={t().voice.nobodyToMove}
        choices={ids().map((id) => ({
          id,
          name: nameOf(id),
          image: () => (
            <Avatar
              name={nameOf(id)}
              url={props.server.getMember(id)?.avatarURL ?? client.users.get(id)?.avatarURL}
              size={24}
            />
          ),
        }))}
        chosen={chosen()}
        onChange={setChosen}
      />
      <Select label={t().voice.moveTo} choices={targets()} {...target} disabled={targets().length === 0} />
    </FormDialog>
  );
}
