import { Component } from 'preact';
import type { ComponentChildren } from 'preact';

type Props = { onFailed: () => void; children: ComponentChildren };

/**
 * Catches errors of rendering and of lazy loading, so that the guest sees a message and not an
 * empty page.
 */
export class ErrorBoundary extends Component<Props, { failed: boolean }> {
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
