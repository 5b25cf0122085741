import Type, { type Static } from "typebox";
import type { SendableEmbed } from "../../../messages/index.ts";
import { linkTarget } from "../foreign/markdown.ts";

export const Account = Type.Object({
  login: Type.String(),
  avatar_url: Type.String(),
  html_url: Type.String(),
});

/** What every event says: who did something, and where. */
export const place = {
  sender: Account,
  repository: Type.Object({ full_name: Type.String(), html_url: Type.String() }),
};

export const Text = Type.Optional(Type.Union([Type.String(), Type.Null()]));

/** What an event is shown as. */
export interface Notice {
  readonly by: Static<typeof Account>;
  /** What stands in brackets before the rest. */
  readonly where: string;
  readonly what: string;
  readonly link?: string;
  readonly body?: string | null | undefined;
  readonly colour: string;
}

export const colours = {
  plain: "#202224",
  push: "#279adc",
  force: "#e73e3e",
  talk: "#d9916d",
  opened: "#d76a34",
  reopened: "#0f890f",
} as const;

const longestBody = 450;

/** A notice as it is sent. */
export function embedOf({ by, where, what, link, body, colour }: Notice): SendableEmbed {
  const heading = `[${plain(where)}] ${plain(what)}`;
  const linked = link === undefined ? heading : `[${heading}](${linkTarget(link)})`;
  const text = body ? `\n${body}` : "";
  return {
    title: storable(by.login),
    icon_url: storable(by.avatar_url),
    url: storable(by.html_url),
    description: storable(`#### ${linked}${text}`),
    colour,
  };
}

/** Without what no database and no client can do anything with. */
function storable(text: string): string {
  return text.toWellFormed().replaceAll("\0", "");
}

/** What somebody wrote, or as much of it as is shown. */
export function excerpt(text: string | null | undefined, most = longestBody): string {
  // A character has one or two halves, so this is enough of a long text to see that it is too long.
  const characters = [...(text ?? "").slice(0, 2 * most + 2)];
  return characters.length > most ? `${characters.slice(0, most).join("")}...` : characters.join("");
}

/** In one line, and without what would end a link around it. */
export function plain(text: string): string {
  return text.replace(/\s+/g, " ").replace(/[\\[\]]/g, "\\$&");
}
