import {
  AtSign,
  Ban,
  Clock,
  Copy,
  Flag,
  Headset,
  MessageSquare,
  Pencil,
  ShieldCheck,
  UserCheck,
  UserMinus,
  UserPlus,
  UserRound,
  UserX,
} from "@ui/icons.ts";
import type { MenuEntry } from "@ui/menu.tsx";
import type { Server, User } from "stoat.js";
import { t } from "../texts/texts.ts";
import { attempt } from "./attempt.ts";
import { allowedActions } from "./membership.ts";
import { insertMention } from "./mentions.ts";
import { type MemberDialog, openMemberDialog, openProfile, openReport } from "./open-dialogs.tsx";
import {
  acceptFriend,
  askToBeFriends,
  block,
  canMessage,
  copyId,
  dropRequest,
  openMessages,
  removeFriend,
  unblock,
} from "./person-actions.ts";

/** What can be done with a person, in a server if they are seen in one: for every context menu that shows people. */
export function userMenuEntries(user: User, server?: Server): readonly MenuEntry[] {
  const { people } = t();
  const insert = insertMention();
  return [
    { label: people.profile, icon: UserRound, onSelect: () => openProfile(user.id, server) },
    canMessage(user) && {
      label: people.message,
      icon: MessageSquare,
      onSelect: () => void openMessages(user),
    },
    insert && { label: people.mention, icon: AtSign, onSelect: () => insert(user.id) },
    { label: people.copyId, icon: Copy, onSelect: () => void copyId(user.id) },
    ...(server ? memberEntries(user, server) : []),
    ...(user.self ? [] : relationEntries(user)),
  ];
}

/** Friendship, blocking and reports. */
export function relationEntries(user: User): readonly MenuEntry[] {
  const { people } = t();
  return [
    "separator",
    ...friendEntries(user),
    user.relationship === "Blocked"
      ? { label: people.unblock, icon: UserCheck, onSelect: () => void unblock(user) }
      : { label: people.block, icon: UserX, isDanger: true, onSelect: () => void block(user) },
    {
      label: people.report,
      icon: Flag,
      isDanger: true,
      onSelect: () => openReport({ type: "User", user }),
    },
  ];
}

function friendEntries(user: User): readonly MenuEntry[] {
  const { people } = t();
  // Bots answer no requests.
  if (user.bot) return [];
  switch (user.relationship) {
    case "Friend":
      return [{ label: people.removeFriend, icon: UserMinus, onSelect: () => void removeFriend(user) }];
    case "Incoming":
      return [
        { label: people.acceptRequest, icon: UserPlus, onSelect: () => void acceptFriend(user) },
        { label: people.refuseRequest, icon: UserMinus, onSelect: () => void dropRequest(user) },
      ];
    case "Outgoing":
      return [{ label: people.cancelRequest, icon: UserMinus, onSelect: () => void dropRequest(user) }];
    case "Blocked":
    case "BlockedOther":
      return [];
    default:
      return [{ label: people.addFriend, icon: UserPlus, onSelect: () => void askToBeFriends(user) }];
  }
}

function memberEntries(user: User, server: Server): readonly MenuEntry[] {
  const { people } = t();
  const allowed = allowedActions(user, server);
  const open = (name: MemberDialog) => () => openMemberDialog(name, { user, server });
  const endTimeout = () => attempt(async () => server.getMember(user.id)?.edit({ remove: ["Timeout"] }));
  const entries: readonly MenuEntry[] = [
    allowed.nickname && { label: people.changeNickname, icon: Pencil, onSelect: open("nickname") },
    allowed.roles && { label: people.assignRoles, icon: ShieldCheck, onSelect: open("roles") },
    allowed.move && { label: people.move, icon: Headset, onSelect: open("move") },
    allowed.endTimeout && { label: people.removeTimeout, icon: Clock, onSelect: () => void endTimeout() },
    allowed.timeout && { label: people.timeout, icon: Clock, isDanger: true, onSelect: open("timeout") },
    allowed.kick && { label: people.kick, icon: UserMinus, isDanger: true, onSelect: open("kick") },
    allowed.ban && { label: people.ban, icon: Ban, isDanger: true, onSelect: open("ban") },
  ];
  return entries.some(Boolean) ? ["separator", ...entries] : [];
}
