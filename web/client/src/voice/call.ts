import { notify } from "@ui/toasts.tsx";
import { batch, createSignal, onCleanup } from "solid-js";
import { createStore, reconcile } from "solid-js/store";
import type { CreateVoiceUserResponse, ServerEvents } from "../../../protocol/types.ts";
import { t } from "../i18n/i18n.ts";
import { chosenDevices } from "../preferences/preferences.ts";
import type { Connection } from "../session/connection.ts";
import { configuration } from "../session/server.ts";
import { describeJoinError } from "./call-errors.ts";
import { createCallMedia } from "./call-media.ts";
import { presentDevices } from "./devices.ts";
import { nearestNode } from "./nearest-node.ts";
import type { CallRoom, EndReason, RoomView } from "./room.ts";
import type { CallGrants, CallPerson } from "./room-view.ts";
import { videoLimits } from "./voice-limits.ts";
import { setVolumeOf, volumeOf } from "./volumes.ts";

type CallState = "idle" | "joining" | "connected" | "reconnecting";

/** The call that the user is in on this device, wherever they browse. */
export type Call = ReturnType<typeof createCall>;

const allGrants: CallGrants = { speak: true, video: true, listen: true };

/** How long after a removal the event of a moderator's move may arrive, in milliseconds. */
const moveDelay = 3_000;

/** Once in the frame; leaves the call with the owner of the caller. */
export function createCall({ client }: Connection) {
  const [state, setState] = createSignal<CallState>("idle");
  const [channelId, setChannelId] = createSignal<string>();
  const [people, setPeople] = createStore<CallPerson[]>([]);
  const [grants, setGrants] = createSignal(allGrants);
  const [isViewShown, setViewShown] = createSignal(false);
  let room: CallRoom | undefined;
  let removal: ReturnType<typeof setTimeout> | undefined;

  const limits = () => {
    const published = configuration()?.features.limits;
    const registeredAt = client.user?.createdAt.getTime() ?? 0;
    return published ? videoLimits(published, registeredAt, Date.now()) : { isAllowed: false, area: 0 };
  };
  const nodes = () => configuration()?.features.livekit?.nodes ?? [];

  function show({ isConnected, people: next, grants: granted }: RoomView): void {
    if (!room) return;
    batch(() => {
      if (state() !== "joining") setState(isConnected ? "connected" : "reconnecting");
      setPeople(reconcile(next as CallPerson[], { key: "userId" }));
      setGrants(granted);
    });
  }

  /** Forgets the room. What it still reports does not matter any more. */
  async function closeRoom(): Promise<void> {
    const closing = room;
    room = undefined;
    clearTimeout(removal);
    await closing?.close();
  }

  function reset(): void {
    batch(() => {
      setState("idle");
      setChannelId(undefined);
      setPeople([]);
      setGrants(allGrants);
    });
  }

  function end(reason: EndReason): void {
    const channel = channelId();
    void closeRoom();
    reset();
    if (reason === "left") return;
    const action = channel && { label: t().voice.joinAgain, onClick: () => void join(channel) };
    notify(t().voice.ends[reason], { isError: true, ...(reason === "lost" && action ? { action } : {}) });
  }

  /** Leads into the call of a channel; the library is loaded before the key, which expires soon. */
  async function enter(id: string, getKey: () => Promise<CreateVoiceUserResponse>): Promise<boolean> {
    await closeRoom();
    batch(() => {
      reset();
      setState("joining");
      setChannelId(id);
    });
    let mine: CallRoom | undefined;
    try {
      const library = await import("./room.ts");
      const present = await presentDevices();
      const { url, token } = await getKey();
      // The user has gone elsewhere in the meantime.
      if (channelId() !== id || room) return false;
      mine = room = new library.CallRoom({
        devices: chosenDevices(),
        present,
        videoArea: limits().area,
        volumeOf,
        onChange: (view) => room === mine && show(view),
        onEnd: (reason) => room === mine && state() !== "joining" && onEnd(reason),
      });
      await mine.connect(url, token);
      if (room !== mine) return false;
      setState("connected");
      return true;
    } catch (thrown) {
      if (room === mine && channelId() === id) {
        void closeRoom();
        reset();
        notify(describeJoinError(thrown), { isError: true });
      }
      return false;
    }
  }

  function onEnd(reason: EndReason): void {
    if (reason === "removed") {
      setState("reconnecting");
      removal = setTimeout(() => end(reason), moveDelay);
    } else end(reason);
  }

  // Whoever joins a call leaves the one that they are in, on whatever device.
  const ask = (id: string, node: string | undefined) =>
    client.api.post(`/channels/${id}/join_call`, { node, force_disconnect: true });

  async function join(id: string): Promise<void> {
    if (channelId() === id) return;
    await enter(id, () => ask(id, nearestNode(nodes(), new Date().getTimezoneOffset())));
  }

  /** A moderator has moved the user to the call of another channel. */
  async function follow({ to, token, node }: ServerEvents["UserMoveVoiceChannel"]): Promise<void> {
    const url = nodes().find(({ name }) => name === node)?.public_url;
    const isThere = await enter(to, async () => (url ? { url, token } : await ask(to, node)));
    if (isThere) notify(t().voice.moved(client.channels.get(to)?.name ?? ""));
  }

  onCleanup(
    client.on("UserMoveVoiceChannel", (move) => {
      if (move.from === channelId()) void follow(move);
    }),
  );

  const media = createCallMedia({
    room: () => room,
    isConnected: () => state() === "connected",
    grants,
    self: () => people.find(({ isSelf }) => isSelf),
  });
  onCleanup(() => void closeRoom());

  return {
    state,
    channelId,
    channel: () => client.channels.get(channelId() ?? ""),
    people,
    grants,
    ...media,
    /** Whether everybody in the call is on the screen, with its buttons. */
    isViewShown,
    setViewShown,
    mayShow: () => grants().video && limits().isAllowed,
    join,
    leave: () => end("left"),
    setVolume(userId: string, volume: number) {
      setVolumeOf(userId, volume);
      room?.applyVolume(userId);
    },
  };
}
