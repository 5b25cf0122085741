import packageFile from "../../../../package.json" with { type: "json" };

const language = { "accept-language": "en-US,en;q=0.5" };
const ownAgent = `Mozilla/5.0 (compatible; Ermine/${packageFile.version}; link preview)`;
/** Some sites describe their pages only to crawlers that they know. */
const knownAgent = "Mozilla/5.0 (compatible; Discordbot/2.0; +https://discordapp.com)";
const sitesForKnownAgents = /^(www\.|mobile\.|m\.)?((vx|fx)?twitter|x|fixupx|fixvx)\.com$|(^|\.)reddit\.com$/;
const newReddit = /^(www\.|new\.)?reddit\.com$/;

/** The address to fetch for a link: the newer pages of some sites have no metadata. */
export function addressToFetch(link: string): string {
  const url = URL.parse(link);
  if (!url || !newReddit.test(url.hostname)) return link;
  url.hostname = "old.reddit.com";
  return url.href;
}

export function headersFor(link: string): Record<string, string> {
  const needsKnownAgent = sitesForKnownAgents.test(URL.parse(link)?.hostname ?? "");
  return { ...language, "user-agent": needsKnownAgent ? knownAgent : ownAgent };
}
