import { useEffect, useRef } from 'preact/hooks';
import { CircleAlert, Mic, MicOff, Video, VideoOff, Volume2 } from 'lucide-preact';
import type { DeviceKind, DeviceTrouble } from '../devices/device-trouble.ts';
import type { Preview, PreviewState } from '../devices/preview.ts';
import { words } from '../i18n/messages.ts';
import { DeviceSelect } from '../devices/device-select.tsx';
import { LevelMeter } from '../devices/level-meter.tsx';
import { Spinner } from '../components/spinner.tsx';
import { TestSound } from '../devices/test-sound.tsx';
import { useDevices } from '../devices/use-devices.ts';
import { useStore } from '../hooks/use-store.ts';

/** How the guest will look and sound: camera picture, microphone level, what is on at the start, and which device. */
export function PreviewPane({ preview }: { preview: Preview }) {
  const state = useStore(preview.store);
  const { microphone, camera } = state;
  const devices = useDevices(`${microphone.status} ${camera.status}`);
  return (
    <section class="preview">
      <div class="preview-picture">
        <Picture state={state} />
        <p class="preview-sound">
          <LevelMeter track={microphone.track} />
          {soundWords(state)}
        </p>
        <div class="preview-switches">
          <Switch kind="microphone" state={state} preview={preview} />
          <Switch kind="camera" state={state} preview={preview} />
        </div>
      </div>
      <Troubles state={state} preview={preview} />
      <div class="preview-devices">
        <DeviceSelect
          label={words.microphone}
          icon={Mic}
          choices={devices.microphone}
          chosen={microphone.track?.getSettings().deviceId ?? microphone.deviceId ?? undefined}
          onChoose={(deviceId) => preview.choose('microphone', deviceId)}
        />
        <DeviceSelect
          label={words.camera}
          icon={Video}
          choices={devices.camera}
          chosen={camera.track?.getSettings().deviceId ?? camera.deviceId ?? undefined}
          onChoose={(deviceId) => preview.choose('camera', deviceId)}
        />
        <DeviceSelect
          label={words.speaker}
          icon={Volume2}
          choices={devices.speaker}
          chosen={state.speakerId ?? undefined}
          onChoose={(deviceId) => preview.chooseSpeaker(deviceId)}
        />
        <TestSound speakerId={state.speakerId} />
      </div>
    </section>
  );
}

function Picture({ state }: { state: PreviewState }) {
  const { status, track } = state.camera;
  const element = useRef<HTMLVideoElement>(null);
  useEffect(() => {
    if (element.current !== null)
      element.current.srcObject = track === null ? null : new MediaStream([track]);
  }, [track]);
  if (track !== null) return <video ref={element} class="mirrored" autoPlay playsInline muted />;
  return (
    <p class="preview-empty">
      {status === 'starting' ? <Spinner /> : <VideoOff aria-hidden="true" />}
      {status === 'starting' ? words.cameraStarting : words.cameraOff}
      {status === 'starting' && <small>{words.cameraAsk}</small>}
    </p>
  );
}

/** Named as in the room: what it does there, it does here before anybody can hear or see the guest. */
function Switch({
  kind,
  state,
  preview,
}: {
  kind: DeviceKind;
  state: PreviewState;
  preview: Preview;
}) {
  const { wanted } = state[kind];
  const [On, Off] = kind === 'microphone' ? [Mic, MicOff] : [Video, VideoOff];
  const [turnOff, turnOn] =
    kind === 'microphone'
      ? [words.muteMicrophone, words.unmuteMicrophone]
      : [words.turnCameraOff, words.turnCameraOn];
  const name = wanted ? turnOff : turnOn;
  return (
    <button
      type="button"
      class="round"
      aria-label={name}
      title={name}
      data-off={!wanted}
      onClick={() => preview.want(kind, !wanted)}
    >
      {wanted ? <On aria-hidden="true" /> : <Off aria-hidden="true" />}
    </button>
  );
}

function Troubles({ state, preview }: { state: PreviewState; preview: Preview }) {
  const [mic, cam] = [state.microphone.trouble, state.camera.trouble];
  if (mic !== null && mic === cam) {
    return (
      <Trouble
        words={words.devicesTrouble(mic)}
        kinds={['microphone', 'camera']}
        trouble={mic}
        preview={preview}
      />
    );
  }
  return (
    <>
      {state.microphone.replaced && <Replaced said={words.said.microphone_changed} />}
      {state.camera.replaced && <Replaced said={words.said.camera_changed} />}
      {mic !== null && (
        <Trouble
          words={words.deviceTrouble('microphone', mic)}
          kinds={['microphone']}
          trouble={mic}
          preview={preview}
        />
      )}
      {cam !== null && (
        <Trouble
          words={words.deviceTrouble('camera', cam)}
          kinds={['camera']}
          trouble={cam}
          preview={preview}
        />
      )}
    </>
  );
}

function Replaced({ said }: { said: string }) {
  return (
    <p class="alert" role="alert">
      <CircleAlert aria-hidden="true" />
      <span>{said}</span>
    </p>
  );
}

type TroubleProps = {
  words: { title: string; help: string };
  kinds: readonly DeviceKind[];
  trouble: DeviceTrouble;
  preview: Preview;
};

function Trouble({ words: said, kinds, trouble, preview }: TroubleProps) {
  const hopeless = trouble === 'insecure_page' || trouble === 'old_browser';
  return (
    <div class="alert" role="alert">
      <CircleAlert aria-hidden="true" />
      <span>
        <strong>{said.title}.</strong> {said.help}
      </span>
      {!hopeless && (
        <button type="button" class="button button-small" onClick={() => preview.tryAgain(kinds)}>
          {words.tryAgain}
        </button>
      )}
    </div>
  );
}

function soundWords({ microphone }: PreviewState): string {
  if (microphone.status === 'starting') return words.microphoneStarting;
  return microphone.status === 'on' ? words.microphoneHears : words.microphoneOff;
}
