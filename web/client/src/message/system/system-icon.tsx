import {
  Ban,
  Crown,
  Info,
  LogOut,
  type LucideIcon,
  Pencil,
  Phone,
  Pin,
  PinOff,
  UserMinus,
  UserPlus,
  UserX,
} from "@ui/icons.ts";
import { Dynamic } from "solid-js/web";

const icons: Readonly<Record<string, LucideIcon>> = {
  user_added: UserPlus,
  user_joined: UserPlus,
  user_remove: UserMinus,
  user_left: LogOut,
  user_kicked: UserX,
  user_banned: Ban,
  channel_renamed: Pencil,
  channel_description_changed: Pencil,
  channel_icon_changed: Pencil,
  channel_ownership_changed: Crown,
  message_pinned: Pin,
  message_unpinned: PinOff,
  call_started: Phone,
};

/** What kind of thing happened, in the place where other messages have a face. */
export function SystemIcon(props: { readonly kind: string }) {
  return <Dynamic component={icons[props.kind] ?? Info} size={18} strokeWidth={1.75} aria-hidden="true" />;
}
