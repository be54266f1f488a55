/** Puts the picture in front, else the first one of somebody else, in a small window above all others; a second call takes it back. */
export async function showPictureInPicture(): Promise<void> {
  try {
    if (document.pictureInPictureElement !== null) return await document.exitPictureInPicture();
    const pictures = [...document.querySelectorAll<HTMLVideoElement>('.stage video')].filter(
      ({ readyState }) => readyState > 0,
    );
    const picture = pictures.find(({ className }) => className !== 'mirrored') ?? pictures[0];
    await picture?.requestPictureInPicture();
  } catch {
    // The browser or the guest does not want it: the page stays as it was.
  }
}
