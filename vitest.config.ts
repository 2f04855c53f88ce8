import { defineConfig } from 'vitest/config'

// Apart from vite.config.ts, whose root is the pages: tests stand beside what they test, all over the repository.
export default defineConfig({
  test: {
    include: ['src/**/*.test.{ts,tsx}', 'tests/**/*.test.ts'],
    // The contrast test reads the real tokens.
    css: { include: /tokens\.css/ },
  },
})
