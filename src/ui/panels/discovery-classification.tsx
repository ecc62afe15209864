// A classification as text: only a known word is taken. Another one is refused in a sentence that lists the known ones, and
// the old value stays in force.

import { useState } from 'react';
import { classificationIssue } from '../../model/kernel/classification.ts';
import { CLASSIFICATIONS } from '../../model/protocol/agent-card.ts';
import { type ControlState, Field } from '../pieces/controls.tsx';

export function ClassificationField(props: ControlState & { value: string; onChange: (value: string) => void; width?: number }) {
  const [refused, setRefused] = useState<string>();
  return (
    <Field
      {...props}
      width={props.width ?? 104}
      suggestions={CLASSIFICATIONS}
      error={refused ?? props.error}
      onReset={() => {
        setRefused(undefined);
        props.onReset?.();
      }}
      onCommit={(text) => {
        const issue = classificationIssue(text.trim());
        setRefused(issue && `${issue.message}. “${props.value}” stays in force.`);
        if (!issue) props.onChange(text.trim());
      }}
    />
  );
}
