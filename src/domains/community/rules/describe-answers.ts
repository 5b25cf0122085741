/** A line of an answer begins with this, so that none looks like a question, or like an answer to another one. */
const mark = "> ";

/** The answers to the questions as Markdown, in as many messages as it takes: none is longer than `maxBytes`. */
export function describeAnswers(
  questions: readonly { readonly text: string }[],
  answers: readonly string[],
  maxBytes: number,
): string[] {
  const messages: string[] = [];
  /** Adds to the last message, or begins another one. */
  const add = (text: string, separator: string) => {
    const joined = `${messages.at(-1) ?? ""}${separator}${text}`;
    if (messages.length > 0 && Buffer.byteLength(joined) <= maxBytes) messages[messages.length - 1] = joined;
    else messages.push(text);
  };
  for (const [index, { text }] of questions.entries()) {
    const answer = answers[index]?.trim() ?? "";
    if (answer === "") continue;
    const question = `**${text}**`;
    const lines = answer.split(/\r\n|[\n\r\u2028\u2029]/).map((line) => mark + line);
    const whole = [question, ...lines].join("\n");
    if (Buffer.byteLength(whole) <= maxBytes) {
      add(whole, "\n\n");
      continue;
    }
    for (const piece of cut(question, "", maxBytes)) add(piece, "\n\n");
    for (const line of lines) for (const piece of cut(line, mark, maxBytes)) add(piece, "\n");
  }
  return messages;
}

/** Cuts a text that is too long into pieces of whole characters; all but the first begin with `prefix`. */
function cut(text: string, prefix: string, maxBytes: number): string[] {
  const pieces = [""];
  let bytes = 0;
  for (const character of text) {
    const size = Buffer.byteLength(character);
    if (bytes + size > maxBytes) {
      pieces.push(prefix);
      bytes = Buffer.byteLength(prefix);
    }
    pieces[pieces.length - 1] += character;
    bytes += size;
  }
  return pieces;
}
