/** A piece of a sentence: words as they are, or the name of what is there. */
interface SentencePart {
  readonly text: string;
  readonly word?: string;
}

/** Splits a sentence at its `{words}`. */
export function splitSentence(sentence: string): readonly SentencePart[] {
  return sentence
    .split(/(\{\w+\})/u)
    .filter((text) => text !== "")
    .map((text) => (text.startsWith("{") ? { text, word: text.slice(1, -1) } : { text }));
}
