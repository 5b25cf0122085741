// Which message is a copy of which, in a file of JSON lines, so that replies, edits and deletions find their message.
import { appendFileSync, existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";

const kept = 100_000;

/**
 * A line is `{ pair, from, original, copy }`: the id of a message on the side `from`, and of its copy on the other. The
 * copy is null for a message that was refused there, and in the first line of a side, which only says where it began.
 */
export class Mirrored {
  #file;
  #byId = new Map();
  /** By pair and side, the newest message that was seen. */
  #positions = new Map();

  constructor(file) {
    this.#file = file;
    const lines = existsSync(file) ? readFileSync(file, "utf8").split("\n") : [""];
    const cutOff = lines.pop(); // By a crash in the middle of a line.
    for (const line of lines) this.#remember(JSON.parse(line));
    if (lines.length <= 2 * kept && cutOff === "") return;
    writeFileSync(
      `${file}.new`,
      lines
        .slice(-kept)
        .map((line) => `${line}\n`)
        .join(""),
    );
    renameSync(`${file}.new`, file);
  }

  add(line) {
    appendFileSync(this.#file, `${JSON.stringify(line)}\n`);
    this.#remember(line);
  }

  /** The line of a message, whether it is the original or the copy. */
  get(side, id) {
    return this.#byId.get(`${side} ${id}`);
  }

  forget({ from, original, copy }) {
    this.#byId.delete(`${from} ${original}`);
    this.#byId.delete(`${otherSide(from)} ${copy}`);
  }

  position(pair, side) {
    return this.#positions.get(`${pair} ${side}`)?.original;
  }

  #remember(line) {
    const { pair, from, original, copy } = line;
    this.#byId.set(`${from} ${original}`, line);
    if (copy) this.#byId.set(`${otherSide(from)} ${copy}`, line);
    const key = `${pair} ${from}`;
    const before = this.#positions.get(key);
    // The clock of this machine, from which the beginning was taken, may be wrong.
    if (!before || before.isBeginning || isNewer(original, before.original)) this.#positions.set(key, line);
  }
}

export const otherSide = (side) => (side === "discord" ? "ermine" : "discord");

/** Ids of both sides grow with time. Those of Discord are numbers without leading zeros. */
function isNewer(id, other) {
  return id.length === other.length ? id > other : id.length > other.length;
}
