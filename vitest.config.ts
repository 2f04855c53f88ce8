import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Each in a process of its own: they replace modules, or listen to the whole process. */
const apart = ['tests/retries.test.ts', 'tests/faults/database.test.ts']
/**
 * After all others: one of its faults, F20, must be over within two seconds where the machine does nothing
 * else.
 */
const alone = ['tests/faults/server.test.ts']
/** Node alone can't load what these test: styles, JSX, and what the build puts in. */
const bundled = ['src/**/*.test.tsx', 'src/ui/theme.test.ts', 'src/web/api.test.ts', 'src/web/outbox.test.ts']
/** They start whole products and take ten seconds each; the last to begin would run alone. */
const long = /\/tests\/(faults|load|fuzz)\//

class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const rank = ({ project, moduleId }: TestSpecification) =>
      project.name === 'apart' ? 0 : long.test(moduleId) ? 1 : 2
    return (await super.sort(files)).toSorted((one, other) => rank(one) - rank(other))
  }
}

// What is waited for comes late on a busy machine; none of these is waited for in vain while all is well.
const every = { testTimeout: 30_000, hookTimeout: 60_000, expect: { poll: { timeout: 10_000 } } }
/**
 * As the product runs: Node loads the sources themselves. An eighth sooner over than with the bundler
 * between.
 */
const viteModuleRunner = false

// Apart from vite.config.ts, whose root is the pages: tests stand beside what they test, all over the
// repository.
export default defineConfig({
  test: {
    globalSetup: ['tests/cluster.ts'],
    maxWorkers: 2,
    sequence: { sequencer: LongFirst },
    projects: [
      {
        // To load the server costs more than most files do with it: a worker loads it once, for all of its
        // files.
        test: {
          ...every,
          name: 'together',
          isolate: false,
          experimental: { viteModuleRunner, nodeLoader: false },
          include: ['src/**/*.test.ts', 'tests/**/*.test.ts', 'db/**/*.test.ts'],
          exclude: [...apart, ...alone, ...bundled],
        },
      },
      { test: { ...every, name: 'apart', experimental: { viteModuleRunner }, include: apart } },
      {
        test: {
          ...every,
          name: 'alone',
          experimental: { viteModuleRunner },
          include: alone,
          sequence: { groupOrder: 1 },
        },
      },
      {
        // The contrast test reads the real tokens.
        test: { ...every, name: 'bundled', css: { include: /tokens\.css/ }, include: bundled },
      },
    ],
  },
})
