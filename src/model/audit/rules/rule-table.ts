// All rules, in the order of the vocabulary: one row a rule, and nobody else lists them.

import type { Rule } from '../rule.ts';
import { ARTIFACT_RULES } from './artifacts.ts';
import { CARD_CONDUCT_RULES } from './card-conduct.ts';
import { CARD_RULES } from './cards.ts';
import { DELEGATED_FAILURE_RULES } from './delegated-failure.ts';
import { DELEGATION_RULES } from './delegation.ts';
import { IDENTITY_RULES } from './identity.ts';
import { JSON_RPC_RULES } from './identity-json-rpc.ts';
import { AFTER_END_RULES } from './lifecycle-after-end.ts';
import { CANCEL_RULES } from './lifecycle-cancel.ts';
import { RETRY_RULES } from './lifecycle-retries.ts';
import { STREAM_END_RULES } from './lifecycle-stream-ends.ts';
import { TRANSITION_RULES } from './lifecycle-transitions.ts';
import { WAITING_RULES } from './lifecycle-waiting.ts';
import { MESSAGE_RULES } from './messages.ts';
import { ORDER_RULES } from './order-of-events.ts';
import { PUSH_RULES } from './push.ts';
import { SECRET_RULES } from './secrets.ts';
import { SHAPE_RULES } from './shape.ts';
import { TEXT_RULES } from './text.ts';
import { VERSION_RULES } from './version-mixup.ts';
import { ERROR_CODE_RULES } from './wrong-error-code.ts';

export const RULES: readonly Rule[] = [
  ...TRANSITION_RULES,
  ...AFTER_END_RULES,
  ...STREAM_END_RULES,
  ...WAITING_RULES,
  ...CANCEL_RULES,
  ...RETRY_RULES,
  ...DELEGATED_FAILURE_RULES,
  ...IDENTITY_RULES,
  ...JSON_RPC_RULES,
  ...ORDER_RULES,
  ...ARTIFACT_RULES,
  ...MESSAGE_RULES,
  ...VERSION_RULES,
  ...SHAPE_RULES,
  ...ERROR_CODE_RULES,
  ...TEXT_RULES,
  ...CARD_RULES,
  ...CARD_CONDUCT_RULES,
  ...PUSH_RULES,
  ...SECRET_RULES,
  ...DELEGATION_RULES,
];
