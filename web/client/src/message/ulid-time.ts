const alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/** When the object of an id was made, in milliseconds. */
export function timeOf(id: string): number {
  let time = 0;
  for (const letter of id.slice(0, 10)) time = time * 32 + alphabet.indexOf(letter);
  return time;
}

/** The smallest id of a time: whatever was made then or later has a greater one. */
export function firstIdAt(time: number): string {
  let letters = "";
  for (let rest = Math.max(0, Math.floor(time)); letters.length < 10; rest = Math.floor(rest / 32)) {
    letters = alphabet.charAt(rest % 32) + letters;
  }
  return letters + "0".repeat(16);
}
