/** Room above and below the line, as a part of the height. */
const margin = 4;

/**
 * The path of a line through values at equal distances, in a square of 100. The bottom is 0, unless the values are far
 * from it: then a change would not be seen.
 */
export function linePath(values: readonly number[]): string {
  const highest = Math.max(...values);
  const lowest = Math.min(...values);
  const bottom = lowest > highest / 2 ? lowest - (highest - lowest) / 2 : 0;
  const range = highest - bottom;
  return values
    .map((value, index) => {
      const x = (index * 100) / (values.length - 1);
      const share = range > 0 ? (value - bottom) / range : highest > 0 ? 0.5 : 0;
      return `${index === 0 ? "M" : "L"}${round(x)} ${round(100 - margin - share * (100 - 2 * margin))}`;
    })
    .join(" ");
}

const round = (value: number) => Math.round(value * 100) / 100;
