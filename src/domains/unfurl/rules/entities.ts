const latin =
  "nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute " +
  "micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring " +
  "AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml " +
  "times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil " +
  "egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash " +
  "ugrave uacute ucirc uuml yacute thorn yuml";

/** The names that pages use; the thousands of others are left as they are written. */
const named = new Map<string, string>([
  ...latin.split(" ").map((name, place): [string, string] => [name, String.fromCharCode(160 + place)]),
  ...Object.entries({ amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", hellip: "…", bull: "•", euro: "€" }),
  ...Object.entries({ ndash: "–", mdash: "—", lsquo: "‘", rsquo: "’", ldquo: "“", rdquo: "”", trade: "™" }),
]);

const unknownCharacter = "\ufffd";

/** Text as an attribute of a page has it, read as people do. */
export function decodeEntities(text: string): string {
  return text.replace(
    /&(?:#x([\da-f]{1,6})|#(\d{1,7})|(\w{2,8}));?/gi,
    (whole, hex?: string, decimal?: string, name?: string) => {
      if (name !== undefined) return whole.endsWith(";") ? (named.get(name) ?? whole) : whole;
      return characterAt(hex === undefined ? Number(decimal) : Number.parseInt(hex, 16));
    },
  );
}

function characterAt(code: number): string {
  // Numbers from 128 to 159 mean what they mean in Windows.
  if (code >= 0x80 && code < 0xa0) return new TextDecoder("windows-1252").decode(Uint8Array.of(code));
  const isNone = code === 0 || code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff);
  return isNone ? unknownCharacter : String.fromCodePoint(code);
}
