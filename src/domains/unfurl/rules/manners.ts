import packageFile from "../../../../package.json" with { type: "json" };

const language = { "accept-language": "en-US,en;q=0.5" };
const ourselves = `Mozilla/5.0 (compatible; Ermine/${packageFile.version}; link preview)`;
/** These describe their pages only to those whom they know. */
const known = "Mozilla/5.0 (compatible; Discordbot/2.0; +https://discordapp.com)";
const reserved = /^(www\.|mobile\.|m\.)?((vx|fx)?twitter|x|fixupx|fixvx)\.com$|(^|\.)reddit\.com$/;
const newReddit = /^(www\.|new\.)?reddit\.com$/;

/** Where to ask about a link: the newer pages of some sites say nothing of themselves. */
export function askedAt(link: string): string {
  const url = URL.parse(link);
  if (!url || !newReddit.test(url.hostname)) return link;
  url.hostname = "old.reddit.com";
  return url.href;
}

export function headersFor(link: string): Record<string, string> {
  const isReserved = reserved.test(URL.parse(link)?.hostname ?? "");
  return { ...language, "user-agent": isReserved ? known : ourselves };
}
