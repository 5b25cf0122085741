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
  UserX,
} from "@ui/icons.ts";
import type { MenuEntry } from "@ui/menu.tsx";
import { attempt, copyText } from "../components/attempt.ts";
import { t } from "../i18n/i18n.ts";
import type { Server } from "../model/server.ts";
import type { User } from "../model/user.ts";
import { allowedActions, editMember } from "../moderation/membership.ts";
import {
  askToKick,
  type MemberDialog,
  openMemberDialog,
  openNickname,
  openReport,
} from "../moderation/open-dialogs.tsx";
import type { Client } from "../session/client.ts";
import { insertMention } from "../users/mentions.ts";
import {
  acceptFriend,
  askToBeFriends,
  block,
  canMessage,
  dropRequest,
  openMessages,
  removeFriend,
  unblock,
} from "../users/person-actions.ts";

/** What can be done with a person, in a server if they are seen in one, besides showing their card. */
export function personEntries(client: Client, user: User, server?: Server): readonly MenuEntry[] {
  const { people } = t();
  const insert = insertMention(client);
  return [
    canMessage(user) && {
      label: people.message,
      icon: MessageSquare,
      onSelect: () => void openMessages(client, user),
    },
    insert && { label: people.mention, icon: AtSign, onSelect: () => insert(user.id) },
    { label: people.copyId, icon: Copy, onSelect: () => void copyText(user.id) },
    ...(server ? memberEntries(client, user, server) : []),
    ...(user.self ? [] : relationEntries(client, user)),
  ];
}

/** Friendship, blocking and reports. */
export function relationEntries(client: Client, user: User): readonly MenuEntry[] {
  const { people } = t();
  return [
    "separator",
    ...friendEntries(client, user),
    user.relationship === "Blocked"
      ? { label: people.unblock, icon: UserCheck, onSelect: () => void unblock(client, user) }
      : { label: people.block, icon: UserX, isDanger: true, onSelect: () => void block(client, user) },
    {
      label: people.report,
      icon: Flag,
      isDanger: true,
      onSelect: () => openReport({ type: "User", user }),
    },
  ];
}

function friendEntries(client: Client, user: User): readonly MenuEntry[] {
  const { people } = t();
  // Bots answer no requests.
  if (user.bot) return [];
  switch (user.relationship) {
    case "Friend":
      return [
        { label: people.removeFriend, icon: UserMinus, onSelect: () => void removeFriend(client, user) },
      ];
    case "Incoming":
      return [
        { label: people.acceptRequest, icon: UserPlus, onSelect: () => void acceptFriend(client, user) },
        { label: people.refuseRequest, icon: UserMinus, onSelect: () => void dropRequest(client, user) },
      ];
    case "Outgoing":
      return [
        { label: people.cancelRequest, icon: UserMinus, onSelect: () => void dropRequest(client, user) },
      ];
    case "Blocked":
    case "BlockedOther":
      return [];
    default:
      return [{ label: people.addFriend, icon: UserPlus, onSelect: () => void askToBeFriends(client, user) }];
  }
}

function memberEntries(client: Client, user: User, server: Server): readonly MenuEntry[] {
  const { people } = t();
  const allowed = allowedActions(user, server);
  const membership = { user, server };
  const open = (name: MemberDialog) => () => openMemberDialog(name, membership);
  const rename = () => openNickname(client, membership);
  const kick = () => askToKick(client, membership);
  const endTimeout = () => attempt(() => editMember(client, membership, { remove: ["Timeout"] }));
  const entries: readonly MenuEntry[] = [
    allowed.nickname && { label: people.changeNickname, icon: Pencil, onSelect: rename },
    allowed.roles && { label: people.assignRoles, icon: ShieldCheck, onSelect: open("roles") },
    allowed.move && { label: people.move, icon: Headset, onSelect: open("move") },
    allowed.endTimeout && { label: people.removeTimeout, icon: Clock, onSelect: () => void endTimeout() },
    allowed.timeout && { label: people.timeout, icon: Clock, isDanger: true, onSelect: open("timeout") },
    allowed.kick && { label: people.kick, icon: UserMinus, isDanger: true, onSelect: kick },
    allowed.ban && { label: people.ban, icon: Ban, isDanger: true, onSelect: open("ban") },
  ];
  return entries.some(Boolean) ? ["separator", ...entries] : [];
}
