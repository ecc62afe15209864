// Runs the import rules and refuses a silent pass: a cruise that saw too few modules has checked nothing.
import { cruise } from 'dependency-cruiser';
import { createRequire } from 'node:module';

const config = createRequire(import.meta.url)('../.dependency-cruiser.cjs');
const MODULES_AT_LEAST = 60;
const result = await cruise(['src', 'e2e', 'scripts'], { ...config.options, ruleSet: { forbidden: config.forbidden }, validate: true });
const { summary } = /** @type {import('dependency-cruiser').ICruiseResult} */ (result.output);
for (const violation of summary.violations) console.error(`${violation.rule.name}: ${violation.from} → ${violation.to}`);
console.log(`import rules: ${summary.totalCruised} modules, ${summary.violations.length} violations`);
if (summary.totalCruised < MODULES_AT_LEAST) {
  console.error(`import rules: fewer than ${MODULES_AT_LEAST} modules were seen; the check is not working`);
  process.exit(1);
}
process.exit(summary.violations.length === 0 ? 0 : 1);
