const day = 86_400_000;

/** Whether a session has expired that was last used at this time. With 0 days, sessions never expire. */
export function isSessionExpired(lastSeen: number, idleDays: number, now: number): boolean {
  return idleDays > 0 && lastSeen + idleDays * day <= now;
}
