interface Palette {
  readonly sky: readonly [above: string, below: string];
  readonly moon: string;
  /** The shadow on the fur. */
  readonly shade: string;
  /** Inside the ears, and on the cheeks. */
  readonly pink: string;
  /** Eyes, nose and the tip of the tail. */
  readonly dark: string;
}

const palettes: readonly Palette[] = [
  { sky: ["#9cc4ff", "#4f6be0"], moon: "#d6e6ff", shade: "#cfdaf6", pink: "#f2b3c4", dark: "#1d2346" },
  { sky: ["#8ce8d4", "#1c968f"], moon: "#d3f7ef", shade: "#c6e6e2", pink: "#f5b8bd", dark: "#103539" },
  { sky: ["#ffdb96", "#ef8436"], moon: "#fff1d2", shade: "#f4ddc4", pink: "#f0a08c", dark: "#452213" },
  { sky: ["#ffc0d0", "#de4f7b"], moon: "#ffe6ec", shade: "#f5d3dd", pink: "#ee89a3", dark: "#46172b" },
  { sky: ["#d7c0ff", "#754ad2"], moon: "#ece2ff", shade: "#dcd0f4", pink: "#eeaad4", dark: "#28174a" },
  { sky: ["#c6ec98", "#469747"], moon: "#e9f9d6", shade: "#d5e6c6", pink: "#f2b4a2", dark: "#1b371d" },
  { sky: ["#a3b7d0", "#324260"], moon: "#dbe5f1", shade: "#cbd6e3", pink: "#e7adb4", dark: "#161e2c" },
];

/** The SVG of each default avatar: an ermine in different colours. */
export const avatarDrawings: readonly string[] = palettes.map(drawErmine);

/** The last characters of ids with the drawings 2 to 7; all other ids have the first. */
const lastCharacters = ["0123SZ", "4567T", "89AB", "CDEFV", "GHJKW", "MNPQX"];

/** The index of the drawing for a user id. Clients cache the image by id, so the mapping must never change. */
export function avatarDrawingOf(target: string): number {
  const last = target.slice(-1);
  return last === "" ? 0 : lastCharacters.findIndex((characters) => characters.includes(last)) + 1;
}

function drawErmine({ sky: [above, below], moon, shade, pink, dark }: Palette): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="256" height="256">
    <defs>
      <linearGradient id="sky" x2="0.35" y2="1">
        <stop stop-color="${above}"/><stop offset="1" stop-color="${below}"/>
      </linearGradient>
      <linearGradient id="fur" x2="0" y2="1">
        <stop offset="0.45" stop-color="#fff"/><stop offset="1" stop-color="${shade}"/>
      </linearGradient>
      <clipPath id="body"><path d="M64 262C66 222 88 174 128 174S190 222 192 262Z"/></clipPath>
    </defs>
    <rect width="256" height="256" fill="url(#sky)"/>
    <circle cx="128" cy="116" r="92" fill="${moon}" opacity="0.42"/>
    <g id="tail" transform="translate(5 13)">
      <path d="M180 262C236 246 240 204 226 176C216 168 202 172 202 184C204 202 204 212 172 232Z" fill="url(#fur)"/>
      <path d="M201.5 200C198 184 204 166 222 156C231 164 237 176 235.5 188C228 196 214 201 201.5 200Z" fill="${dark}"/>
    </g>
    <g clip-path="url(#body)">
      <rect y="170" width="256" height="90" fill="url(#fur)"/>
      <ellipse cx="128" cy="186" rx="58" ry="27" fill="${shade}"/>
    </g>
    <g id="ear">
      <circle cx="74" cy="86" r="24" fill="#fff"/><circle cx="75" cy="88" r="14" fill="${pink}"/>
    </g>
    <use href="#ear" transform="matrix(-1 0 0 1 256 0)"/>
    <path id="head" d="M128 66C178 66 207 98 207 134C207 158 188 168 168 180C153 190 141 200 128 200
      C115 200 103 190 88 180C68 168 49 158 49 134C49 98 78 66 128 66Z" fill="url(#fur)"/>
    <g id="cheeks" fill="${pink}" opacity="0.5">
      <ellipse cx="72" cy="154" rx="12" ry="7"/><ellipse cx="184" cy="154" rx="12" ry="7"/>
    </g>
    <g id="eye">
      <ellipse cx="92" cy="130" rx="11" ry="13" fill="${dark}"/>
      <circle cx="96" cy="125" r="4.2" fill="#fff"/><circle cx="88.5" cy="136" r="2" fill="#fff" opacity="0.6"/>
    </g>
    <use href="#eye" x="72"/>
    <path id="nose" d="M117 159C117 153 139 153 139 159S132 169 128 169S117 165 117 159Z" fill="${dark}"/>
    <g fill="none" stroke-linecap="round" stroke-linejoin="round">
      <path id="mouth" d="M128 168V175M109 177C113 184 123 184 128 175C133 184 143 184 147 177" stroke="${dark}" stroke-width="4"/>
      <path id="whiskers" d="M58 166L39 163M63 175L46 180M198 166L217 163M193 175L210 180" stroke="#fff" stroke-width="3" opacity="0.8"/>
    </g>
  </svg>`;
}
