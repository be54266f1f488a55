import { Component } from 'react';
import type { ReactNode } from 'react';

type Props = { onFailed: () => void; children: ReactNode };

/** Catches what breaks while a screen is drawn or loaded, so that the guest gets a page that says so and not an empty one. */
export class PageGuard extends Component<Props, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override componentDidCatch(): void {
    this.props.onFailed();
  }

  override render(): ReactNode {
    return this.state.failed ? null : this.props.children;
  }
}
