import { locale, t } from "../../i18n/i18n.ts";
import type { Channel } from "../../model/channel.ts";
import type { Server } from "../../model/server.ts";
import type { Level, NotificationPreferences } from "../../preferences/notification-preferences.ts";

/** A server or a channel, as far as notifications are about it. */
export interface Place {
  readonly kind: "server" | "channel";
  readonly id: string;
  readonly name: string;
  /** The server of a channel. */
  readonly serverId?: string;
}

export function placeOf(thing: Server | Channel, name: string): Place {
  return "serverId" in thing
    ? { kind: "channel", id: thing.id, name, serverId: thing.serverId }
    : { kind: "server", id: thing.id, name };
}

/** The level that holds where nothing was chosen for the place itself. */
export function inheritedLevel(preferences: NotificationPreferences, place: Place): Level {
  if (place.kind === "server") return "mention";
  return preferences.level({ channelId: "", serverId: place.serverId });
}

/** The state of a place in a few words. */
export function describePlace(preferences: NotificationPreferences, place: Place): string {
  const texts = t().notificationSettings;
  const level = preferences.chosen(place.kind, place.id) ?? inheritedLevel(preferences, place);
  const mute = preferences.mutedUntil(place.kind, place.id, Date.now());
  const parts = [texts.levels[level], mute !== undefined && describeMute(mute)];
  return parts.filter(Boolean).join(" · ");
}

export function describeMute(until: number): string {
  if (until === 0) return t().notificationSettings.muted;
  const time = new Intl.DateTimeFormat(locale(), { dateStyle: "short", timeStyle: "short" }).format(until);
  return t().notificationSettings.mutedUntil(time);
}
