// An error in one view leaves the tabs, the other views and everything typed standing.
import { Button, MessageBar, MessageBarBody, MessageBarTitle } from '@fluentui/react-components';
import { Component, type ReactNode } from 'react';

interface Properties {
  readonly children: ReactNode;
}

export class ErrorBoundary extends Component<Properties, { readonly failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    return (
      <div className="sw-view">
        <MessageBar intent="error" layout="multiline" role="alert">
          <MessageBarBody>
            <MessageBarTitle>Something went wrong in this view.</MessageBarTitle> Your entries are kept, and
            your formulas aren’t affected.
          </MessageBarBody>
        </MessageBar>
        <Button appearance="primary" onClick={() => this.setState({ failed: false })}>
          Reload view
        </Button>
      </div>
    );
  }
}
