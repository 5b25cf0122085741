/** The answers to the questions as Markdown; undefined if there are none. */
export function describeAnswers(
  questions: readonly { readonly text: string }[],
  answers: readonly string[],
): string | undefined {
  const given = questions.flatMap(({ text }, index) => {
    const answer = answers[index]?.trim() ?? "";
    return answer === "" ? [] : [`**${text}**\n${quote(answer)}`];
  });
  return given.length > 0 ? given.join("\n\n") : undefined;
}

/** So that no answer looks like a question, or like an answer to another one. */
function quote(text: string): string {
  return text
    .split(/\r\n|[\n\r\u2028\u2029]/)
    .map((line) => `> ${line}`)
    .join("\n");
}
