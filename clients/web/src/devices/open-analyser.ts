/** Measures the sound of a track until its context is closed. */
type OpenAnalyser = { analyser: AnalyserNode; context: AudioContext };

/**
 * Null where the browser cannot measure this track: Firefox refuses a microphone whose sample rate is not that of the
 * page, as with `privacy.resistFingerprinting`, and may have no Web Audio at all. The microphone itself works.
 */
export function openAnalyser(track: MediaStreamTrack, fftSize: number): OpenAnalyser | null {
  let context: AudioContext | null = null;
  try {
    context = new AudioContext();
    const analyser = new AnalyserNode(context, { fftSize });
    context.createMediaStreamSource(new MediaStream([track])).connect(analyser);
    return { analyser, context };
  } catch {
    void context?.close();
    return null;
  }
}
