const READ_MS = 100;

/**
 * Reads the peak level of a track ten times a second while the page is visible. Nothing is sent.
 * Returns a function that stops it.
 */
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
