import { defineConfig } from 'vitest/config'

// Apart from vite.config.ts, whose root is the pages: tests stand beside what they test, all over the repository.
export default defineConfig({
  test: {
    include: ['src/**/*.test.{ts,tsx}', 'tests/**/*.test.ts', 'db/**/*.test.ts'],
    globalSetup: ['tests/cluster.ts'],
    maxWorkers: 2,
    testTimeout: 20_000,
    hookTimeout: 30_000,
    // The contrast test reads the real tokens.
    css: { include: /tokens\.css/ },
  },
})
