const READ_MS = 100;

/** Reads how loud a track is, ten times a second while the page is seen; returns a function that stops it. Only in this device, nothing is sent. */
export function watchPeakLevel(
  track: MediaStreamTrack,
  onPeak: (level: number, nowMs: number) => void,
): () => void {
  const context = new AudioContext();
  const analyser = new AnalyserNode(context, { fftSize: 8192 });
  context.createMediaStreamSource(new MediaStream([track])).connect(analyser);
  const samples = new Float32Array(analyser.fftSize);
  const timer = setInterval(() => {
    if (
      document.hidden ||
      context.state !== 'running' ||
      track.muted ||
      track.readyState !== 'live'
    )
      return;
    analyser.getFloatTimeDomainData(samples);
    onPeak(
      samples.reduce((peak, sample) => Math.max(peak, Math.abs(sample)), 0),
      Date.now(),
    );
  }, READ_MS);
  return () => {
    clearInterval(timer);
    if (context.state !== 'closed') void context.close();
  };
}
