import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { anyText } from "../../../../test/support/hostile/any-text.ts";
import type { NodeMessage } from "../port.ts";
import { PieceReader, PieceWriter } from "./message-pieces.ts";

const commit = (position: number): NodeMessage => ({ kind: "commit", position });
const typing = (text: string): NodeMessage => ({
  kind: "announcement",
  after: 0,
  announcement: { name: "Any", payload: { text }, topics: [] },
});
const long = typing("x".repeat(20_000));

describe("messages in pieces", () => {
  test("any message arrives as it was sent, in pieces that fit into a notification", () => {
    const texts = fc.array(anyText({ maxLength: 3_000, size: "max" }), {
      maxLength: 6,
    });
    fc.assert(
      fc.property(fc.array(texts, { maxLength: 4 }), (batches) => {
        const [writer, reader] = [new PieceWriter("a"), new PieceReader()];
        for (const batch of batches) {
          const messages = batch.map(typing);
          const pieces = writer.write(messages);
          for (const piece of pieces) expect(Buffer.byteLength(piece)).toBeLessThan(8_000);
          const received = pieces.map((piece) => reader.read(piece));
          expect(received.flatMap((part) => part?.messages ?? [])).toEqual(messages);
          expect(received.some((part) => part?.isAfterLoss)).toBe(false);
        }
      }),
      { numRuns: 30 },
    );
  });

  test("pieces of several nodes may mix", () => {
    const reader = new PieceReader();
    const [a, b] = [new PieceWriter("a").write([long]), new PieceWriter("b").write([long, commit(2)])];
    const received = a.flatMap((piece, index) => [reader.read(piece), reader.read(b[index] ?? "")]);
    expect(received.flatMap((part) => part?.messages.map(() => part.from) ?? [])).toEqual(["a", "b", "b"]);
  });

  test.each([0, 1, 2])(
    "without piece %d of a message it is left out, and the loss is reported once",
    (lost) => {
      const [writer, reader] = [new PieceWriter("a"), new PieceReader()];
      const read = (pieces: string[]) => pieces.map((piece) => reader.read(piece));
      read(writer.write([commit(1)]));
      const pieces = writer.write([long]);
      expect(pieces).toHaveLength(3);
      const rest = read(pieces.toSpliced(lost, 1));
      const next = read(writer.write([commit(2)]));
      expect([...rest, ...next].flatMap((part) => part?.messages ?? [])).toEqual([commit(2)]);
      expect([...rest, ...next].filter((part) => part?.isAfterLoss)).toHaveLength(1);
    },
  );

  test("a number that the writer leaves out counts as a loss", () => {
    const [writer, reader] = [new PieceWriter("a"), new PieceReader()];
    for (const piece of writer.write([commit(1)])) reader.read(piece);
    writer.leaveOut();
    expect(writer.write([commit(2)]).map((piece) => reader.read(piece))).toEqual([
      { from: "a", messages: [commit(2)], isAfterLoss: true },
    ]);
  });

  test("a reader that begins in the middle takes the first whole message, and that is no loss", () => {
    const [writer, reader] = [new PieceWriter("a"), new PieceReader()];
    const received = [...writer.write([long]).slice(1), ...writer.write([commit(2)])].map((piece) =>
      reader.read(piece),
    );
    expect(received.flatMap((part) => part?.messages ?? [])).toEqual([commit(2)]);
    expect(received.some((part) => part?.isAfterLoss)).toBe(false);
  });

  test("what no node has written is left alone, and a node that is forgotten begins again", () => {
    const [writer, reader] = [new PieceWriter("a"), new PieceReader()];
    for (const text of ["", "hello", "a 1 ! []", "a x . []"]) expect(reader.read(text)).toBeUndefined();
    for (const piece of writer.write([commit(1)])) reader.read(piece);
    writer.leaveOut();
    reader.forget("a");
    expect(reader.read(writer.write([commit(2)])[0] ?? "")?.isAfterLoss).toBe(false);
  });
});
