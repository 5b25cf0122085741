import { LRUCache } from "lru-cache";

/** Suffixes and their replacements. */
type Suffixes = Readonly<Record<string, string>>;

const step2Suffixes: Suffixes = {
  ational: "ate",
  tional: "tion",
  enci: "ence",
  anci: "ance",
  izer: "ize",
  bli: "ble",
  alli: "al",
  entli: "ent",
  eli: "e",
  ousli: "ous",
  ization: "ize",
  ation: "ate",
  ator: "ate",
  alism: "al",
  iveness: "ive",
  fulness: "ful",
  ousness: "ous",
  aliti: "al",
  iviti: "ive",
  biliti: "ble",
  logi: "log",
};

const step3Suffixes: Suffixes = {
  icate: "ic",
  ative: "",
  alize: "al",
  iciti: "ic",
  ical: "ic",
  ful: "",
  ness: "",
};

const step4Dropped = "al ance ence er ic able ible ant ement ment ent ou ism ate iti ous ive ize".split(" ");
const step4Suffixes: Suffixes = {
  ...Object.fromEntries(step4Dropped.map((ending) => [ending, ""])),
  sion: "s",
  tion: "t",
};

const cache = new LRUCache<string, string>({ max: 20_000 });

/**
 * The stem of an English word by Porter's algorithm of 1980 with his two later changes, so that a search for "runs"
 * finds "running". Stems are stored in the search indexes: another stem for a word hides the messages that hold it.
 * The databases do not stem, because their stemmers differ (docs/decisions/0010 and 0014).
 */
export function stem(word: string): string {
  if (word.length < 3) return word;
  // Few words make up most of what people write.
  const cached = cache.get(word);
  if (cached !== undefined) return cached;
  const result = computeStem(word);
  cache.set(word, result);
  return result;
}

function computeStem(word: string): string {
  if (!/^[a-z]+$/.test(word)) return word;
  let result = dropPast(dropPlural(word));
  if (result.endsWith("y") && hasVowel(result.slice(0, -1))) result = `${result.slice(0, -1)}i`;
  result = replaceSuffix(result, step2Suffixes, 1);
  result = replaceSuffix(result, step3Suffixes, 1);
  result = replaceSuffix(result, step4Suffixes, 2);
  return dropLastLetter(result);
}

function dropPlural(word: string): string {
  if (word.endsWith("sses") || word.endsWith("ies")) return word.slice(0, -2);
  return word.endsWith("s") && !word.endsWith("ss") ? word.slice(0, -1) : word;
}

function dropPast(word: string): string {
  if (word.endsWith("eed")) return measure(word.slice(0, -3)) > 0 ? word.slice(0, -1) : word;
  const rest = /^(.*)(?:ed|ing)$/.exec(word)?.[1];
  if (rest === undefined || !hasVowel(rest)) return word;
  if (/(?:at|bl|iz)$/.test(rest)) return `${rest}e`;
  if (/([^aeiouylsz])\1$/.test(rest)) return rest.slice(0, -1);
  return measure(rest) === 1 && isShort(rest) ? `${rest}e` : rest;
}

/** Replaces the longest suffix that the word has, if the measure of the rest is at least `minMeasure`. */
function replaceSuffix(word: string, suffixes: Suffixes, minMeasure: number): string {
  for (let length = Math.min(7, word.length); length > 1; length--) {
    const replacement = suffixes[word.slice(-length)];
    if (replacement === undefined) continue;
    const rest = word.slice(0, -length) + (length === 4 && /[st]ion$/.test(word) ? replacement : "");
    return measure(rest) >= minMeasure ? word.slice(0, -length) + replacement : word;
  }
  return word;
}

/** Porter also shortens the "ll" that a dropped "e" leaves ("gazelle"). This does not, and stored stems rely on it. */
function dropLastLetter(word: string): string {
  const rest = word.slice(0, -1);
  const size = measure(rest);
  if (word.endsWith("e")) return size > 1 || (size === 1 && !isShort(rest)) ? rest : word;
  return word.endsWith("ll") && size > 1 ? rest : word;
}

/** `c` for every consonant and `v` for every vowel; y is a vowel after a consonant. */
function soundsOf(word: string): string {
  let sounds = "";
  for (const letter of word) {
    const isVowel = "aeiou".includes(letter) || (letter === "y" && sounds.endsWith("c"));
    sounds += isVowel ? "v" : "c";
  }
  return sounds;
}

/** Porter's measure m: how often consonants follow vowels. */
function measure(word: string): number {
  return soundsOf(word).match(/vc/g)?.length ?? 0;
}

function hasVowel(word: string): boolean {
  return soundsOf(word).includes("v");
}

/** Whether the word ends in consonant, vowel, consonant, as "hop" does. */
function isShort(word: string): boolean {
  return soundsOf(word).endsWith("cvc") && !/[wxy]$/.test(word);
}
