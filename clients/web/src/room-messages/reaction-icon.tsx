import { Coffee, Heart, Laugh, PartyPopper, ThumbsDown, ThumbsUp } from 'lucide-preact';
import type { LucideIcon } from 'lucide-preact';
import type { Reaction } from './guest-message.ts';

const ICONS: Record<Reaction, LucideIcon> = {
  thumbs_up: ThumbsUp,
  heart: Heart,
  laugh: Laugh,
  celebrate: PartyPopper,
  thumbs_down: ThumbsDown,
  pause: Coffee,
};

/** An icon, because not every system has these emoji. */
export function ReactionIcon({ reaction }: { reaction: Reaction }) {
  const Icon = ICONS[reaction];
  return <Icon class={`reaction-icon reaction-${reaction}`} aria-hidden="true" />;
}
