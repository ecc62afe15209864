// All rules, in the order of the vocabulary: one row a rule, and nobody else lists them.

import type { Rule } from '../rule.ts';

export const RULES: readonly Rule[] = [];
