import { defineConfig } from 'vitest/config'

/** Each in a process of its own: they replace modules or what is global, or listen to the whole process. */
const apart = ['tests/retries.test.ts', 'tests/faults/database.test.ts', 'src/web/api.test.ts']
const every = {
  testTimeout: 30_000,
  hookTimeout: 60_000,
  // The contrast test reads the real tokens.
  css: { include: /tokens\.css/ },
}

// Apart from vite.config.ts, whose root is the pages: tests stand beside what they test, all over the repository.
export default defineConfig({
  test: {
    globalSetup: ['tests/cluster.ts'],
    maxWorkers: 2,
    projects: [
      {
        // To load the server costs more than most files do with it: a worker loads it once, for all of its files.
        test: {
          ...every,
          name: 'together',
          isolate: false,
          include: ['src/**/*.test.{ts,tsx}', 'tests/**/*.test.ts', 'db/**/*.test.ts'],
          exclude: apart,
        },
      },
      { test: { ...every, name: 'apart', include: apart } },
    ],
  },
})
