/** Apart from what starts LiveKit: to import that builds it. */
export const key = "testkey";
export const secret = "a secret of at least thirty-two bytes";

export const nodeName = "main";

/** The configuration of a voice node on this port. */
export function voiceNodeOn(port: number, name = nodeName) {
  const url = `http://127.0.0.1:${port}`;
  return { name, public_url: url.replace("http", "ws"), url, key, secret };
}

/** A configuration with a voice node that does not answer. */
export const silentVoice = { mode: "nodes", nodes: [voiceNodeOn(1)] };
