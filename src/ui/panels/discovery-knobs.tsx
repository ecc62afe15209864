// The bar above discovery and admission: the question itself as knobs. Every change is a what-if that is asked at once; what
// the log states can be put back, field by field or as a whole.

import type { DiscoveryAnswer } from '../../model/projections/discovery.ts';
import { useInspector } from '../inspector-store.ts';
import { Field, KnobBar, NumberField, TagEditor } from '../pieces/controls.tsx';
import { ClassificationField } from './discovery-classification.tsx';
import { PolicySwitch } from './policy-switch.tsx';
import { changeCaller, changeNeed, countChanges } from './discovery-what-if.ts';

/** What both answers tell about the question. */
export type AskedView = Pick<
  DiscoveryAnswer,
  'stated' | 'caller' | 'callerUnknown' | 'tags' | 'maxDepth' | 'knownTags' | 'knownTenants' | 'policy' | 'statedPolicy'
>;

/** `needOnly`: without the caller, of whom something else asks. */
export function WhatIfKnobs({ asked, needOnly = false }: { asked: AskedView; needOnly?: boolean }) {
  const whatIf = useInspector((state) => state.whatIf);
  const setWhatIf = useInspector((state) => state.setWhatIf);
  const { stated } = asked;
  const needState = (key: 'tags' | 'maxDepth') => ({
    changed: whatIf[key] !== undefined,
    onReset: () => setWhatIf(changeNeed(whatIf, stated, key, stated[key])),
  });
  return (
    <KnobBar label="The question" changed={countChanges(whatIf)} onReset={() => setWhatIf({})}>
      {needOnly ? null : <CallerKnobs asked={asked} />}
      <span className="da-knob-group" role="group" aria-label="What is needed">
        <TagEditor
          label="tags"
          values={asked.tags}
          suggestions={asked.knownTags}
          onChange={(values) => setWhatIf(changeNeed(whatIf, stated, 'tags', values))}
          {...needState('tags')}
        />
        <NumberField
          label="depth limit"
          value={asked.maxDepth}
          onChange={(value) => setWhatIf(changeNeed(whatIf, stated, 'maxDepth', value))}
          {...needState('maxDepth')}
        />
      </span>
      <PolicySwitch asked={asked} />
    </KnobBar>
  );
}

function CallerKnobs({ asked }: { asked: AskedView }) {
  const whatIf = useInspector((state) => state.whatIf);
  const setWhatIf = useInspector((state) => state.setWhatIf);
  const { stated, caller } = asked;
  const callerState = (key: keyof typeof caller) => ({
    changed: whatIf.caller?.[key] !== undefined,
    onReset: () => setWhatIf(changeCaller(whatIf, stated, key, stated.caller[key])),
  });
  return (
    <span className="da-knob-group" role="group" aria-label="The caller">
      <Field
        label="caller"
        mono
        width={168}
        value={caller.agentId}
        onCommit={(value) => setWhatIf(changeCaller(whatIf, stated, 'agentId', value))}
        {...callerState('agentId')}
      />
      <Field
        label="tenant"
        width={102}
        value={caller.tenant}
        suggestions={asked.knownTenants}
        onCommit={(value) => setWhatIf(changeCaller(whatIf, stated, 'tenant', value))}
        {...callerState('tenant')}
      />
      <ClassificationField
        label="data"
        width={92}
        value={caller.dataClassification}
        onChange={(value) => setWhatIf(changeCaller(whatIf, stated, 'dataClassification', value))}
        {...callerState('dataClassification')}
      />
      <TagEditor
        label="chain"
        ordered
        values={caller.delegationChain}
        onChange={(values) => setWhatIf(changeCaller(whatIf, stated, 'delegationChain', values))}
        {...callerState('delegationChain')}
      />
    </span>
  );
}
