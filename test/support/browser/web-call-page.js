/** Runs in a page of the web client, before its first call. Tests call what it puts into `call`. */
(() => {
  const connections = [];
  window.RTCPeerConnection = class extends RTCPeerConnection {
    constructor(options) {
      super(options);
      connections.push(this);
    }
  };

  // The browser takes an even tone for noise.
  const media = navigator.mediaDevices;
  const getUserMedia = media.getUserMedia.bind(media);
  const raw = { noiseSuppression: false, echoCancellation: false, autoGainControl: false };
  media.getUserMedia = ({ audio, ...rest }) =>
    getUserMedia(audio ? { ...rest, audio: { deviceId: audio.deviceId, ...raw } } : rest);

  let shared;
  const getDisplayMedia = media.getDisplayMedia.bind(media);
  media.getDisplayMedia = (wanted) => {
    shared = wanted;
    return getDisplayMedia(wanted);
  };

  // The library keeps the elements that play sound outside of the page.
  const players = [];
  const createElement = document.createElement.bind(document);
  document.createElement = (name, options) => {
    const element = createElement(name, options);
    if (name === "audio") players.push(element);
    return element;
  };

  async function sum(type, field) {
    const reports = await Promise.all(connections.map((connection) => connection.getStats()));
    return reports
      .flatMap((report) => [...report.values()])
      .filter((stats) => stats.type === type && stats.kind === "audio")
      .reduce((total, stats) => total + (stats[field] ?? 0), 0);
  }
  const playing = () => players.filter(({ srcObject }) => srcObject);
  const sources = () =>
    connections
      .filter(({ connectionState }) => connectionState !== "closed")
      .flatMap((connection) => connection.getSenders())
      .flatMap(({ track }) => (track ? [track] : []));

  window.call = {
    /** The energy of the sound that has arrived so far. */
    heard: () => sum("inbound-rtp", "totalAudioEnergy"),
    /** The packets of sound that have been sent so far. */
    sent: () => sum("outbound-rtp", "packetsSent"),
    /** How loud the others are played, and where. */
    volumes: () => playing().map(({ volume }) => Math.round(volume * 100)),
    speakers: () => playing().map(({ sinkId }) => sinkId),
    /** How many images of each video on the page have arrived so far, by its label. */
    async frames() {
      const reports = await Promise.all(connections.map((connection) => connection.getStats()));
      const inbound = reports.flatMap((report) => [...report.values()]);
      const framesOf = ({ srcObject }) => {
        const id = srcObject?.getVideoTracks()[0]?.id;
        return inbound.find((stats) => stats.trackIdentifier === id)?.framesDecoded ?? 0;
      };
      const videos = [...document.querySelectorAll("video[aria-label]")];
      return Object.fromEntries(videos.map((video) => [video.ariaLabel, framesOf(video)]));
    },
    /** The port of LiveKit from which sound arrives now; 0 if there is none. */
    async mediaPort() {
      const open = connections.filter(({ connectionState }) => connectionState === "connected");
      for (const connection of open) {
        const stats = await connection.getStats();
        const all = [...stats.values()];
        if (!all.some(({ type }) => type === "inbound-rtp")) continue;
        const pair = all.find(({ type, nominated }) => type === "candidate-pair" && nominated);
        return stats.get(pair?.remoteCandidateId)?.port ?? 0;
      }
      return 0;
    },
    /** What the browser was asked for when a screen was shared. */
    shared: () => shared,
    /** The names of the devices that are recorded. */
    inputs: () => sources().map(({ label }) => label),
  };
})();
