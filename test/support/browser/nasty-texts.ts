import fc from "fast-check";

export const longWord = "W".repeat(2_000);

/** Texts that would break out of a page that does not escape them. Every script among them calls `hacked`. */
export const nasties: readonly string[] = [
  "<script>hacked()</script>",
  '"><img src=x onerror=hacked()>',
  "<svg/onload=hacked()><style>*{display:none}</style>",
  '<iframe srcdoc="<script>parent.hacked()</script>">',
  "[link](javascript:hacked()) <javascript:hacked()> [d](data:text/html,<script>hacked()</script>)",
  '![p](https://evil.example/p.png) https://evil.example/ <https://evil.example/"onclick="hacked()>',
  "{{constructor.constructor('hacked()')()}} #{hacked()} `hacked()`",
  "\u202eright to left\u2066 override \u202e\u202e txt.exe",
  "سلام عليكم ورحمة الله وبركاته شكرا جزيلا لكم",
  `z${"\u0301\u0316\u0334\u0489".repeat(60)}algo`,
  longWord,
  `${"line\n".repeat(399)}end`,
  "👨‍👩‍👧‍👦".repeat(80),
  "﷽".repeat(200),
  `${"> ".repeat(300)}deep`,
  `${"||".repeat(200)}${"**".repeat(200)}${"`".repeat(201)}`,
  `|${"a|".repeat(120)}\n|${"-|".repeat(120)}\n|${"b|".repeat(120)}`,
  `$$${"\\frac{1}{".repeat(60)}x${"}".repeat(60)}$$ $\\href{javascript:hacked()}{x}\\style{position:fixed}{y}$`,
  `\`\`\`html\n<script>hacked()</script>${"x".repeat(600)}\n\`\`\``,
  `https://evil.example/${"a/".repeat(400)}`,
];

/** Addresses that nothing may load and no link may lead to. */
export const addresses: readonly string[] = [
  "javascript:hacked()",
  "data:text/html,<script>hacked()</script>",
  "https://evil.example/picture.png",
  'https://evil.example/"><img src=x onerror=hacked()>',
  "//evil.example/a",
  "vbscript:hacked()",
  "file:///etc/passwd",
  `https://evil.example/${"x".repeat(1_000)}`,
];

export const colours: readonly string[] = [
  "#ff0000",
  "url(https://evil.example/a.png)",
  "red; background: url(https://evil.example/b.png)",
  "linear-gradient(red, blue), url(https://evil.example/c.png)",
  "var(--x); position: fixed",
  "linear-gradient(90deg, #ff0000, #0000ff)",
  "expression(hacked())",
];

/** Markdown and markup at random. */
export const salad: fc.Arbitrary<string> = fc
  .array(
    fc.oneof(
      fc.constantFrom(..."*_~`[](){}<>!|$:@#%\\\n -+1.&;=\"'"),
      fc.constantFrom(
        "**",
        "```",
        "![",
        "](",
        "](javascript:hacked())",
        "<img src=x onerror=hacked()>",
        "<style>",
      ),
      fc.constantFrom("||", "$$", "\n# ", "\n> ", "\n- ", "\n|a|\n|-|\n", "https://evil.example/", "<t:1:R>"),
      fc.constantFrom(
        "\u202e",
        "\u2067",
        "👍",
        "\\href{javascript:hacked()}{a}",
        "\\color{red}",
        "&lt;script&gt;",
      ),
      fc.string({ unit: "grapheme", maxLength: 12 }),
    ),
    { minLength: 1, maxLength: 60 },
  )
  .map((parts) => parts.join(""));
