import { notify } from "@ui/toasts.tsx";
import type { User } from "stoat.js";
import { t } from "../texts/texts.ts";
import { attempt } from "./attempt.ts";
import { goTo } from "./navigation.ts";

/** Whether a message to this person has a chance. Bots can be written to wherever one meets them. */
export const canMessage = (user: User) => !user.self && (user.relationship === "Friend" || Boolean(user.bot));

export const openMessages = (user: User) =>
  attempt(async () => {
    const channel = await user.openDM();
    goTo(channel.path);
  });

export const acceptFriend = (user: User) =>
  attempt(async () => {
    await user.addFriend();
    notify(t().people.nowFriends(user.displayName));
  });

export const askToBeFriends = (user: User) =>
  attempt(async () => {
    await user.addFriend();
    notify(t().people.requestSent(user.displayName));
  });

/** Refuses or takes back a request. */
export const dropRequest = (user: User) => attempt(() => user.removeFriend());

export const removeFriend = (user: User) =>
  attempt(async () => {
    await user.removeFriend();
    notify(t().people.removedFriend(user.displayName));
  });

export const block = (user: User) =>
  attempt(async () => {
    await user.blockUser();
    notify(t().people.blocked(user.displayName), {
      action: { label: t().people.undo, onClick: () => void unblock(user) },
    });
  });

export const unblock = (user: User) => attempt(() => user.unblockUser());

export const copyId = (id: string) =>
  attempt(async () => {
    await navigator.clipboard.writeText(id);
    notify(t().people.copied);
  });
