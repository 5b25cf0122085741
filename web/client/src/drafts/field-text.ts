/** A part of the field that stands for something else in the message, as `@Ann` for `<@id>`. */
export interface Token {
  readonly start: number;
  readonly end: number;
  /** What the protocol has in its place. */
  readonly form: string;
}

/** What is in the field of a message: readable text, and which parts of it are tokens. */
export interface FieldText {
  readonly text: string;
  /** In order, without overlaps. */
  readonly tokens: readonly Token[];
}

export const emptyField: FieldText = { text: "", tokens: [] };

/** A change to a text: what stands in a range becomes something else. */
export interface TextEdit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/**
 * The field after the user changed its text. Tokens move with the text around them;
 * one whose own text was changed becomes ordinary text.
 *
 * @param caret where the caret is after the change: what follows it is what followed it before.
 */
export function changeText(before: FieldText, text: string, caret: number): FieldText {
  const longestSuffix = Math.min(before.text.length, text.length - Math.min(caret, text.length));
  let suffix = 0;
  while (suffix < longestSuffix && before.text.at(-1 - suffix) === text.at(-1 - suffix)) suffix += 1;
  const longestPrefix = Math.min(before.text.length, text.length) - suffix;
  let prefix = 0;
  while (prefix < longestPrefix && before.text[prefix] === text[prefix]) prefix += 1;
  return { text, tokens: shiftTokens(before, prefix, before.text.length - suffix, text.length) };
}

/** The field after a change at a known place. */
export function applyEdit(before: FieldText, { start, end, text: inserted }: TextEdit): FieldText {
  const text = before.text.slice(0, start) + inserted + before.text.slice(end);
  return { text, tokens: shiftTokens(before, start, end, text.length) };
}

/** Puts a text in the place of another one, as a token if the protocol has another form for it. */
export function replaceRange(
  before: FieldText,
  range: { readonly start: number; readonly end: number },
  shown: string,
  form?: string,
): { readonly field: FieldText; readonly edit: TextEdit; readonly caret: number } {
  const { start, end } = range;
  // A space follows, so that the next word does not stick to the inserted one.
  const hasSpace = /^\s/.test(before.text.slice(end));
  const edit = { start, end, text: hasSpace ? shown : `${shown} ` };
  const { text, tokens: kept } = applyEdit(before, edit);
  const tokens = [...kept];
  if (form !== undefined) tokens.push({ start, end: start + shown.length, form });
  tokens.sort((a, b) => a.start - b.start);
  return { field: { text, tokens }, edit, caret: start + shown.length + 1 };
}

/** The text as the protocol has it. */
export function toContent({ text, tokens }: FieldText): string {
  let content = "";
  let end = 0;
  for (const token of tokens) {
    content += text.slice(end, token.start) + token.form;
    end = token.end;
  }
  return (content + text.slice(end)).trim();
}

const id = "[0-9A-HJKMNP-TV-Z]{26}";
/** What the protocol has in place of names, and code, in which it stands for itself. */
const forms = new RegExp(
  `\`\`\`[^]*?(?:\`\`\`|$)|\`[^\`\n]+\`|<(?<mark>[@%#])(?<id>${id})>|:(?<emoji>${id}):`,
  "g",
);

/** The field for a text of the protocol. What has no name stays as it is. */
export function toField(
  content: string,
  nameOf: (mark: string, id: string) => string | undefined,
): FieldText {
  let text = "";
  let end = 0;
  const tokens: Token[] = [];
  for (const match of content.matchAll(forms)) {
    const { mark = ":", id, emoji } = match.groups ?? {};
    const target = id ?? emoji;
    const shown = target === undefined ? undefined : nameOf(mark, target);
    if (shown === undefined) continue;
    text += content.slice(end, match.index);
    tokens.push({ start: text.length, end: text.length + shown.length, form: match[0] });
    text += shown;
    end = match.index + match[0].length;
  }
  return { text: text + content.slice(end), tokens };
}

/** The tokens after the range of the former text became something else. */
function shiftTokens(
  { text, tokens }: FieldText,
  start: number,
  end: number,
  newLength: number,
): readonly Token[] {
  const shift = newLength - text.length;
  return tokens.flatMap((token) => {
    if (token.end <= start) return [token];
    if (token.start >= end) return [{ ...token, start: token.start + shift, end: token.end + shift }];
    return [];
  });
}
