import sharp from "sharp";

const skies = [
  ["#f6c89f", "#e58f65", "#7a3b2e"],
  ["#bfe0d4", "#5f9f8b", "#21524a"],
  ["#f4e3b2", "#d9a441", "#6e4a12"],
  ["#c9d6f2", "#6f8fd0", "#2b3f78"],
  ["#efc7d6", "#c8698f", "#642346"],
  ["#d8cdf0", "#8a74c4", "#3e2f73"],
  ["#cfe6ab", "#83a83f", "#3b5217"],
  ["#f2cdb8", "#b9694a", "#4b2417"],
  ["#c4e4ee", "#4f9db8", "#17495c"],
  ["#e6dfd3", "#a08f78", "#4b4033"],
] as const;

/** An image of hills under a low sun, in colours of its own for each number. */
export function drawHills(number: number, width: number, height: number): Promise<Buffer> {
  const [sky, hill, near] = skies[number % skies.length] ?? skies[0];
  const sunAt = 25 + ((number * 37) % 50);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100" preserveAspectRatio="none" width="${width}" height="${height}">
    <rect width="100" height="100" fill="${sky}"/>
    <ellipse cx="${sunAt}" cy="34" rx="${(13 * height) / Math.max(width, height)}" ry="${(13 * width) / Math.max(width, height)}" fill="#fffaf0" opacity="0.9"/>
    <path d="M0 62 Q ${sunAt} 34 60 56 T 100 46 V100 H0Z" fill="${hill}" opacity="0.55"/>
    <path d="M0 70 Q 30 ${50 + (number % 5) * 3} 62 72 T 100 62 V100 H0Z" fill="${hill}"/>
    <path d="M0 88 Q 40 ${66 + (number % 3) * 5} 100 90 V100 H0Z" fill="${near}"/>
  </svg>`;
  return sharp(Buffer.from(svg)).png({ palette: true }).toBuffer();
}
