/** Runs in a page of the web client, before its first call. Tests call `heard`. */
(() => {
  const connections = [];
  window.RTCPeerConnection = class extends RTCPeerConnection {
    constructor(options) {
      super(options);
      connections.push(this);
    }
  };

  // The browser takes the beeps of its own microphone for noise.
  const media = navigator.mediaDevices;
  const getUserMedia = media.getUserMedia.bind(media);
  const raw = { noiseSuppression: false, echoCancellation: false, autoGainControl: false };
  media.getUserMedia = ({ audio, ...rest }) =>
    getUserMedia(audio ? { ...rest, audio: { deviceId: audio.deviceId, ...raw } } : rest);

  /** The energy of the sound that has arrived so far. */
  window.heard = async () => {
    const reports = await Promise.all(connections.map((connection) => connection.getStats()));
    return reports
      .flatMap((report) => [...report.values()])
      .filter(({ type, kind }) => type === "inbound-rtp" && kind === "audio")
      .reduce((sum, { totalAudioEnergy }) => sum + (totalAudioEnergy ?? 0), 0);
  };
})();
