// A panel that fails takes nothing else with it: it says what happened and can be started again.

import { Component, type ReactNode } from 'react';

interface Props {
  readonly children: ReactNode;
  /** Of which log it shows something: a failure over one is none over the next. */
  readonly log: number | undefined;
  readonly fallback: (error: Error, retry: () => void) => ReactNode;
}

export class PanelBoundary extends Component<Props, { error: Error | undefined }> {
  override state: { error: Error | undefined } = { error: undefined };

  static getDerivedStateFromError(error: unknown) {
    return { error: error instanceof Error ? error : new Error(String(error)) };
  }

  override componentDidUpdate({ log }: Props) {
    if (log !== this.props.log && this.state.error) this.setState({ error: undefined });
  }

  override render() {
    const { error } = this.state;
    return error ? this.props.fallback(error, () => this.setState({ error: undefined })) : this.props.children;
  }
}
