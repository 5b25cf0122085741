/** A question with answers to choose, each of them a reaction. */
export interface Poll {
  readonly question: string;
  readonly answers: readonly Answer[];
  readonly isSingle: boolean;
}

interface Answer {
  /** The reaction: an emoji, or the id of a custom one. */
  readonly emoji: string;
  readonly text: string;
}

/** In front of the question. Clients that know no polls show them as they are. */
const [oneAnswer, anyAnswers] = ["🔘", "📊"];

const isCustom = (emoji: string) => /^[0-9A-HJKMNP-TV-Z]{26}$/.test(emoji);
const written = (emoji: string) => (isCustom(emoji) ? `:${emoji}:` : emoji);
const oneLine = (text: string) => text.trim().replaceAll(/\s+/g, " ");

/** A poll as a message that every client can show and answer: one line for each answer, and its emoji to react with. */
export function writePoll({ question, answers, isSingle }: Poll) {
  const lines = answers.map(({ emoji, text }) => `${written(emoji)} ${oneLine(text)}`);
  return {
    content: [`${isSingle ? oneAnswer : anyAnswers} ${oneLine(question)}`, ...lines].join("\n"),
    interactions: { reactions: answers.map(({ emoji }) => emoji), restrict_reactions: true },
  };
}

interface PollMessage {
  readonly content: string;
  readonly interactions?:
    | { readonly reactions?: readonly string[] | null; readonly restrict_reactions?: boolean }
    | undefined;
}

/** The poll that a message is, if it is one. */
export function readPoll({ content, interactions }: PollMessage): Poll | undefined {
  if (!interactions?.restrict_reactions) return undefined;
  const emojis = interactions.reactions ?? [];
  const [head = "", ...lines] = content.split("\n");
  const [, mark, question] = head.match(/^(🔘|📊) (.+)$/u) ?? [];
  if (question === undefined || emojis.length < 2 || lines.length !== emojis.length) return undefined;
  const answers = emojis.flatMap((emoji, index) => {
    const start = `${written(emoji)} `;
    const line = lines[index] ?? "";
    return line.startsWith(start) ? [{ emoji, text: line.slice(start.length) }] : [];
  });
  return answers.length === emojis.length ? { question, answers, isSingle: mark === oneAnswer } : undefined;
}
