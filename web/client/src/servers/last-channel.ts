const keyOf = (serverId: string) => `last-channel:${serverId}`;

/** Remembers on this device which channel of a server was open last. */
export function rememberChannel(serverId: string, channelId: string): void {
  localStorage.setItem(keyOf(serverId), channelId);
}

export function rememberedChannel(serverId: string): string | undefined {
  return localStorage.getItem(keyOf(serverId)) ?? undefined;
}
