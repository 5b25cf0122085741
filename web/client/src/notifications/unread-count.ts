const title = "Ermine";

/** Shows what is unread in the title of the tab and on the icon of an installed client. */
export function showUnreadCount(count: number, isUnread: boolean): void {
  document.title = count > 0 ? `(${count}) ${title}` : isUnread ? `• ${title}` : title;
  // Not every browser has badges, and one may refuse them.
  if ("setAppBadge" in navigator) void navigator.setAppBadge(count).catch(() => {});
}
