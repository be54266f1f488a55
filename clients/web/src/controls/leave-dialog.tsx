import { ConfirmDialog } from '../components/confirm-dialog.tsx';
import { messages } from '../i18n/messages.ts';

type Props = { onStay(): void; onLeave(): void };

/** Asked only where leaving takes something from the others. */
export function LeaveDialog({ onStay, onLeave }: Props) {
  const { title, help, stay, leave } = messages.leaveSharing;
  return <ConfirmDialog {...{ title, help, stay, onStay }} go={leave} onGo={onLeave} />;
}
