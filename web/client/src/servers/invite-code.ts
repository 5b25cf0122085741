/** The code of an invite that somebody pasted: the code itself, or a link that ends in it. */
export function readInviteCode(text: string): string | undefined {
  const code = /(?:^|\/)([0-9A-Za-z]{1,26})\/?(?:[?#].*)?$/.exec(text.trim())?.[1];
  return code === "invite" ? undefined : code;
}
