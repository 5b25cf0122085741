const browsers = ["Edg", "OPR", "Firefox", "Chrome", "Safari"];
const systems = ["Android", "iPhone", "iPad", "Windows", "Mac OS", "Linux"];
const names: Readonly<Record<string, string>> = { Edg: "Edge", OPR: "Opera", "Mac OS": "macOS" };

/**
 * A device by its user agent, in the words with which the web client names its session. Programs that are no browsers
 * are called by their own name. Nothing else of the text is kept, whatever a client has written into it.
 */
export function deviceName(agent: string | undefined): string {
  const find = (known: readonly string[]) => known.find((name) => agent?.includes(name));
  const [browser, system] = [find(browsers), find(systems)].map((name) => names[name ?? ""] ?? name);
  if (browser === undefined && system === undefined)
    return /^[A-Za-z][\w.-]{0,31}(?=\/|$)/.exec(agent ?? "")?.[0] ?? "Unknown";
  return [browser ?? "Browser", system].filter(Boolean).join(" · ");
}
