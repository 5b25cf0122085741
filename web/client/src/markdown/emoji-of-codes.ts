/** The emoji of code points such as `1F468-200D-1F469`. */
export function emojiOfCodes(codes: string): string {
  const characters = codes.split("-").map((code) => String.fromCodePoint(Number.parseInt(code, 16)));
  const [first = ""] = characters;
  // One that is text by default, such as the sun, needs the mark that makes it an emoji.
  const isText = characters.length === 1 && !/\p{Emoji_Presentation}/u.test(first);
  return isText ? `${first}\uFE0F` : characters.join("");
}
