export interface ByteRange {
  readonly start: number;
  /** Exclusive. */
  readonly end: number;
}

/**
 * The requested range. Anything but one well-formed range gets the whole content, as HTTP allows; `unsatisfiable` is a
 * range with no bytes in it.
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
