import { readsAt } from './first-reads.ts'

/**
 * Requests the page's first reads while its scripts are still loading, if the browser may have a session.
 * Built as a separate script that comes before all others. `web/api.ts` takes the responses.
 */

const base = import.meta.env.VITE_API_BASE ?? '/api'

if (/(?:^|; )XSRF-TOKEN=/.test(document.cookie))
  globalThis.early = new Map(
    ['/users/me', ...readsAt(location)].map((path) => {
      const answer = fetch(base + path, { credentials: 'include' }).then((response) => ({
        response,
        arrivedAt: Date.now(),
      }))
      // Prevents an unhandled rejection. The code that takes the response handles its failure.
      answer.catch(() => {})
      return [base + path, answer]
    }),
  )
