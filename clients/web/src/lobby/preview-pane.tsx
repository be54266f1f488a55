import { useEffect, useRef } from 'preact/hooks';
import { CircleAlert, Mic, MicOff, Video, VideoOff, Volume2 } from 'lucide-preact';
import { DEVICE_KINDS, type DeviceError, type DeviceKind } from '../devices/device-error.ts';
import type { DevicePreview, PreviewState } from '../devices/device-preview.ts';
import { useFocusFallback } from '../hooks/use-focus-fallback.ts';
import { messages } from '../i18n/messages.ts';
import { DeviceSelect, useDevices } from '../devices/device-select.tsx';
import { LevelMeter, TestSound } from '../devices/sound-check.tsx';
import { useStore } from '../hooks/browser-hooks.ts';
import { Spinner } from '../components/brand.tsx';

type Props = { preview: DevicePreview };

/** How the guest will look and sound: camera, microphone level, switches, and with `devices` their choice. */
export function PreviewPane({ preview, devices }: Props & { devices: boolean }) {
  const state = useStore(preview.store);
  return (
    <section class="preview">
      <div class="preview-picture">
        <CameraPreview state={state} />
        <p class="preview-sound">
          <LevelMeter track={state.microphone.track} />
          {microphoneStatus(state)}
        </p>
        <div class="preview-switches">
          <DeviceSwitch kind="microphone" state={state} preview={preview} />
          <DeviceSwitch kind="camera" state={state} preview={preview} />
        </div>
      </div>
      <DeviceErrors state={state} preview={preview} />
      {devices && <PreviewDevices preview={preview} />}
    </section>
  );
}

export function PreviewDevices({ preview }: Props) {
  const { microphone, camera, speakerId } = useStore(preview.store);
  const devices = useDevices(`${microphone.status} ${camera.status}`);
  return (
    <div class="preview-devices">
      <DeviceSelect
        label={messages.microphone}
        icon={Mic}
        choices={devices.microphone}
        chosen={microphone.track?.getSettings().deviceId ?? microphone.deviceId ?? undefined}
        onChoose={(deviceId) => preview.choose('microphone', deviceId)}
      />
      <DeviceSelect
        label={messages.camera}
        icon={Video}
        choices={devices.camera}
        chosen={camera.track?.getSettings().deviceId ?? camera.deviceId ?? undefined}
        onChoose={(deviceId) => preview.choose('camera', deviceId)}
      />
      <DeviceSelect
        label={messages.speaker}
        icon={Volume2}
        choices={devices.speaker}
        chosen={speakerId ?? undefined}
        onChoose={(deviceId) => preview.chooseSpeaker(deviceId)}
      />
      <TestSound speakerId={speakerId} />
    </div>
  );
}

function CameraPreview({ state }: { state: PreviewState }) {
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
      {status === 'starting' ? messages.cameraStarting : messages.cameraOff}
      {status === 'starting' && <small>{messages.cameraAsk}</small>}
    </p>
  );
}

/** Has the same accessible names as the switches in the room. */
function DeviceSwitch({
  kind,
  state,
  preview,
}: {
  kind: DeviceKind;
  state: PreviewState;
  preview: DevicePreview;
}) {
  const { wanted } = state[kind];
  const [On, Off] = kind === 'microphone' ? [Mic, MicOff] : [Video, VideoOff];
  const [turnOff, turnOn] =
    kind === 'microphone'
      ? [messages.muteMicrophone, messages.unmuteMicrophone]
      : [messages.turnCameraOff, messages.turnCameraOn];
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

function DeviceErrors({ state, preview }: { state: PreviewState; preview: DevicePreview }) {
  const { error } = state.microphone;
  if (error !== null && error === state.camera.error)
    return (
      <DeviceErrorAlert
        text={messages.devicesError(error)}
        kinds={DEVICE_KINDS}
        error={error}
        preview={preview}
      />
    );
  return (
    <>
      {DEVICE_KINDS.filter((kind) => state[kind].replaced).map((kind) => (
        <DeviceReplaced key={kind} text={messages.notices[`${kind}_changed`]} />
      ))}
      {DEVICE_KINDS.map((kind) => {
        const { error: own } = state[kind];
        return (
          own !== null && (
            <DeviceErrorAlert
              key={kind}
              text={messages.deviceError(kind, own)}
              kinds={[kind]}
              error={own}
              preview={preview}
            />
          )
        );
      })}
    </>
  );
}

function DeviceReplaced({ text }: { text: string }) {
  return (
    <p class="alert" role="alert">
      <CircleAlert aria-hidden="true" />
      <span>{text}</span>
    </p>
  );
}

type AlertProps = {
  text: { title: string; help: string };
  kinds: readonly DeviceKind[];
  error: DeviceError;
  preview: DevicePreview;
};

/** Trying again in this page changes nothing. */
const PERMANENT: readonly DeviceError[] = ['insecure_page', 'old_browser', 'denied_by_frame'];

function DeviceErrorAlert({ text, kinds, error, preview }: AlertProps) {
  const alert = useFocusFallback<HTMLDivElement>('h1');
  const canRetry = !PERMANENT.includes(error);
  return (
    <div ref={alert} class="alert" role="alert">
      <CircleAlert aria-hidden="true" />
      <span>
        <strong>{messages.sentence(text.title)}</strong> {text.help}
      </span>
      {canRetry && (
        <button type="button" class="button button-small" onClick={() => preview.tryAgain(kinds)}>
          {messages.tryAgain}
        </button>
      )}
    </div>
  );
}

function microphoneStatus({ microphone }: PreviewState): string {
  if (microphone.status === 'starting') return messages.microphoneStarting;
  return microphone.status === 'on' ? messages.microphoneOn : messages.microphoneOff;
}
