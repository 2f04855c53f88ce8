import { readsAt } from './first-reads.ts'

/**
 * Requests what the page will read first, while its scripts are still loading. Built as a script of its own that
 * comes before all others. `web/api.ts` takes the answers.
 */
const base = import.meta.env.VITE_API_BASE ?? '/api'

if (/(?:^|; )XSRF-TOKEN=/.test(document.cookie))
  globalThis.early = new Map(
    ['/users/me', ...readsAt(location)].map((path) => {
      const answer = fetch(base + path, { credentials: 'include' })
      // Whoever takes it sees a failure.
      answer.catch(() => {})
      return [base + path, answer]
    }),
  )
