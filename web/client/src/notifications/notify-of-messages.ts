import { useLocation, useNavigate } from "@solidjs/router";
import { listen } from "@ui/listen.ts";
import { createEffect, createMemo, onCleanup } from "solid-js";
import { channelName } from "../components/channels.tsx";
import { desktop } from "../desktop/bridge.ts";
import { t } from "../i18n/i18n.ts";
import { messagePreview } from "../markdown/message-preview.ts";
import { hasShortName, loadShortNames } from "../markdown/short-names.ts";
import type { Message } from "../model/message.ts";
import { hasWord, wordPattern } from "../preferences/alert-words.ts";
import { isQuiet } from "../preferences/alerts.ts";
import { alertsIn } from "../preferences/preferences.ts";
import { adultsOnly } from "../session/adults-only.ts";
import type { Client } from "../session/client.ts";
import { useConnection } from "../session/context.tsx";
import { keepPreferences } from "./kept-preferences.ts";
import { permissionQuestionOf } from "./permission.ts";
import { playMessageSound } from "./sounds.ts";

const title = "Ermine";

/**
 * Notifies of new messages while a page is open: a sound, a notification, the count in the title. Once in the frame.
 */
export function notifyOfMessages(): void {
  const { client, settings, notifications } = useConnection();
  const [alerts] = alertsIn(settings);
  const pattern = createMemo(() => wordPattern(alerts().words));
  const { isHidden } = adultsOnly(settings);
  const location = useLocation();
  const navigate = useNavigate();

  const isSeen = (message: Message) =>
    document.hasFocus() && location.pathname.startsWith(message.channel?.path ?? "/none");

  function onMessage(message: Message | undefined): void {
    const channel = message?.channel;
    if (
      !message ||
      !channel ||
      message.authorId === client.user?.id ||
      message.isSuppressed ||
      isSeen(message)
    )
      return;
    const place = { channelId: channel.id, serverId: channel.serverId };
    const isMention = message.mentioned || hasWord(pattern(), textOf(message));
    if (!notifications().isWanted(place, isMention, Date.now())) return;
    if (message.author?.relationship === "Blocked" || client.user?.status?.presence === "Busy") return;
    if (isQuiet(alerts(), new Date())) return;
    if (alerts().sounds) playMessageSound(alerts().sound);
    if (!alerts().desktop) return;
    if (desktop()) void showNotification(message);
    else if (!("Notification" in window)) return;
    else if (Notification.permission === "default") permissionQuestionOf(client).ask();
    else if (Notification.permission === "granted") void showNotification(message);
  }

  const textOf = (message: Message) => messagePreview(client, message) || t().notifications.withoutText;

  async function showNotification(message: Message): Promise<void> {
    const { channel } = message;
    const place = channel?.server ? ` (#${channel.name}, ${channel.server.name})` : "";
    const title = `${message.username ?? ""}${place}`;
    if (hasShortName(message.content)) await loadShortNames().catch(() => undefined);
    const body = channel && isHidden(channel) ? t().reading.adultsNotification : textOf(message);
    const shell = desktop();
    if (shell) return shell.notify({ title, body, path: message.path });
    const registration = await navigator.serviceWorker?.getRegistration();
    await registration?.showNotification(title, {
      body,
      icon: message.avatarURL,
      tag: message.channelId,
      data: { path: message.path },
    });
  }

  // The service worker asks an open page to show what a notification is about.
  const onWorkerMessage = ({ data }: MessageEvent<{ type?: string; path?: string }>) => {
    if (data.type === "open" && data.path) navigate(data.path);
  };

  listen(window, "ermine-open", ({ detail }) => navigate(detail));
  const stopListening = client.on("Message", ({ _id }) => onMessage(client.messages.get(_id)));
  navigator.serviceWorker?.addEventListener("message", onWorkerMessage);
  onCleanup(() => {
    stopListening();
    navigator.serviceWorker?.removeEventListener("message", onWorkerMessage);
    showUnreadCount(0, false, title);
  });
  createEffect(() => {
    const covered = client.channels.list().filter(isHidden);
    const coveredChannels = covered.map(({ id }) => id);
    void keepPreferences({ ...alerts(), coveredChannels, coveredText: t().reading.adultsNotification });
  });
  createEffect(() => {
    let mentions = 0;
    let isUnread = false;
    for (const channel of client.channels.list()) {
      if (channel.muted) continue;
      mentions += channel.serverId ? channel.mentions.length : Number(channel.unread);
      isUnread ||= channel.unread;
    }
    showUnreadCount(mentions, isUnread, pageTitle(client, location.pathname));
  });
}

/** What a page is called: its channel and its server, or what else it shows. */
function pageTitle(client: Client, path: string): string {
  const channel = client.channels.get(/\/channel\/([^/]+)/.exec(path)?.[1] ?? "");
  const server = client.servers.get(/^\/server\/([^/]+)/.exec(path)?.[1] ?? "");
  const pages = [
    /\/settings(\/|$)/.test(path) && t().frame.settings,
    /^\/inbox$/.test(path) && t().inbox.title,
    /^\/(friends)?$/.test(path) && t().frame.friends,
  ];
  const name = channel && (channel.serverId ? `#${channelName(channel)}` : channelName(channel));
  return [...pages, name, server?.name, title].filter(Boolean).join(" · ");
}

/** Shows what is unread in the title of the tab and on the icon of an installed client. */
function showUnreadCount(count: number, isUnread: boolean, name: string): void {
  document.title = count > 0 ? `(${count}) ${name}` : isUnread ? `• ${name}` : name;
  // Not every browser has badges, and one may refuse them.
  if ("setAppBadge" in navigator) void navigator.setAppBadge(count).catch(() => {});
}
