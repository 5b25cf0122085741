import { Headphones, HeadphonesOff, Mic, MicOff, PhoneOff } from "@ui/icons.ts";
import { PanelAction } from "@ui/popover.tsx";
import { Select } from "@ui/select.tsx";
import { Show } from "solid-js";
import type { DataMemberEdit } from "../../../protocol/types.ts";
import { attempt } from "../components/attempt.ts";
import { t } from "../i18n/i18n.ts";
import type { Channel } from "../model/channel.ts";
import type { Server } from "../model/server.ts";
import { rankOf } from "../moderation/member-rules.ts";
import { moveTargets, ownRank } from "../moderation/membership.ts";
import { useClient } from "../session/context.tsx";
import styles from "./voice-moderation.module.css";

/** What moderators can do to a person in a call. */
export function VoiceModeration(props: {
  readonly server: Server;
  readonly channel: Channel;
  readonly userId: string;
}) {
  const client = useClient();
  const allowed = () => allowedModeration(props.server, props.userId);
  const isAllowed = () => allowed().mute || allowed().deafen || allowed().move;
  const member = () => client.state.members[props.server.id]?.[props.userId];
  const change = (changes: DataMemberEdit) =>
    void attempt(() => client.api.patch(`/servers/${props.server.id}/members/${props.userId}`, changes));
  const isMuted = () => member()?.can_publish === false;
  const isDeafened = () => member()?.can_receive === false;
  const targets = () => moveTargets(props.server, props.channel);
  return (
    <Show when={isAllowed()}>
      <fieldset class={styles.moderation} aria-label={t().voice.moderation}>
        <Show when={allowed().mute}>
          <PanelAction
            icon={isMuted() ? Mic : MicOff}
            label={isMuted() ? t().voice.unmuteForAll : t().voice.muteForAll}
            onSelect={() => change(isMuted() ? { remove: ["CanPublish"] } : { can_publish: false })}
          />
        </Show>
        <Show when={allowed().deafen}>
          <PanelAction
            icon={isDeafened() ? Headphones : HeadphonesOff}
            label={isDeafened() ? t().voice.undeafenThem : t().voice.deafenThem}
            onSelect={() => change(isDeafened() ? { remove: ["CanReceive"] } : { can_receive: false })}
          />
        </Show>
        <Show when={allowed().move}>
          <Show when={targets().length > 0}>
            <Select
              label={t().voice.moveTo}
              value="none"
              choices={[
                { value: "none", label: t().voice.chooseChannel },
                ...targets().map(({ id, name }) => ({ value: id, label: name ?? "" })),
              ]}
              onChange={(id) => id !== "none" && change({ voice_channel: id })}
            />
          </Show>
          <PanelAction
            icon={PhoneOff}
            label={t().voice.disconnect}
            isDanger
            onSelect={() => change({ remove: ["VoiceChannel"] })}
          />
        </Show>
      </fieldset>
    </Show>
  );
}

interface AllowedModeration {
  readonly mute: boolean;
  readonly deafen: boolean;
  readonly move: boolean;
}

/** What the user may do to somebody in a call of a server: with the permission, and to those of a lower rank. */
function allowedModeration(server: Server, userId: string): AllowedModeration {
  const target = server.getMember(userId);
  const isBelow = target !== undefined && rankOf(target.roles, server.roles) > ownRank(server);
  const may = isBelow && server.ownerId !== userId;
  return {
    mute: may && server.havePermission("MuteMembers"),
    deafen: may && server.havePermission("DeafenMembers"),
    move: may && server.havePermission("MoveMembers"),
  };
}
