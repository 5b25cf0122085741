/** Endings, and what stands there instead. */
type Endings = Readonly<Record<string, string>>;

const doubleEndings: Endings = {
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

const singleEndings: Endings = {
  icate: "ic",
  ative: "",
  alize: "al",
  iciti: "ic",
  ical: "ic",
  ful: "",
  ness: "",
};

const bareEndings = "al ance ence er ic able ible ant ement ment ent ou ism ate iti ous ive ize".split(" ");
const lastEndings: Endings = {
  ...Object.fromEntries(bareEndings.map((ending) => [ending, ""])),
  sion: "s",
  tion: "t",
};

const mostKnown = 20_000;
const known = new Map<string, string>();

/** Most of what people say is made of few words. */
export function stem(word: string): string {
  if (word.length < 3) return word;
  const before = known.get(word);
  if (before !== undefined) return before;
  if (known.size >= mostKnown) known.clear();
  const found = findStem(word);
  known.set(word, found);
  return found;
}

/**
 * The stem of an English word by Porter's algorithm of 1980, with the two changes that he made later: to those who
 * search, "runs" and "running" are one word. Here and not in the databases, whose stemmers are not the same.
 */
function findStem(word: string): string {
  if (!/^[a-z]+$/.test(word)) return word;
  let found = dropPast(dropPlural(word));
  if (found.endsWith("y") && hasVowel(found.slice(0, -1))) found = `${found.slice(0, -1)}i`;
  found = replaceEnding(found, doubleEndings, 1);
  found = replaceEnding(found, singleEndings, 1);
  found = replaceEnding(found, lastEndings, 2);
  return dropLastLetter(found);
}

function dropPlural(word: string): string {
  if (word.endsWith("sses") || word.endsWith("ies")) return word.slice(0, -2);
  return word.endsWith("s") && !word.endsWith("ss") ? word.slice(0, -1) : word;
}

function dropPast(word: string): string {
  if (word.endsWith("eed")) return measure(word.slice(0, -3)) > 0 ? word.slice(0, -1) : word;
  const left = /^(.*)(?:ed|ing)$/.exec(word)?.[1];
  if (left === undefined || !hasVowel(left)) return word;
  if (/(?:at|bl|iz)$/.test(left)) return `${left}e`;
  if (/([^aeiouylsz])\1$/.test(left)) return left.slice(0, -1);
  return measure(left) === 1 && isShort(left) ? `${left}e` : left;
}

/** By the longest ending that the word has, if what is left of it is long enough. */
function replaceEnding(word: string, endings: Endings, least: number): string {
  for (let length = Math.min(7, word.length); length > 1; length--) {
    const instead = endings[word.slice(-length)];
    if (instead === undefined) continue;
    const kept = word.slice(0, -length) + (length === 4 && /[st]ion$/.test(word) ? instead : "");
    return measure(kept) >= least ? word.slice(0, -length) + instead : word;
  }
  return word;
}

function dropLastLetter(word: string): string {
  const left = word.slice(0, -1);
  const size = measure(left);
  if (word.endsWith("e")) return size > 1 || (size === 1 && !isShort(left)) ? left : word;
  return word.endsWith("ll") && size > 1 ? left : word;
}

/** `c` for every consonant and `v` for every vowel; y is one behind a consonant. */
function soundsOf(word: string): string {
  let sounds = "";
  for (const letter of word) {
    const isVowel = "aeiou".includes(letter) || (letter === "y" && sounds.endsWith("c"));
    sounds += isVowel ? "v" : "c";
  }
  return sounds;
}

/** How often consonants follow vowels. */
function measure(word: string): number {
  return soundsOf(word).match(/vc/g)?.length ?? 0;
}

function hasVowel(word: string): boolean {
  return soundsOf(word).includes("v");
}

/** Ends like "hop". */
function isShort(word: string): boolean {
  return soundsOf(word).endsWith("cvc") && !/[wxy]$/.test(word);
}
