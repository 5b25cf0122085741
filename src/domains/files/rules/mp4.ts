import type { BytePatch, ByteSpan, Dimensions, ReadAt } from "./byte-access.ts";

interface Box extends ByteSpan {
  readonly type: string;
  /** The offset of its content. */
  readonly body: number;
}

/** Boxes behind these are ignored. */
const maxBoxes = 4_096;

/** Boxes with metadata of cameras and phones: location, device, owner. */
const metadataBoxes = new Set(["udta", "meta", "uuid"]);

interface Mp4 {
  readonly size: Dimensions | undefined;
  /** Turn the metadata into free space without moving anything. */
  readonly patches: readonly BytePatch[];
}

/** Reads the headers of an MP4 or QuickTime file. */
export async function readMp4(readAt: ReadAt, length: number): Promise<Mp4> {
  const budget = { left: maxBoxes };
  const patches: BytePatch[] = [];
  let size: Dimensions | undefined;
  const visit = async (span: ByteSpan): Promise<void> => {
    for (const box of await boxesIn(readAt, span, budget)) {
      if (metadataBoxes.has(box.type)) patches.push(...blank(box));
      else if (box.type === "moov" || box.type === "trak") await visit({ start: box.body, end: box.end });
      else if (box.type === "tkhd")
        size ??= sizeIn(await readAt(box.body, Math.min(box.end - box.body, 104)));
    }
  };
  await visit({ start: 0, end: length });
  return { size, patches };
}

async function boxesIn(readAt: ReadAt, { start, end }: ByteSpan, budget: { left: number }): Promise<Box[]> {
  const boxes: Box[] = [];
  for (let at = start; at + 8 <= end && budget.left > 0; budget.left -= 1) {
    const head = await readAt(at, 16);
    if (head.length < 8) break;
    const short = head.readUInt32BE(0);
    const isLong = short === 1 && head.length === 16;
    const size = isLong ? Number(head.readBigUInt64BE(8)) : short === 0 ? end - at : short;
    const box = {
      type: head.toString("latin1", 4, 8),
      start: at,
      body: at + (isLong ? 16 : 8),
      end: at + size,
    };
    if (box.end > end || box.end < box.body) break;
    boxes.push(box);
    at = box.end;
  }
  return boxes;
}

/** The display size of a track, in 16.16 fixed point; undefined for a track without one, such as audio. */
function sizeIn(header: Buffer): Dimensions | undefined {
  const matrix = header[0] === 1 ? 52 : 40;
  if (header.length < matrix + 44) return undefined;
  const across = header.readUInt16BE(matrix + 36);
  const down = header.readUInt16BE(matrix + 40);
  if (across === 0 || down === 0) return undefined;
  const isRotated = header.readInt32BE(matrix) === 0 && header.readInt32BE(matrix + 16) === 0;
  return isRotated ? { width: down, height: across } : { width: across, height: down };
}

function blank({ start, body, end }: Box): BytePatch[] {
  return [
    { at: start + 4, bytes: Buffer.from("free", "latin1") },
    { at: body, bytes: end - body },
  ];
}
