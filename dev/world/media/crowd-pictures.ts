// The sound and pictures of a crowd: tones, portraits and slides, all made in the page.

type Draw = (pen: CanvasRenderingContext2D, frame: number) => void;
export type Drawing = {
  drawing: {
    framesPerSecond: number;
    sound(isTalking: boolean): MediaStreamTrack;
    /** A video track of this width, 16:9. */
    drawn(width: number, draw: Draw): MediaStreamTrack;
    /** A person in front of a wall. Each number has its own colors. */
    portrait(number: number): Draw;
    slide: Draw;
  };
};

/** Runs in the page, so it cannot use anything outside itself. */
export function drawCrowd(): void {
  const framesPerSecond = 5;
  const context = new AudioContext();

  const sound = (isTalking: boolean): MediaStreamTrack => {
    const out = context.createMediaStreamDestination();
    const volume = new GainNode(context, { gain: isTalking ? 0.25 : 0 });
    const voice = new OscillatorNode(context, { frequency: 220 });
    voice.connect(volume).connect(out);
    voice.start();
    return out.stream.getAudioTracks()[0] as MediaStreamTrack;
  };
  const drawn = (
    width: number,
    draw: (pen: CanvasRenderingContext2D, frame: number) => void,
  ): MediaStreamTrack => {
    const canvas = document.createElement('canvas');
    canvas.width = width;
    canvas.height = Math.round((width * 9) / 16);
    const pen = canvas.getContext('2d') as CanvasRenderingContext2D;
    pen.scale(width / 320, width / 320);
    let frame = 0;
    setInterval(() => draw(pen, (frame += 1)), 1000 / framesPerSecond);
    draw(pen, 0);
    return canvas.captureStream(framesPerSecond).getVideoTracks()[0] as MediaStreamTrack;
  };
  const { portrait, slide } = (window as unknown as Pictures).pictures;
  (window as unknown as Drawing).drawing = { framesPerSecond, sound, drawn, portrait, slide };
}

type Pictures = { pictures: { portrait(number: number): Draw; slide: Draw } };

/** Runs in the page, before `drawCrowd`. */
export function drawPictures(): void {
  const portrait = (number: number) => (pen: CanvasRenderingContext2D, frame: number) => {
    const hue = (number * 67) % 360;
    const wall = pen.createLinearGradient(0, 0, 320, 180);
    wall.addColorStop(0, `hsl(${hue} 22% 80%)`);
    wall.addColorStop(1, `hsl(${hue} 26% 56%)`);
    pen.fillStyle = wall;
    pen.fillRect(0, 0, 320, 180);
    pen.fillStyle = `hsl(${hue} 30% 88%)`;
    pen.fillRect(26, 0, 58, 92);
    pen.fillStyle = `hsl(${hue} 24% 46%)`;
    pen.fillRect(250, 96, 70, 84);
    const sway = Math.sin(frame / 9 + number) * 2;
    const disc = (x: number, y: number, rx: number, ry: number, color: string) => {
      pen.fillStyle = color;
      pen.beginPath();
      pen.ellipse(x, y, rx, ry, 0, 0, 2 * Math.PI);
      pen.fill();
    };
    const skin = `hsl(${22 + ((number * 5) % 12)} 42% ${46 + ((number * 13) % 30)}%)`;
    const hair = `hsl(${18 + ((number * 11) % 20)} 30% ${14 + ((number * 7) % 22)}%)`;
    disc(160 + sway, 66, 35, 40, hair);
    pen.fillStyle = skin;
    pen.fillRect(147 + sway, 96, 26, 34);
    disc(160, 190, 78, 66, `hsl(${(hue + 150) % 360} 34% 36%)`);
    disc(160 + sway, 76, 28, 35, skin);
    pen.fillStyle = hair;
    pen.beginPath();
    pen.ellipse(160 + sway, 58, 31, 22, 0, Math.PI, 2 * Math.PI);
    pen.fill();
  };
  const slide = (pen: CanvasRenderingContext2D, frame: number) => {
    pen.fillStyle = '#fdfdfb';
    pen.fillRect(0, 0, 320, 180);
    pen.fillStyle = '#17201e';
    pen.font = '600 15px sans-serif';
    pen.fillText('Visitors by gallery', 22, 34);
    pen.font = '8px sans-serif';
    pen.fillStyle = '#55625f';
    pen.fillText('April to June, thousands', 22, 47);
    ['Ships', 'Maps', 'Tools', 'Letters', 'Ropes'].forEach((name, at) => {
      const wide = [188, 151, 122, 84, 60][at] ?? 0;
      pen.fillStyle = at === 0 ? '#0b6b60' : '#9cc4bd';
      pen.fillRect(70, 62 + at * 21, wide, 12);
      pen.fillStyle = '#17201e';
      pen.fillText(name, 22, 71 + at * 21);
    });
    pen.fillStyle = frame % 2 === 0 ? '#0b6b60' : '#0b6b61';
    pen.fillRect(22, 168, 276, 1);
  };
  (window as unknown as Pictures).pictures = { portrait, slide };
}
