import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * Tests that each run in their own process, because they replace modules or the Spanish texts, or listen to
 * the whole process.
 */
export const apart = [
  'tests/retries.test.ts',
  'tests/faults/database.test.ts',
  'src/shared/language.test.ts',
  'src/shared/day-text.test.ts',
]
/** Tests of code that Node alone can't load: styles, JSX, and values inserted by the build. */
const bundled = ['src/**/*.test.tsx', 'src/ui/theme.test.ts', 'src/web/api.test.ts', 'src/web/outbox.test.ts']
/**
 * Tests of the whole product. Many of them start it or try every call, and take ten seconds or more. They
 * begin early, because the last ones would otherwise run alone.
 */
const long = /\/tests\//

class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const rank = ({ project, moduleId }: TestSpecification) =>
      project.name === 'apart' ? 0 : long.test(moduleId) ? 1 : 2
    return (await super.sort(files)).toSorted((one, other) => rank(one) - rank(other))
  }
}

// Long timeouts, because results come late on a busy machine. None is reached as long as all is well.
const every = { testTimeout: 300_000, hookTimeout: 300_000, expect: { poll: { timeout: 60_000 } } }
/**
 * As in the product, Node loads the sources directly. This takes an eighth less time than through the
 * bundler.
 */
const viteModuleRunner = false

// Separate from vite.config.ts, whose root is the pages, because tests are next to the code they test, all
// over the repository.
export default defineConfig({
  test: {
    globalSetup: ['tests/cluster.ts'],
    maxWorkers: 2,
    sequence: { sequencer: LongFirst },
    projects: [
      {
        // Loading the server takes longer than running most test files, so each worker loads it once for all
        // of its files.
        test: {
          ...every,
          name: 'together',
          isolate: false,
          experimental: { viteModuleRunner, nodeLoader: false },
          include: ['src/**/*.test.ts', 'tests/**/*.test.ts', 'db/**/*.test.ts'],
          exclude: [...apart, ...bundled],
        },
      },
      { test: { ...every, name: 'apart', experimental: { viteModuleRunner }, include: apart } },
      {
        // The contrast test reads the real tokens.
        test: { ...every, name: 'bundled', css: { include: /tokens\.css/ }, include: bundled },
      },
    ],
  },
})
