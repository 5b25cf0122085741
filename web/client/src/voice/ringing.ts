import { notify } from "@ui/toasts.tsx";
import { batch, createEffect, createMemo, createSignal, on, onCleanup } from "solid-js";
import { t } from "../i18n/i18n.ts";
import { playRing, playRingback } from "../notifications/sounds.ts";
import { isQuiet } from "../preferences/alerts.ts";
import { alertsIn } from "../preferences/preferences.ts";
import type { Connection } from "../session/connection.ts";
import type { Call } from "./call.ts";

/** How long a call rings, in milliseconds. */
const ringTime = 30_000;
const ringPause = 3_000;

export interface IncomingCall {
  readonly channelId: string;
  readonly callerId: string;
}

export type Ringing = ReturnType<typeof createRinging>;

/** The calls that ring for the user, and the people for whom the user's own call rings. */
export function createRinging({ client, settings }: Connection, call: Call) {
  const [calls, setCalls] = createSignal<readonly IncomingCall[]>([]);
  const [rung, setRung] = createSignal<readonly string[]>([]);
  const stop = (channelId: string) =>
    setCalls((all) => all.filter((incoming) => incoming.channelId !== channelId));

  const silence = (userId: string) => setRung((all) => all.filter((id) => id !== userId));

  function showDecline(userId: string): void {
    silence(userId);
    notify(t().voice.declined(client.users.get(userId)?.displayName ?? ""));
  }

  onCleanup(
    client.on("VoiceCallUpdate", ({ channel_id: channelId, initiator_id: callerId, started_at, ended }) => {
      stop(channelId);
      if (ended || started_at === null || call.channelId() === channelId) return;
      const incoming = { channelId, callerId };
      setCalls((all) => [...all, incoming]);
      setTimeout(() => setCalls((all) => all.filter((one) => one !== incoming)), ringTime);
    }),
  );
  onCleanup(
    client.on("VoiceCallDecline", ({ channel_id, user }) => {
      if (channel_id === call.channelId()) showDecline(user);
    }),
  );
  onCleanup(
    client.on("VoiceChannelJoin", ({ id, state }) => {
      // The user has answered on some device.
      if (state.id === client.state.selfId) stop(id);
    }),
  );

  /** A call whose last participant has left stops ringing, even if the event of that was lost. */
  const incoming = createMemo(() =>
    calls().filter(({ channelId }) => client.channels.get(channelId)?.voiceParticipants.size),
  );

  createEffect(
    on(call.channelId, (id) => {
      setRung([]);
      const channel = client.channels.get(id ?? "");
      const isConversation = channel?.type === "DirectMessage" || channel?.type === "Group";
      if (!channel || !isConversation || channel.voiceParticipants.size > 0) return;
      setRung(channel.recipientIds.filter((user) => user !== client.state.selfId));
      const timer = setTimeout(() => setRung([]), ringTime);
      onCleanup(() => clearTimeout(timer));
    }),
  );
  const ringingFor = createMemo(() =>
    call.state() === "connected"
      ? rung().filter((id) => !call.people.some(({ userId }) => userId === id))
      : [],
  );

  const [alerts] = alertsIn(settings);
  const wantsSounds = () => {
    const isBusy = client.user?.status?.presence === "Busy";
    return alerts().sounds && !isBusy && !isQuiet(alerts(), new Date());
  };
  repeatWhile(
    () => incoming().length > 0,
    () => wantsSounds() && playRing(),
  );
  repeatWhile(() => ringingFor().length > 0 && call.people.length === 1, playRingback);

  return {
    incoming,
    ringingFor,
    decline(channelId: string): void {
      stop(channelId);
      // The caller is told, and the user's other devices are quiet. The call may have ended meanwhile.
      void client.api.put(`/channels/${channelId}/end_ring/${client.state.selfId}`).catch(() => {});
    },
    async accept(channelId: string): Promise<void> {
      batch(() => stop(channelId));
      await call.join(channelId);
    },
    /** Lets the devices of a person be quiet. */
    async stopRingingFor(userId: string): Promise<void> {
      const channelId = call.channelId();
      silence(userId);
      if (channelId) await client.api.put(`/channels/${channelId}/end_ring/${userId}`);
    },
  };
}

function repeatWhile(condition: () => boolean, play: () => void): void {
  createEffect(
    on(createMemo(condition), (isOn) => {
      if (!isOn) return;
      play();
      const timer = setInterval(play, ringPause);
      onCleanup(() => clearInterval(timer));
    }),
  );
}
