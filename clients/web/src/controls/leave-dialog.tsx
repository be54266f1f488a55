import { ConfirmDialog } from '../components/confirm-dialog.tsx';
import { messages } from '../i18n/messages.ts';

type Props = { onStay(): void; onLeave(): void };

/** Shown only when the others would lose something, such as a shared screen. */
export function LeaveDialog({ onStay, onLeave }: Props) {
  const { title, help, stay, leave } = messages.leaveSharing;
  return <ConfirmDialog {...{ title, help, stay, onStay }} go={leave} onGo={onLeave} />;
}
