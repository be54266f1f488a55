/** Shows the first video of another person in a floating window. A second call closes it. */
export async function showPictureInPicture(): Promise<void> {
  try {
    if (document.pictureInPictureElement !== null) return await document.exitPictureInPicture();
    const videos = [...document.querySelectorAll<HTMLVideoElement>('.stage video')].filter(
      ({ readyState }) => readyState > 0,
    );
    const video = videos.find(({ className }) => className !== 'mirrored') ?? videos[0];
    await video?.requestPictureInPicture();
  } catch {
    // The browser or the guest refused.
  }
}
