import { locale, t } from "../../i18n/i18n.ts";
import type { Channel } from "../../model/channel.ts";
import type { Server } from "../../model/server.ts";
import type { Level, NotificationPreferences } from "../../preferences/notification-preferences.ts";

/** A server or a channel, as far as notifications are about it. */
export interface NotificationScope {
  readonly kind: "server" | "channel";
  readonly id: string;
  readonly name: string;
  /** The server of a channel. */
  readonly serverId?: string;
}

export function scopeOf(thing: Server | Channel, name: string): NotificationScope {
  return "serverId" in thing
    ? { kind: "channel", id: thing.id, name, serverId: thing.serverId }
    : { kind: "server", id: thing.id, name };
}

/** The level that holds where nothing was chosen for the scope itself. */
export function inheritedLevel(preferences: NotificationPreferences, scope: NotificationScope): Level {
  if (scope.kind === "server") return "mention";
  return preferences.level({ channelId: "", serverId: scope.serverId });
}

/** The state of a scope in a few words. */
export function describeScope(preferences: NotificationPreferences, scope: NotificationScope): string {
  const texts = t().notificationSettings;
  const level = preferences.chosen(scope.kind, scope.id) ?? inheritedLevel(preferences, scope);
  const mute = preferences.mutedUntil(scope.kind, scope.id, Date.now());
  const parts = [texts.levels[level], mute !== undefined && describeMute(mute)];
  return parts.filter(Boolean).join(" · ");
}

export function describeMute(until: number): string {
  if (until === 0) return t().notificationSettings.muted;
  const time = new Intl.DateTimeFormat(locale(), { dateStyle: "short", timeStyle: "short" }).format(until);
  return t().notificationSettings.mutedUntil(time);
}
