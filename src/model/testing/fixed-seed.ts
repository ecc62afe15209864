// Every property test starts from the same seed, whether it says so or not: a run that fails once fails again.

import fc from 'fast-check';
import { PROPERTY } from './arbitraries.ts';

fc.configureGlobal({ seed: PROPERTY.seed, verbose: PROPERTY.verbose });
