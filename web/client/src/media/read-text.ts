interface ReadText {
  readonly text: string;
  /** Whether there is more of the file than was read. */
  readonly isCut: boolean;
}

/** Reads the beginning of a text file, and never more than the limit, whatever the server sends. */
export async function readText(url: string, limit: number): Promise<ReadText> {
  const response = await fetch(url, { headers: { range: `bytes=0-${limit}` } });
  if (!response.ok || !response.body) throw new Error(`the file service answered ${response.status}`);
  const reader = response.body.getReader();
  const decoder = new TextDecoder();
  let [text, length] = ["", 0];
  while (length < limit) {
    const { done, value } = await reader.read();
    if (done) return { text: text + decoder.decode(), isCut: false };
    text += decoder.decode(value.subarray(0, limit - length), { stream: true });
    length += value.length;
  }
  const isCut = length > limit || !(await reader.read()).done;
  await reader.cancel();
  return { text, isCut };
}
