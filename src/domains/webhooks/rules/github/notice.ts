import Type, { type Static } from "typebox";
import type { SendableEmbed } from "../../../messages/index.ts";
import { linkTarget } from "../foreign/markdown.ts";

export const GithubAccount = Type.Object({
  login: Type.String(),
  avatar_url: Type.String(),
  html_url: Type.String(),
});

/** The fields of every event. */
export const eventFields = {
  sender: GithubAccount,
  repository: Type.Object({ full_name: Type.String(), html_url: Type.String() }),
};

export const OptionalText = Type.Optional(Type.Union([Type.String(), Type.Null()]));

/** The content of the embed that is posted for an event. */
export interface GithubNotice {
  readonly author: Static<typeof GithubAccount>;
  /** The repository, or repository and branch, shown in brackets before the summary. */
  readonly scope: string;
  readonly summary: string;
  readonly link?: string;
  readonly body?: string | null | undefined;
  readonly colour: string;
}

export const colours = {
  neutral: "#202224",
  push: "#279adc",
  forcePush: "#e73e3e",
  comment: "#d9916d",
  opened: "#d76a34",
  reopened: "#0f890f",
} as const;

const maxBodyLength = 450;

export function embedOf({ author, scope, summary, link, body, colour }: GithubNotice): SendableEmbed {
  const heading = `[${escapeInline(scope)}] ${escapeInline(summary)}`;
  const linked = link === undefined ? heading : `[${heading}](${linkTarget(link)})`;
  const text = body ? `\n${body}` : "";
  return {
    title: removeInvalid(author.login),
    icon_url: removeInvalid(author.avatar_url),
    url: removeInvalid(author.html_url),
    description: removeInvalid(`#### ${linked}${text}`),
    colour,
  };
}

/** Removes NUL and replaces lone surrogates, which databases do not store. */
function removeInvalid(text: string): string {
  return text.toWellFormed().replaceAll("\0", "");
}

/** Cuts a text between characters (code points) and marks the cut. */
export function excerpt(text: string | null | undefined, max = maxBodyLength): string {
  // A character has at most two UTF-16 units, so this slice is enough to see whether the text is too long.
  const characters = [...(text ?? "").slice(0, 2 * max + 2)];
  return characters.length > max ? `${characters.slice(0, max).join("")}...` : characters.join("");
}

/** Puts a text on one line and escapes the brackets that would end a link around it. */
export function escapeInline(text: string): string {
  return text.replace(/\s+/g, " ").replace(/[\\[\]]/g, "\\$&");
}
