import { createStore, produce, reconcile } from "solid-js/store";
import type { ServerEvent } from "./mend-events.ts";

/** What the server tells and the library does not keep. */
interface Extras {
  /** Seconds between two messages of one person, by channel. */
  readonly slowMode: Record<string, number>;
  /** When this user may write again in a channel with slow mode, in milliseconds since 1970. */
  readonly slowModeEnds: Record<string, number>;
  /** Ids of the pictures of roles, by role. */
  readonly roleIcons: Record<string, string | undefined>;
}

const [extras, setExtras] = createStore<Extras>({ slowMode: {}, slowModeEnds: {}, roleIcons: {} });

export { extras };

interface ChannelData {
  readonly _id?: string;
  readonly slowmode?: number;
}

interface RoleData {
  readonly icon?: { readonly _id: string };
}

interface ServerData {
  readonly roles?: Readonly<Record<string, RoleData>>;
}

export function rememberExtras(event: ServerEvent): void {
  switch (event.type) {
    case "Ready":
      setExtras(reconcile<Extras, Extras>({ slowMode: {}, slowModeEnds: {}, roleIcons: {} }));
      for (const channel of event.channels as ChannelData[]) remember(channel._id, channel);
      for (const server of event.servers as ServerData[]) rememberRoles(server);
      break;
    case "ServerCreate":
      for (const channel of event.channels as ChannelData[]) remember(channel._id, channel);
      rememberRoles(event.server as ServerData);
      break;
    case "ChannelCreate":
      remember(event._id as string, event as ChannelData);
      break;
    case "ChannelUpdate":
      remember(event.id as string, event.data as ChannelData);
      if (isCleared(event, "Slowmode")) remember(event.id as string, { slowmode: 0 });
      break;
    case "UserSlowmodes":
      for (const wait of event.slowmodes as { channel_id: string; retry_after: number }[]) {
        startSlowMode(wait.channel_id, wait.retry_after);
      }
      break;
    case "ServerRoleUpdate":
      rememberRole(event.role_id as string, event.data as RoleData);
      if (isCleared(event, "Icon")) setExtras("roleIcons", event.role_id as string, undefined);
      break;
  }
}

/** Remembers that this user has to wait before the next message in a channel. */
export function startSlowMode(channelId: string, seconds: number): void {
  setExtras("slowModeEnds", channelId, Date.now() + seconds * 1000);
}

function remember(id: string | undefined, { slowmode }: ChannelData): void {
  if (id === undefined || slowmode === undefined) return;
  setExtras(
    produce((all) => {
      all.slowMode[id] = slowmode;
    }),
  );
}

function rememberRoles({ roles = {} }: ServerData): void {
  for (const [id, role] of Object.entries(roles)) rememberRole(id, role);
}

function rememberRole(id: string, { icon }: RoleData): void {
  if (icon) setExtras("roleIcons", id, icon._id);
}

function isCleared(event: ServerEvent, field: string): boolean {
  return (event.clear as string[] | undefined)?.includes(field) ?? false;
}
