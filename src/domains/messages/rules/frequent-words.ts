import type { MessageText } from "../tables.ts";
import { maxText, type ScoredMessage, scorerOf } from "./relevance.ts";
import type { ChronologicalSearch } from "./search.ts";

/** A scan does not read more messages than this, nor more text. */
const maxScanned = 1_500;
const maxScannedText = 2 * maxText;
const maxGrowth = 9;

/** Searches the messages of a scan for words, and tells whether these are frequent enough to go on with it. */
export class FrequentWords {
  readonly found: ScoredMessage<MessageText>[] = [];
  readonly #limit: number;
  readonly #scoreOf;
  readonly #excludedOf;
  scanned = 0;
  #text = 0;
  #foundText = 0;

  constructor({ words: { any, none }, limit }: ChronologicalSearch) {
    this.#limit = limit;
    this.#scoreOf = scorerOf(any);
    this.#excludedOf = none.length > 0 ? scorerOf(none) : undefined;
  }

  get isEnough(): boolean {
    return this.found.length >= this.#limit;
  }

  /** The share of the messages that were found. */
  get share(): number {
    return this.found.length / this.scanned;
  }

  /** Adds the next message; false if there was too much text. */
  add(message: MessageText): boolean {
    const { content } = message;
    this.scanned += 1;
    if (!content) return true;
    this.#text += content.length;
    const score = this.#scoreOf(content);
    if (score.words === 0 || (this.#excludedOf && this.#excludedOf(content).words > 0)) return true;
    this.#foundText += content.length;
    this.found.push({ message, score });
    // Otherwise the last ones would not be ranked.
    return this.#foundText <= maxText;
  }

  /** How many messages to read next; undefined if it would probably take too many to find enough. */
  messagesNeeded(): number | undefined {
    const needed = ((this.#limit - this.found.length) / this.share) * 1.1;
    const expectedText = (this.#text / this.scanned) * (this.scanned + needed);
    if (this.scanned + needed > maxScanned || expectedText > maxScannedText) return undefined;
    // A few messages do not tell the share well enough to read many.
    return Math.ceil(Math.min(needed, maxGrowth * this.scanned));
  }
}
