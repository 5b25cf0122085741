import { parseNodeMessages } from "../parse-message.ts";
import type { NodeMessage } from "../port.ts";

/** PostgreSQL carries up to 7,999 bytes in a notification. The rest is for the header. */
const pieceLength = 7_800;

/** Cuts messages into pieces that a notification can carry. The pieces of a node are numbered, so that no loss goes unnoticed. */
export class PieceWriter {
  readonly #node: string;
  #number = 0;

  constructor(node: string) {
    this.#node = node;
  }

  write(messages: readonly NodeMessage[]): string[] {
    // Of ASCII only, so that each character is one byte and may be the last of a piece.
    const text = JSON.stringify(messages).replace(
      /[\u007f-\uffff]/g,
      (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
    );
    const pieces: string[] = [];
    for (let start = 0; start < text.length; start += pieceLength) {
      const isLast = start + pieceLength >= text.length;
      this.#number += 1;
      const content = text.slice(start, start + pieceLength);
      pieces.push(`${this.#node} ${this.#number} ${isLast ? "." : "+"} ${content}`);
    }
    return pieces;
  }

  /** Skips a number, so that the receivers notice that something is missing. */
  leaveOut(): void {
    this.#number += 1;
  }
}

interface ReceivedPiece {
  readonly from: string;
  /** The messages that are complete with this piece. */
  readonly messages: readonly NodeMessage[];
  /** Whether pieces before this one are missing. */
  readonly isAfterLoss: boolean;
}

/** Puts the pieces of all nodes together again. */
export class PieceReader {
  readonly #nodes = new Map<string, { number: number; text: string }>();

  /** Returns undefined for something that no node has written. */
  read(piece: string): ReceivedPiece | undefined {
    const [, from, digits, end, content = ""] = /^(\S+) (\d+) ([.+]) (.*)$/s.exec(piece) ?? [];
    if (from === undefined) return undefined;
    const number = Number(digits);
    const known = this.#nodes.get(from);
    const isAfterLoss = known !== undefined && known.number + 1 !== number;
    const text = isAfterLoss ? content : (known?.text ?? "") + content;
    const isLast = end === ".";
    this.#nodes.set(from, { number, text: isLast ? "" : text });
    // The first piece that is received from a node, or the first after a loss, may be the end of a message.
    return { from, isAfterLoss, messages: isLast ? parseNodeMessages(text) : [] };
  }

  /** Forgets a node that is gone. */
  forget(node: string): void {
    this.#nodes.delete(node);
  }
}
