// The selected card's fields that discovery and admission read, as knobs: a changed card is a what-if like any other.

import type { EditedCard } from '../../model/projections/discovery.ts';
import type { AgentCard, Skill } from '../../model/protocol/agent-card.ts';
import { useInspector } from '../inspector-store.ts';
import { TagEditor } from '../pieces/controls.tsx';
import { PaneHead } from '../pieces/Pane.tsx';
import { ClassificationField } from './discovery-classification.tsx';
import { changeCard, sameValue } from './discovery-what-if.ts';

const EDITED_SKILLS = 24;

export function CardEditor({
  card,
  knownTags,
  knownTenants,
}: {
  card: EditedCard;
  knownTags: readonly string[];
  knownTenants: readonly string[];
}) {
  const whatIf = useInspector((state) => state.whatIf);
  const setWhatIf = useInspector((state) => state.setWhatIf);
  const selectCard = useInspector((state) => state.selectCard);
  const { stated, current } = card;
  const change = <K extends keyof AgentCard>(key: K, value: AgentCard[K]) => setWhatIf(changeCard(whatIf, stated, key, value));
  const knob = (key: 'tenants' | 'maxDataClassification' | 'securitySchemes') => ({
    stacked: true,
    changed: !sameValue(stated[key], current[key]),
    onReset: () => change(key, stated[key]),
  });
  const setTags = (at: number, tags: readonly string[]) =>
    change(
      'skills',
      current.skills.map((skill, index): Skill => (index === at ? { ...skill, tags } : skill)),
    );
  return (
    <aside className="da-editor" aria-label={`What if ${stated.name} were different`}>
      <PaneHead title={stated.name} facts={stated.version}>
        <button type="button" className="btn small ghost" onClick={() => selectCard(undefined)}>
          Close
        </button>
      </PaneHead>
      <div className="da-fields">
        <p className="i2">
          {card.platformKnown
            ? 'Change what this card says; the answer follows at once.'
            : 'Only the wire showed this card. Its tenants and classification are defaults, not seen.'}
        </p>
        <TagEditor
          label="tenants (none: every tenant)"
          values={current.tenants}
          suggestions={knownTenants}
          onChange={(values) => change('tenants', values)}
          {...knob('tenants')}
        />
        <ClassificationField
          label="handles data up to"
          width={160}
          value={current.maxDataClassification}
          onChange={(value) => change('maxDataClassification', value)}
          {...knob('maxDataClassification')}
        />
        <TagEditor
          label="security schemes"
          values={current.securitySchemes}
          suggestions={['oauth2', 'mtls', 'apikey']}
          onChange={(values) => change('securitySchemes', values)}
          {...knob('securitySchemes')}
        />
        {current.skills.slice(0, EDITED_SKILLS).map((skill, at) => (
          <TagEditor
            key={at}
            stacked
            label={`tags of ${skill.skillId}`}
            values={skill.tags}
            suggestions={knownTags}
            changed={!sameValue(stated.skills[at]?.tags, skill.tags)}
            onReset={() => setTags(at, stated.skills[at]?.tags ?? [])}
            onChange={(values) => setTags(at, values)}
          />
        ))}
        {current.skills.length > EDITED_SKILLS ? (
          <p className="i2">
            The first {EDITED_SKILLS} of {current.skills.length} skills can be edited here.
          </p>
        ) : null}
      </div>
    </aside>
  );
}
