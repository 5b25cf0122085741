/** How long logging in is barred after this many wrong passwords in a row. */
export function lockoutMs(failedLogins: number): number {
  if (failedLogins < 3) return 0;
  if (failedLogins === 3) return 60_000;
  if (failedLogins === 4) return 300_000;
  return 3_600_000;
}
