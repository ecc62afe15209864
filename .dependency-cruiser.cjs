// Who may import whom: the table of src/model/README.md as rules. Everything not allowed there is an error here.
const faces = 'adapters|ingest|audit|engine';
/** @type {(name: string, from: object, to: object, comment?: string) => any} */
const rule = (name, from, to, comment) => ({ name, severity: 'error', comment, from, to });
/** @type {(folder: string, allowed: string[]) => any} */
const only = (folder, allowed) =>
  rule(
    `${folder}-imports`,
    { path: `^src/${folder}/`, pathNot: '\\.test\\.tsx?$' },
    { path: '^src/', pathNot: [`^src/${folder}/`, ...allowed.map((path) => `^src/${path}`)] },
    `what ${folder} may import`,
  );
const OBSERVATION = 'model/adapters/(adapters|observation|sight|protocol-port)\\.ts$';
const VOCABULARY = 'model/(base|protocol|log)/';

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    rule('no-cycles', {}, { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } }, 'files that need each other are one file'),
    rule('no-unresolved', {}, { couldNotResolve: true }, 'an import must name a file that is there'),
    only('model/base', []),
    only('model/protocol', ['model/base/']),
    only('model/log', ['model/(base|protocol)/']),
    only('model/kernel', [VOCABULARY]),
    only('model/adapters', ['model/(base|protocol)/']),
    only('model/ingest', [VOCABULARY, OBSERVATION]),
    only('model/audit', [VOCABULARY, 'model/kernel/', OBSERVATION]),
    only('model/projections', [VOCABULARY, 'model/kernel/', OBSERVATION, 'model/audit/audit\\.ts$']),
    only('model/engine', ['model/']),
    only('model/testing', ['model/']),
    only('mock-agents', ['model/(base|protocol|log|kernel)/', OBSERVATION]),
    rule(
      'ui-imports',
      { path: '^src/ui/', pathNot: ['^src/ui/workers/', '\\.test\\.tsx?$'] },
      {
        path: '^src/',
        pathNot: [
          '^src/ui/',
          '^src/model/engine/query\\.ts$',
          '^src/model/(base|protocol|log|kernel|projections)/',
          '^src/model/adapters/observation\\.ts$',
          '^src/mock-agents/(lab-face|lesson|experiment|watch-scene|faults/fault-table|lessons/(catalogue|apply-knobs))\\.ts$',
        ],
      },
      'the page sees types and the faces',
    ),
    rule(
      'ui-worker-imports',
      { path: '^src/ui/workers/' },
      {
        path: '^src/',
        pathNot: [
          '^src/ui/',
          '^src/model/engine/(engine|query)\\.ts$',
          '^src/model/(base|protocol|log)/',
          '^src/mock-agents/(lab|lab-face|agent-host|agent-io|lanes|watchdog|virtual-time/episode-storage)\\.ts$',
          '^src/mock-agents/(behaviours|orchestrator|specialist|stand-in)/',
        ],
      },
      'worker entries compose, and nothing else',
    ),
    rule(
      'private-rooms',
      { path: '^src/([^/]+/[^/]+)', pathNot: ['\\.test\\.tsx?$', '^src/model/testing/'] },
      {
        path: `^src/model/(${faces})/`,
        pathNot: [
          `^src/$1/`,
          '^src/model/(adapters|ingest|audit|engine)/(adapters|observation|sight|protocol-port|ingest|sink|audit|engine|query)\\.ts$',
        ],
      },
      'a folder with a face is entered by it',
    ),
    rule(
      'model-npm',
      { path: '^src/model/', pathNot: ['\\.test\\.ts$', '^src/model/testing/'] },
      { dependencyTypes: ['npm', 'npm-dev', 'npm-no-pkg', 'core'], pathNot: 'node_modules/(xstate|@noble)' },
      'the model needs xstate and noble and nothing else',
    ),
    rule(
      'xstate-only-in-lifecycle',
      {
        path: '^src/model/',
        pathNot: ['^src/model/kernel/lifecycle', '^src/model/kernel/watch/stand-in(-machine|-setup)?\\.ts$', '\\.test\\.ts$'],
      },
      { path: 'node_modules/xstate' },
      'the lifecycle and the stand-in are machines, and nothing else is',
    ),
    rule(
      'noble-only-in-jws',
      { path: '^src/', pathNot: ['^src/model/kernel/jws', '^src/model/kernel/watch/push-token\\.ts$', '\\.test\\.ts$'] },
      { path: 'node_modules/@noble' },
      'signatures are made and verified in one place, and tokens digested in one',
    ),
    rule(
      'agents-npm',
      { path: '^src/mock-agents/', pathNot: ['\\.(test|contract)\\.ts$', '^src/mock-agents/specialist/'] },
      { dependencyTypes: ['npm', 'npm-dev', 'core'] },
      'agents are our own code',
    ),
    rule(
      'specialist-npm',
      { path: '^src/mock-agents/specialist/', pathNot: '\\.test\\.ts$' },
      { dependencyTypes: ['npm', 'npm-dev', 'core'], pathNot: 'node_modules/@langchain/(langgraph|core)/' },
      'one agent is made with LangGraph, and with nothing else',
    ),
    rule(
      'agents-of-different-make',
      { path: '^src/mock-agents/(orchestrator|specialist)/', pathNot: '\\.test\\.ts$' },
      {
        path: '^src/mock-agents/(orchestrator|specialist|behaviours|participants|lessons)/',
        pathNot: '^src/mock-agents/$1/',
      },
      'they know each other over the wire only, and share no code of agents',
    ),
    rule(
      'makes-stay-apart',
      { path: '^src/mock-agents/', pathNot: ['\\.test\\.ts$', '^src/mock-agents/(orchestrator|specialist|testing)/'] },
      { path: '^src/mock-agents/(orchestrator|specialist)/', pathNot: '^src/mock-agents/orchestrator/settings\\.ts$' },
      'who seats them knows their settings, not their code',
    ),
    rule(
      'both-ends-of-a-watch',
      { path: '^src/mock-agents/(stand-in|remote-task)/', pathNot: '\\.test\\.ts$' },
      { path: '^src/mock-agents/(stand-in|remote-task|behaviours|participants|lessons)/', pathNot: '^src/mock-agents/$1/' },
      'a host and the agent that it watches know each other over the wire only',
    ),
    rule(
      'idb-only-in-episode-database',
      { path: '^src/', pathNot: ['^src/ui/workers/episode-database\\.ts$', '\\.test\\.ts$'] },
      { path: 'node_modules/idb' },
      'one file speaks to the database',
    ),
    rule(
      'no-node-in-page',
      { path: '^src/', pathNot: '\\.test\\.tsx?$' },
      { dependencyTypes: ['core'] },
      'nothing of Node enters the page',
    ),
    rule('e2e-stands-outside', { path: '^e2e/' }, { path: '^src/' }, 'end-to-end tests know the page only'),
    rule(
      'tests-only',
      { path: '^src/', pathNot: ['\\.(test|contract)\\.tsx?$', '^src/(model|mock-agents|ui/workers)/testing/'] },
      { path: '^src/(model|mock-agents|ui/workers)/testing/' },
      'what is made for tests stays with tests',
    ),
    rule('no-cupboards', {}, { path: '^src/.*(/index\\.tsx?$|/(utils|helpers|common|shared)/)' }, 'names say what is in a room'),
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    doNotFollow: { path: 'node_modules' },
    exclude: { path: 'fixtures' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.json'],
    },
  },
};
