import type { KeptPreferences } from "./kept-preferences.ts";

/** A notification as the browser shows it. */
export interface PushContent {
  readonly title: string;
  readonly body: string;
  readonly icon?: string;
  readonly tag?: string;
  readonly data: { readonly path: string };
}

/** Reads what the server pushes: `{author, body, icon, tag, url, …}`. */
export function readPush(text: string | undefined): PushContent {
  const fields = parse(text);
  const string = (name: string) => (typeof fields[name] === "string" ? fields[name] : undefined);
  return {
    title: string("author") ?? "Ermine",
    body: string("body") ?? "",
    icon: string("icon"),
    tag: string("tag"),
    data: { path: pathOf(string("url")) },
  };
}

/** Without the text of a message, where its channel is one that the user has not asked to see. */
export function coverText(content: PushContent, { coveredChannels, coveredText }: Covered): PushContent {
  return coveredChannels.includes(content.tag ?? "") ? { ...content, body: coveredText } : content;
}

type Covered = Pick<KeptPreferences, "coveredChannels" | "coveredText">;

function parse(text: string | undefined): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text ?? "{}");
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return { body: text };
  }
}

/** The part of the link after the host: a notification opens pages of this client only. */
function pathOf(url: string | undefined): string {
  try {
    const { pathname, search } = new URL(url ?? "/", "https://localhost");
    // Two slashes at the start would name another host.
    return pathname.replace(/^\/+/, "/") + search;
  } catch {
    return "/";
  }
}
