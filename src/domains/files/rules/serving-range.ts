export interface ByteRange {
  readonly start: number;
  /** The first byte that is not part of it. */
  readonly end: number;
}

/**
 * The part that is asked for. Whatever is not one well-formed range is answered with everything, as the protocol
 * allows; `unsatisfiable` is a range with nothing in it.
 */
export function requestedRange(header: string | null, size: number): ByteRange | "whole" | "unsatisfiable" {
  const [, first = "", last = ""] = /^bytes=[ \t]*(\d*)-(\d*)[ \t]*$/i.exec(header ?? "") ?? [];
  if (first === "" && last === "") return "whole";
  if (first === "") {
    const start = Math.max(0, size - Number(last));
    return start < size ? { start, end: size } : "unsatisfiable";
  }
  const start = Number(first);
  if (last !== "" && Number(last) < start) return "whole";
  if (start >= size) return "unsatisfiable";
  return { start, end: last === "" ? size : Math.min(size, Number(last) + 1) };
}
