const allowed = new Set(["http:", "https:", "mailto:"]);

/** The address as the browser would read it, if it is one that a message may lead to. */
export function safeUrl(address: string): string | undefined {
  const url = URL.parse(address);
  return url && allowed.has(url.protocol) ? url.href : undefined;
}

/** The path within this client, if the address is one of its pages. */
export function pathWithinClient(address: string, origins: readonly string[]): string | undefined {
  const url = URL.parse(address);
  if (!url || !origins.includes(url.origin)) return undefined;
  return /^\/(channel|server|invite)\/[^/]/.test(url.pathname) ? url.pathname : undefined;
}
