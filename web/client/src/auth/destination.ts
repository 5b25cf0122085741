const key = "destination";
const keptFor = 7 * 24 * 60 * 60 * 1000;

/**
 * Where a visitor wanted to go before we asked them to log in. Kept on the device, because registration may
 * continue in another tab, from the link in a mail.
 */
export const destination = {
  remember(path: string): void {
    if (isOwnPath(path)) localStorage.setItem(key, JSON.stringify({ path, at: Date.now() }));
  },

  /** Returns the remembered path once; the start page without one. */
  take(): string {
    const stored = localStorage.getItem(key);
    localStorage.removeItem(key);
    try {
      const { path, at } = JSON.parse(stored ?? "") as { path: string; at: number };
      if (isOwnPath(path) && Date.now() - at < keptFor) return path;
    } catch {
      // Nothing was remembered.
    }
    return "/";
  },
};

/** `//host` and `/\host` are addresses of other servers. */
export function isOwnPath(path: string): boolean {
  return /^\/(?![/\\])/.test(path) && !path.startsWith("/login");
}
