import { thumbHashToDataURL } from "thumbhash";

/** A blurred image from the few bytes that come with a file. */
export function thumbnailUrl(hash: readonly number[] | null | undefined): string | undefined {
  // The decoder takes what it gets: too few bytes would give noise, too many are not such a hash.
  if (!Array.isArray(hash) || hash.length < 5 || hash.length > 64) return undefined;
  try {
    return thumbHashToDataURL(hash);
  } catch {
    return undefined;
  }
}
