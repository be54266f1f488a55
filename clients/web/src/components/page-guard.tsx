import { Component } from 'preact';
import type { ComponentChildren } from 'preact';

type Props = { onFailed: () => void; children: ComponentChildren };

/** Catches what breaks while a screen is drawn or loaded, so that the guest gets a page that says so and not an empty one. */
export class PageGuard extends Component<Props, { failed: boolean }> {
  override state = { failed: false };

  static override getDerivedStateFromError() {
    return { failed: true };
  }

  override componentDidCatch(): void {
    this.props.onFailed();
  }

  override render(): ComponentChildren {
    return this.state.failed ? null : this.props.children;
  }
}
