import { batch, createSignal } from "solid-js";
import { createStore, reconcile } from "solid-js/store";
import { allGrants, type CallPerson, withoutMedia } from "./call-person.ts";
import type { RoomView } from "./room.ts";

type CallState = "idle" | "joining" | "connected" | "reconnecting";

/** Where the user's call is, how far it has come, and who is in it. */
export function createCallState() {
  const [state, setState] = createSignal<CallState>("idle");
  const [channelId, setChannelId] = createSignal<string>();
  const [people, setPeople] = createStore<CallPerson[]>([]);
  const [grants, setGrants] = createSignal(allGrants);

  function begin(next: CallState, channel: string | undefined): void {
    batch(() => {
      setState(next);
      setChannelId(channel);
      setPeople([]);
      setGrants(allGrants);
    });
  }

  return {
    state,
    setState,
    channelId,
    people,
    grants,
    join: (channel: string) => begin("joining", channel),
    reset: () => begin("idle", undefined),
    show({ isConnected, people: next, grants: granted }: RoomView): void {
      batch(() => {
        if (state() !== "joining") setState(isConnected ? "connected" : "reconnecting");
        setPeople(reconcile(next as CallPerson[], { key: "userId" }));
        setGrants(granted);
      });
    },
    /** Nothing of the others arrives for now. */
    lose(): void {
      batch(() => {
        setState("reconnecting");
        setPeople(people.map(withoutMedia));
      });
    },
  };
}
